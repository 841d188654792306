import { expect, it } from 'vitest'
import { packAvailability, seatAvailability, unpackAvailability } from '@playhouse/domain/seat'
import { createAvailabilityMask } from './availability-mask.ts'
import type { AvailabilitySnapshot } from './seat-mirror.ts'

const { free, hidden, taken } = seatAvailability

const snapshot = (version: number, ...seats: readonly number[]): AvailabilitySnapshot => {
  const packedSeats = packAvailability(Uint8Array.from(seats))
  return { version, packedSeats, seatsLeft: seats.filter((seat) => seat === free).length, etag: `"${packedSeats}"` }
}

it('hides the seats, counts the free ones that remain, and changes the ETag', () => {
  const all = snapshot(3, free, free, taken, free)
  const masked = createAvailabilityMask([[1, 2]], 4).apply(all)
  expect([...unpackAvailability(masked.packedSeats, 4)]).toEqual([free, hidden, hidden, free])
  expect(masked).toMatchObject({ version: 3, seatsLeft: 2 })
  expect(masked.etag).not.toBe(all.etag)
})

it('masks each snapshot once, also where several performances use the mask in turns', () => {
  const mask = createAvailabilityMask([[0, 1]], 2)
  const performances = [snapshot(1, free, free), snapshot(1, free, taken)]
  const first = performances.map(mask.apply)
  for (let round = 0; round < 3; round++) performances.forEach((all, nth) => expect(mask.apply(all)).toBe(first[nth]))
  expect(first.map(({ seatsLeft }) => seatsLeft)).toEqual([1, 0])
})

it('returns the same seats at a later version', () => {
  const mask = createAvailabilityMask([[0, 1]], 2)
  const first = mask.apply(snapshot(1, free, taken))
  expect(mask.apply(snapshot(2, free, taken))).toEqual({ ...first, version: 2 })
})

it('keeps the seats that are used, and drops those of the past', () => {
  const mask = createAvailabilityMask([[0, 1]], 8)
  /** The seats after as many sales. */
  const after = (sales: number) => snapshot(1, ...Array.from({ length: 8 }, (_, bit) => (sales >> bit) & 1))
  const [used, past] = [mask.apply(after(0)), mask.apply(after(1))]
  for (let sales = 2; sales < 60; sales++) {
    mask.apply(after(sales))
    expect(mask.apply(after(0))).toBe(used)
  }
  expect(mask.apply(after(1))).not.toBe(past)
})
