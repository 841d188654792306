import { moves } from '../machine.ts'

/**
 * The states of a seat. `free` is the absence of a row; a `held` seat past its deadline is free, even before its row is
 * deleted. `paying` lasts as long as the payment session can still be paid.
 */
export const seatMoves = moves({
  free: { hold: 'held', block: 'blocked', reserve: 'reserved' },
  held: { hold: 'held', release: 'free', lapse: 'free', pay: 'paying', sell: 'sold', reserve: 'reserved' },
  paying: { resume: 'held', release: 'free', sell: 'sold' },
  blocked: { unblock: 'free' },
  reserved: { hold: 'held', release: 'free', lapse: 'free' },
  sold: { return: 'free' },
})
export type SeatState = keyof typeof seatMoves

/** Maximum number of seats of a hall, more than any real one has; more is a mistake or an attack. */
export const maxSeats = 300_000

/** The availability of another person's seat as a visitor sees it: two bits on the wire. */
export const seatAvailability = { free: 0, taken: 1, hidden: 2 } as const
export type SeatAvailability = keyof typeof seatAvailability

/** Packs one value of {@link seatAvailability} per seat into base64, four seats per byte, the first in the lowest bits. */
export function packAvailability(values: Uint8Array): string {
  const bytes = new Uint8Array(Math.ceil(values.length / 4))
  for (let seat = 0; seat < values.length; seat++) bytes[seat >> 2]! |= (values[seat]! & 3) << ((seat & 3) * 2)
  return bytes.toBase64()
}

/**
 * Combines packed availabilities of one plan: a seat is free if it is free in all of them, and taken otherwise.
 * @returns the packed seats, and how many of them are free
 */
export function combineAvailability(
  packedTexts: readonly string[],
  seatCount: number,
): { readonly seats: string; readonly seatsLeft: number } {
  const all = new Uint8Array(Math.ceil(seatCount / 4))
  for (const text of packedTexts) {
    const bytes = Uint8Array.fromBase64(text)
    for (let nth = 0; nth < all.length; nth++) all[nth]! |= bytes[nth]!
  }
  let seatsLeft = seatCount
  for (let nth = 0; nth < all.length; nth++) {
    // The low bit of each pair: set where one of the two bits is.
    let taken = (all[nth]! | (all[nth]! >> 1)) & 0b01_01_01_01
    all[nth] = taken
    for (; taken > 0; taken &= taken - 1) seatsLeft -= 1
  }
  return { seats: all.toBase64(), seatsLeft }
}

/** Inverse of {@link packAvailability}. @throws RangeError when the text is too short for `seatCount`. */
export function unpackAvailability(packedText: string, seatCount: number): Uint8Array {
  const bytes = Uint8Array.from(atob(packedText), (char) => char.charCodeAt(0))
  if (bytes.length < Math.ceil(seatCount / 4)) throw new RangeError(`availability covers ${bytes.length * 4} of ${seatCount} seats`)
  const values = new Uint8Array(seatCount)
  for (let seat = 0; seat < seatCount; seat++) values[seat] = (bytes[seat >> 2]! >> ((seat & 3) * 2)) & 3
  return values
}
