import { checksumOf } from './checksum.ts'

/** A byte that no text has first, and three that say what it is, as PNG does: a proxy that meddles is found out. */
const magic = [0x91, 0x50, 0x4c, 0x4e]
const version = 1
const headLength = 16

/** Sets magic, version, length and checksum before the bytes: magic 4, version 4, length 4, Adler-32 4, little-endian. */
export function seal(body: Uint8Array): Uint8Array<ArrayBuffer> {
  const sealed = new Uint8Array(headLength + body.length)
  const head = new DataView(sealed.buffer)
  sealed.set(magic)
  head.setUint32(4, version, true)
  head.setUint32(8, body.length, true)
  head.setUint32(12, checksumOf(body), true)
  sealed.set(body, headLength)
  return sealed
}

/** The bytes that were sealed. @throws RangeError, saying what is wrong, for anything else. */
export function unseal(sealed: Uint8Array): Uint8Array {
  if (sealed.length < headLength || magic.some((byte, at) => sealed[at] !== byte)) throw new RangeError('these bytes are no seat plan')
  const head = new DataView(sealed.buffer, sealed.byteOffset, headLength)
  const written = head.getUint32(4, true)
  if (written !== version) throw new RangeError(`the plan is written in form ${written}, only form ${version} is known here`)
  const body = sealed.subarray(headLength)
  const length = head.getUint32(8, true)
  if (body.length !== length) throw new RangeError(`the plan should have ${length} bytes and has ${body.length}`)
  if (checksumOf(body) !== head.getUint32(12, true)) throw new RangeError('the plan was damaged on its way: its checksum differs')
  return body
}
