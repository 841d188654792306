import fc from 'fast-check'
import { expect, it } from 'vitest'
import { assertProperty } from '@playhouse/testing/property'
import { combineAvailability, packAvailability, seatAvailability, unpackAvailability } from './seat.ts'

it('combines availabilities: a seat is free if it is free in all of them', () => {
  const anyHalls = fc
    .nat(70)
    .chain((seats) =>
      fc.array(fc.array(fc.constantFrom(0, 0, 0, 1, 2), { minLength: seats, maxLength: seats }), { minLength: 1, maxLength: 30 }),
    )
  assertProperty([anyHalls], (_skip, halls) => {
    const seatCount = halls[0]!.length
    const isFree = Array.from({ length: seatCount }, (_, seat) => halls.every((values) => values[seat] === seatAvailability.free))
    const packed = halls.map((values) => packAvailability(Uint8Array.from(values)))
    const { seats, seatsLeft } = combineAvailability(packed, seatCount)
    expect([...unpackAvailability(seats, seatCount)]).toEqual(isFree.map((free) => (free ? seatAvailability.free : seatAvailability.taken)))
    expect(seatsLeft).toBe(isFree.filter(Boolean).length)
  })
})
