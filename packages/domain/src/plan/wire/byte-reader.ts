import { farthest } from '../model/columns.ts'

/** Reads the output of `ByteWriter`. Every method throws a RangeError if the bytes end or are invalid. */
export type ByteReader = {
  readonly count: () => number
  readonly int: () => number
  /** A column of lengths, one per seat. @param rows number of seats of each row; see `writeLengths` */
  readonly lengths: (rows: readonly number[], seats: number) => Float32Array
  /**
   * Reads a number of items, each of at least one byte. Rejects a number larger than the remaining bytes, so that no memory
   * is reserved for it.
   */
  readonly size: () => number
  readonly texts: () => string[]
  readonly runs: () => [value: number, length: number][]
  /** @throws RangeError where bytes are left. */
  readonly end: () => void
}

export function createByteReader(bytes: Uint8Array): ByteReader {
  let at = 0
  const count = (): number => {
    let value = 0
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = bytes[at++]
      if (byte === undefined) throw new RangeError('the bytes end too early')
      value |= (byte & 0x7f) << shift
      if (byte < 0x80) return value >>> 0
    }
    throw new RangeError('a number is too long')
  }
  const size = (): number => {
    const value = count()
    if (value > bytes.length - at) throw new RangeError(`${value} items declared in ${bytes.length - at} bytes`)
    return value
  }
  return {
    count,
    size,
    int: () => {
      const value = count()
      return (value >>> 1) ^ -(value & 1)
    },
    // Hundreds of thousands come this way, nearly all of one byte: those take no call.
    lengths: (rows, seats) => {
      if (seats > bytes.length - at) throw new RangeError(`${seats} seats declared in ${bytes.length - at} bytes`)
      const column = new Float32Array(seats)
      let [seat, begin, pace] = [0, 0, 0]
      for (const length of rows) {
        let [value, step] = [begin, 0]
        for (let place = 0; place < length; place++) {
          const byte = bytes[at]!
          const zigzag = byte < 0x80 ? (at++, byte) : count()
          const turn = (zigzag >>> 1) ^ -(zigzag & 1)
          if (place === 0) begin = value += turn
          else {
            step = place === 1 ? (pace += turn) : step + turn
            value += step
          }
          if (!(value <= farthest && value >= -farthest)) throw new RangeError(`a seat stands at ${value} cm`)
          column[seat++] = value
        }
      }
      return column
    },
    texts: () => {
      const lengths = Uint32Array.from({ length: size() }, count)
      const length = size()
      const text = decodeText(bytes.subarray(at, at + length))
      at += length
      let from = 0
      const values = Array.from(lengths, (length) => text.slice(from, (from += length)))
      if (from !== text.length) throw new RangeError(`texts of ${from} letters are cut from ${text.length}`)
      return values
    },
    runs: () => Array.from({ length: size() }, (): [number, number] => [count(), count()]),
    end: () => {
      if (at !== bytes.length) throw new RangeError(`${bytes.length - at} bytes are left over`)
    },
  }
}

function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new RangeError('a text is not UTF-8')
  }
}
