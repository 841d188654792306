import { randomInt } from 'node:crypto'
import { create } from 'qrcode'

/**
 * The number a ticket is let in by: 20 digits, prefix 99 (the spec, section 9). The other 18 are drawn by the operating
 * system, 60 bits, so that neither the next number nor a neighbour's can be guessed; the database keeps them unique.
 */
export function newQrCode(): string {
  // randomInt draws from at most 2^48 values without bias: nine digits at a time.
  return `99${nineDigits()}${nineDigits()}`
}
const nineDigits = (): string => String(randomInt(1_000_000_000)).padStart(9, '0')

export type QrModules = {
  /** Modules a side, without the quiet zone of four around it. */
  readonly size: number
  /** Row by row, `1` for dark. */
  readonly bits: string
}

/** The symbol of a ticket's number, at error level M: it still scans with 15% of it creased or smudged. */
export function qrModules(code: string): QrModules {
  const { modules } = create(code, { errorCorrectionLevel: 'M' })
  return { size: modules.size, bits: Array.from(modules.data, (dark) => (dark ? '1' : '0')).join('') }
}
