import type { Sheet } from '#layers'

/** A sheet that is filled anew in place. */
export type OpenSheet<T> = Sheet<T> & { readonly fill: (write: (add: (item: T) => void) => void) => void }

export function createSheet<T>(): OpenSheet<T> {
  const items: T[] = []
  const add = (item: T): void => void items.push(item)
  const sheet = {
    items,
    edition: 0,
    fill: (write: (add: (item: T) => void) => void): void => {
      items.length = 0
      write(add)
      sheet.edition += 1
    },
  }
  return sheet
}
