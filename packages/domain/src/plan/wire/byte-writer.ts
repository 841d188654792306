/** Bytes that grow. Integers take as many bytes as they need (LEB128), so that small ones take one. */
export type ByteWriter = {
  /** A whole number from 0 to 2³² − 1. @throws RangeError for any other. */
  readonly count: (value: number) => void
  /** A whole number from −2³¹ to 2³¹ − 1. @throws RangeError for any other. */
  readonly int: (value: number) => void
  readonly texts: (values: readonly string[]) => void
  readonly runs: (runs: readonly (readonly [value: number, length: number])[]) => void
  readonly bytes: () => Uint8Array<ArrayBuffer>
}

export function createByteWriter(): ByteWriter {
  let buffer = new Uint8Array(4096)
  let at = 0
  const room = (bytes: number): void => {
    if (at + bytes <= buffer.length) return
    const larger = new Uint8Array(Math.max(2 * buffer.length, at + bytes))
    larger.set(buffer)
    buffer = larger
  }
  const count = (value: number): void => {
    if (!Number.isInteger(value) || value < 0 || value > 0xffffffff) throw new RangeError(`${value} is no count that fits the wire`)
    room(5)
    let rest = value
    for (; rest > 0x7f; rest >>>= 7) buffer[at++] = (rest & 0x7f) | 0x80
    buffer[at++] = rest
  }
  return {
    count,
    // Zigzag: 0, −1, 1, −2, … become 0, 1, 2, 3, …
    int: (value) => {
      if (value !== Math.trunc(value) || value !== (value | 0)) throw new RangeError(`${value} is no whole number that fits the wire`)
      count(((value << 1) ^ (value >> 31)) >>> 0)
    },
    // One string for all texts: decoding a hundred thousand short strings takes longer than slicing a long one.
    texts: (values) => {
      const bytes = new TextEncoder().encode(values.join(''))
      count(values.length)
      for (const { length } of values) count(length)
      count(bytes.length)
      room(bytes.length)
      buffer.set(bytes, at)
      at += bytes.length
    },
    runs: (runs) => {
      count(runs.length)
      for (const [value, length] of runs) {
        count(value)
        count(length)
      }
    },
    bytes: () => buffer.slice(0, at),
  }
}
