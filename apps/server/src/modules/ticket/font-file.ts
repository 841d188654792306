import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'

const files = new Map<string, Buffer>()

/**
 * Reads a font file as sfnt (TrueType), once per process. Web fonts are unpacked here, because the PDF writer would inflate
 * every table again for each document, which took 90% of the time of a ticket.
 */
export function readFont(file: string): Buffer {
  let bytes = files.get(file)
  if (!bytes) {
    const content = readFileSync(file)
    bytes = content.toString('latin1', 0, 4) === 'wOFF' ? unpackWoff(content) : content
    files.set(file, bytes)
  }
  return bytes
}

/** Converts WOFF 1.0 (w3.org/TR/WOFF) to sfnt: the same tables, inflated, with the sfnt directory. */
function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, index) => {
    const entry = 44 + index * 20
    const [offset, packedLength, length] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at)) as [number, number, number]
    const storedBytes = woff.subarray(offset, offset + packedLength)
    return {
      tag: woff.subarray(entry, entry + 4),
      checksum: woff.readUInt32BE(entry + 16),
      bytes: packedLength < length ? inflateSync(storedBytes) : storedBytes,
    }
  })
  const sizes = tables.map((table) => Math.ceil(table.bytes.length / 4) * 4)
  const sfnt = Buffer.alloc(12 + 16 * count + sizes.reduce((sum, size) => sum + size, 0))
  woff.copy(sfnt, 0, 4, 8)
  sfnt.writeUInt16BE(count, 4)
  // searchRange, entrySelector and rangeShift of the sfnt directory, which some readers require.
  const power = 2 ** Math.floor(Math.log2(count))
  sfnt.writeUInt16BE(power * 16, 6)
  sfnt.writeUInt16BE(Math.log2(power), 8)
  sfnt.writeUInt16BE((count - power) * 16, 10)
  let offset = 12 + 16 * count
  tables.forEach((table, index) => {
    const entry = 12 + 16 * index
    table.tag.copy(sfnt, entry)
    sfnt.writeUInt32BE(table.checksum, entry + 4)
    sfnt.writeUInt32BE(offset, entry + 8)
    sfnt.writeUInt32BE(table.bytes.length, entry + 12)
    table.bytes.copy(sfnt, offset)
    offset += sizes[index]!
  })
  return sfnt
}
