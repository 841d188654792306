import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assertProperty } from '@playhouse/testing/property'
import { isAccessSeat, isBeside } from './adjacent.ts'
import { bestParties, nearestParty } from './best-party.ts'
import { seatParty } from './party.ts'
import { anyOpenHall, drawnHall } from '../testing/hall.arbitrary.ts'

const size = fc.integer({ min: 1, max: 9 })
const wish = fc.record({ size, acrossAisles: fc.boolean(), withAccess: fc.boolean() })

describe('seats for a party', () => {
  it('are open, of the requested size or marked as fewer, and deterministic', () => {
    assertProperty([anyOpenHall, fc.nat(80), wish], (skip, hall, pick, wished) => {
      const at = pick % hall.plan.seatCount
      const party = seatParty(hall, at, wished)
      expect(party !== undefined).toBe(hall.isOpen(at))
      if (!party) return skip()
      expect(seatParty(hall, at, wished)).toEqual(party)
      const { seats, how } = party
      expect(seats).toContain(at)
      expect(new Set(seats).size).toBe(seats.length)
      for (const seat of seats) expect(hall.isOpen(seat)).toBe(true)
      if (how === 'fewer') expect(seats.length).toBeLessThan(wished.size)
      else expect(seats.length).toBe(wished.size)
      if (!wished.withAccess && !isAccessSeat(hall.plan, at)) for (const seat of seats) expect(isAccessSeat(hall.plan, seat)).toBe(false)
      if (how !== 'split') {
        expect(seats.at(-1)! - seats[0]!).toBe(seats.length - 1)
        if (!wished.acrossAisles) for (const seat of seats.slice(1)) expect(isBeside(hall.plan, seat - 1, seat)).toBe(true)
      }
    })
  })

  it('are adjacent and contain the chosen seat', () => {
    expect(seatParty(drawnHall('.........'), 4, { size: 3 })).toEqual({ seats: [3, 4, 5], how: 'together' })
  })

  it('cross an aisle only if the request allows it', () => {
    const hall = drawnHall('.... ....')
    expect(seatParty(hall, 3, { size: 2 })?.seats).toEqual([2, 3])
    expect(seatParty(hall, 3, { size: 6, acrossAisles: true })).toMatchObject({ how: 'together' })
  })

  it('have one price and leave no orphan if possible', () => {
    expect(seatParty(drawnHall('22.......'), 2, { size: 2 })?.seats).toEqual([2, 3])
    expect(seatParty(drawnHall('x....x'), 2, { size: 2 })?.seats).toEqual([1, 2])
  })

  it('exclude wheelchair spaces and companion seats by default, and keep the two together on request', () => {
    const hall = drawnHall('wc....')
    expect(seatParty(hall, 2, { size: 3 })?.seats).toEqual([2, 3, 4])
    expect(seatParty(hall, 0, { size: 2 })?.seats).toEqual([0, 1])
  })

  it('are split as three behind three for a party of six', () => {
    const party = seatParty(drawnHall('x....x', 'x....x', 'x....x'), 8, { size: 6 })!
    expect(party.how).toBe('split')
    expect([party.seats.filter((seat) => seat < 12).length, party.seats.filter((seat) => seat >= 12).length]).toEqual([3, 3])
  })

  it('never isolate one person; the result is marked as fewer instead', () => {
    expect(seatParty(drawnHall('x...x', 'x..xx'), 2, { size: 4 })?.seats.filter((seat) => seat > 4)).toHaveLength(2)
    expect(seatParty(drawnHall('x...x', 'x.xxx'), 2, { size: 4 })).toEqual({ seats: [1, 2, 3], how: 'fewer' })
  })

  it('are as many as possible if there are not enough', () => {
    expect(seatParty(drawnHall('x..x'), 1, { size: 5 })).toEqual({ seats: [1, 2], how: 'fewer' })
  })
})

describe('the nearest seats for the whole party', () => {
  it('are open, adjacent and of the requested size, in any hall', () => {
    const granted = fc
      .tuple(anyOpenHall, fc.nat(80), wish)
      .filter(([hall, pick, wished]) => nearestParty(hall, pick % hall.plan.seatCount, wished) !== undefined)
    assertProperty([granted], (skip, [hall, pick, wished]) => {
      const party = nearestParty(hall, pick % hall.plan.seatCount, wished)
      expect(nearestParty(hall, pick % hall.plan.seatCount, wished)).toEqual(party)
      if (!party) return skip()
      expect(party.seats).toHaveLength(wished.size)
      expect(party.seats.every(hall.isOpen)).toBe(true)
      expect(party.seats.at(-1)! - party.seats[0]!).toBe(wished.size - 1)
    })
  })

  it('are in the nearest row', () => {
    expect(nearestParty(drawnHall('x..x.', '....x', '.....'), 1, { size: 4 })?.seats).toEqual([5, 6, 7, 8])
  })
})

describe('the best groups of a hall', () => {
  it('are open, of the requested size and disjoint, in any hall', () => {
    fc.assert(
      fc.property(anyOpenHall, wish, (hall, wished) => {
        const parties = bestParties(hall, { ...wished, accepts: (seat) => hall.bandOf[seat] === 1 }, 5)
        const seats = parties.flatMap((party) => party.seats)
        expect(new Set(seats).size).toBe(seats.length)
        for (const seat of seats) expect(hall.isOpen(seat) && hall.bandOf[seat] === 1).toBe(true)
        for (const party of parties) expect(party.seats).toHaveLength(wished.size)
      }),
    )
  })

  it('begin in the middle, near the stage', () => {
    const [first] = bestParties(drawnHall('...........', '...........'), { size: 3 }, 3)
    expect(first?.seats).toEqual([4, 5, 6])
  })
})
