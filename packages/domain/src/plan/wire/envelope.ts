import { checksumOf } from './checksum.ts'

/** A byte that no text has first, and three that name the format, as PNG does: a proxy that changes bytes is detected. */
const magic = [0x91, 0x50, 0x4c, 0x4e]
/**
 * Form 1: rows of seats. Form 2 has the kinds of areas and tables besides, form 3 photographs too; plans without them are still
 * written in the form before.
 */
const forms = [1, 2, 3] as const
export type WireForm = (typeof forms)[number]
/** Bytes before the body. */
const headLength = 16

/** Sets magic, version, length and checksum before the bytes: magic 4, version 4, length 4, Adler-32 4, little-endian. */
export function encodeEnvelope(body: Uint8Array, form: WireForm): Uint8Array<ArrayBuffer> {
  const envelope = new Uint8Array(headLength + body.length)
  const head = new DataView(envelope.buffer)
  envelope.set(magic)
  head.setUint32(4, form, true)
  head.setUint32(8, body.length, true)
  head.setUint32(12, checksumOf(body), true)
  envelope.set(body, headLength)
  return envelope
}

/** Whether bytes begin with the signature of a packed plan, complete or not. */
export const isPacked = (bytes: Uint8Array): boolean => magic.every((byte, at) => bytes[at] === byte)

/** The bytes that were sealed, and their form. @throws RangeError, saying what is wrong, for anything else. */
export function decodeEnvelope(envelope: Uint8Array): { readonly body: Uint8Array; readonly form: WireForm } {
  if (envelope.length < headLength || !isPacked(envelope)) throw new RangeError('these bytes are no seat plan')
  const head = new DataView(envelope.buffer, envelope.byteOffset, headLength)
  const formNumber = head.getUint32(4, true)
  const form = forms.find((knownForm) => knownForm === formNumber)
  if (!form) throw new RangeError(`the plan is written in form ${formNumber}, only forms ${forms.join(' and ')} are known here`)
  const body = envelope.subarray(headLength)
  const length = head.getUint32(8, true)
  if (body.length !== length) throw new RangeError(`the plan should have ${length} bytes and has ${body.length}`)
  if (checksumOf(body) !== head.getUint32(12, true)) throw new RangeError('the plan was damaged on its way: its checksum differs')
  return { body, form }
}
