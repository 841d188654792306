import type { DisplayList } from '#layers'

/** A display list that is refilled in place. */
export type MutableDisplayList<T> = DisplayList<T> & { readonly fill: (write: (add: (item: T) => void) => void) => void }

export function createDisplayList<T>(): MutableDisplayList<T> {
  const items: T[] = []
  const add = (item: T): void => void items.push(item)
  const list = {
    items,
    version: 0,
    fill: (write: (add: (item: T) => void) => void): void => {
      items.length = 0
      write(add)
      list.version += 1
    },
  }
  return list
}
