import { randomInt } from 'node:crypto'
import { create } from 'qrcode'

/**
 * Creates the admission number of a ticket: 20 digits with prefix 99 (the specification, section 9). The other 18 digits are
 * random (60 bits, from the operating system), so that no number can be guessed; a database constraint keeps them unique.
 */
export function newQrCode(): string {
  // randomInt is limited to 2^48 values: nine digits at a time.
  return `99${nineDigits()}${nineDigits()}`
}
const nineDigits = (): string => String(randomInt(1_000_000_000)).padStart(9, '0')

export type QrModules = {
  /** Modules per side, without the quiet zone of four around it. */
  readonly size: number
  /** Row by row, `1` for dark. */
  readonly bits: string
}

/** Encodes a ticket's number as a QR symbol with error correction level M, which tolerates 15% damage. */
export function qrModules(code: string): QrModules {
  const { modules } = create(code, { errorCorrectionLevel: 'M' })
  return { size: modules.size, bits: Array.from(modules.data, (dark) => (dark ? '1' : '0')).join('') }
}
