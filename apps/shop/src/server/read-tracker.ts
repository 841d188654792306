/** What was read of a value: a primitive itself, `{}` for an object that was entered, the keys of an object that was listed. */
type Read = { readonly path: readonly string[]; readonly kind: 'value' | 'keys' | 'has'; readonly found: unknown }

/** The reads of one rendering, to find out whether it would be the same with other data. */
export type Reads = readonly Read[]

/** Data that notes what is read of it. */
export type TrackedData<Data> = { readonly data: Data; readonly reads: () => Reads }

/**
 * Wraps JSON data so that all reads are noted: values, keys, and the presence of keys. A function of the data that made these reads
 * returns the same for all data for which {@link hasSameReads} is true.
 */
export function trackReads<Data extends object>(data: Data): TrackedData<Data> {
  const reads = new Map<string, Read>()
  const proxies = new WeakMap<object, object>()
  const note = (read: Read): void => void reads.set(JSON.stringify([read.kind, ...read.path]), read)
  const read = (value: unknown, path: readonly string[]): unknown => {
    note({ path, kind: 'value', found: summaryOf(value) })
    return isObject(value) ? wrap(value, path) : value
  }
  const wrap = <Part extends object>(part: Part, path: readonly string[]): Part => {
    const known = proxies.get(part)
    if (known) return known as Part
    const proxy = new Proxy(part, {
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key)
        // Methods of arrays and objects read the rest through the proxy.
        if (typeof key === 'symbol' || typeof value === 'function') return value
        return read(value, [...path, key])
      },
      has: (target, key) => {
        const found = Reflect.has(target, key)
        if (typeof key === 'string') note({ path: [...path, key], kind: 'has', found })
        return found
      },
      ownKeys: (target) => {
        note({ path, kind: 'keys', found: keysOf(target) })
        return Reflect.ownKeys(target)
      },
      getOwnPropertyDescriptor: (target, key) => {
        const descriptor = Reflect.getOwnPropertyDescriptor(target, key)
        if (typeof key === 'symbol') return descriptor
        note({ path: [...path, key], kind: 'has', found: descriptor !== undefined })
        return descriptor && { ...descriptor, value: read(descriptor.value, [...path, key]) }
      },
    })
    proxies.set(part, proxy)
    return proxy
  }
  return { data: wrap(data, []), reads: () => [...reads.values()] }
}

/** Whether all these reads find the same in other data. */
export const hasSameReads = (reads: Reads, data: object): boolean =>
  reads.every(({ path, kind, found }) => {
    if (kind === 'value') return Object.is(summaryOf(valueAt(data, path)), found)
    if (kind === 'keys') return keysOf(valueAt(data, path)) === found
    const owner = valueAt(data, path.slice(0, -1))
    return isObject(owner) && Reflect.has(owner, path.at(-1)!) === found
  })

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
/** A primitive itself; of an object only whether it is an array: its parts are read separately. */
const summaryOf = (value: unknown): unknown => (isObject(value) ? (Array.isArray(value) ? arrayMark : objectMark) : value)
const [objectMark, arrayMark] = [Symbol('object'), Symbol('array')]
const keysOf = (value: unknown): string | undefined => (isObject(value) ? Object.keys(value).join('\n') : undefined)
const valueAt = (data: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, key) => (isObject(value) ? Reflect.get(value, key) : undefined), data)
