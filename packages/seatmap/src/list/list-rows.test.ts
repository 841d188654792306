import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isAccessSeat, isBeside, readPlan, seatTypes, typeOf } from '@playhouse/domain/plan'
import { bands } from '@playhouse/domain/pricing'
import { hall, halls } from '@playhouse/fixtures'
import { offersOf, theatre, type Venue, venues } from '#fixture'
import { type VisitorHall, visitorHall } from '#hall'
import { firstSeatOf, nextSeat } from '#plan-index'
import { notForSale, type SeatFilters } from '#props'
import { createSeatStore } from '#store'
import { listGroups, listRows, type Sort } from './list-rows.ts'

const plan = theatre()
const offers = offersOf(plan)

const filtersOf: fc.Arbitrary<SeatFilters> = fc.record(
  {
    bands: fc.subarray([...bands]).map((list) => new Set(list)),
    types: fc.subarray([...seatTypes]).map((list) => new Set(list)),
    flags: fc.subarray(['endOfRow', 'stepFree'] as const).map((list) => new Set(list)),
  },
  { requiredKeys: [] },
)
const picks = fc.uniqueArray(fc.nat(), { maxLength: 12 })
const houseOf = ({ plan: { seatCount }, free }: Venue, selected: readonly number[] = [], mine: readonly number[] = []) => ({
  outlook: Uint8Array.from({ length: seatCount }, (_, seat) => (free[seat] ? 0 : 1)),
  bandOf: new Uint8Array(seatCount).map((_, seat) => (seat % 11 === 0 ? notForSale : seat % bands.length)),
  selected: new Set(selected.map((seat) => seat % seatCount)),
  mine: new Set(mine.map((seat) => seat % seatCount)),
})
/** Seats the arrow keys stop at in an area. */
function walked(hall: VisitorHall, area: number): number[] {
  const first = firstSeatOf(hall.plan, area, hall.isOpen)
  const seatsInList = new Set(first === undefined ? [] : [first])
  for (const seat of seatsInList)
    for (const step of ['left', 'right', 'up', 'down'] as const) seatsInList.add(nextSeat(hall.plan, seat, step, hall.isOpen))
  return [...seatsInList].sort((a, b) => a - b)
}
const listed = (hall: VisitorHall, area: number, sort: Sort = 'row'): number[] =>
  listRows(hall, area, false, sort, offersOf(hall.plan))
    .flatMap((row) => row.seats.map(({ seat }) => seat))
    .sort((a, b) => a - b)

describe('§9.27 list and map have the same seats', () => {
  test('in any venue, with any taken, own, chosen, filtered or unsold seats', () => {
    fc.assert(
      fc.property(
        venues,
        picks,
        picks,
        filtersOf,
        fc.constantFrom<Sort>('row', 'price', 'stepFree'),
        (venue, selected, mine, filter, sort) => {
          const hall = visitorHall(venue.plan, houseOf(venue, selected, mine), offersOf(venue.plan), filter)
          for (const area of hall.areas) expect(listed(hall, area, sort)).toEqual(walked(hall, area))
        },
      ),
      { numRuns: 1_000 },
    )
  })

  test.each(halls)('in %s, a third of it sold', (id) => {
    const house = readPlan(hall(id))
    const free = Array.from({ length: house.seatCount }, (_, seat) => (seat * 2_654_435_761) % 3 !== 0)
    const now = visitorHall(house, houseOf({ plan: house, free }), offersOf(house), {})
    for (const area of now.areas.slice(0, 60)) expect(listed(now, area)).toEqual(walked(now, area))
  })

  test('and both count the same seats that match a filter', () => {
    fc.assert(
      fc.property(venues, picks, picks, filtersOf, (venue, selected, mine, filter) => {
        const house = houseOf(venue, selected, mine)
        const now = visitorHall(venue.plan, house, offersOf(venue.plan), filter)
        for (let seat = 0; seat < venue.plan.seatCount; seat++)
          expect(now.matches(seat)).toBe(now.passes(seat) && ['free', 'selected'].includes(now.statusOf(seat) ?? ''))
      }),
    )
  })
})

describe('for a party', () => {
  test('every group is adjacent and free, and shares no seat with another', () => {
    fc.assert(
      fc.property(venues, fc.integer({ min: 2, max: 5 }), fc.constantFrom<Sort>('row', 'price', 'stepFree'), (venue, size, sort) => {
        const house = visitorHall(venue.plan, houseOf(venue), offersOf(venue.plan), {})
        for (const area of house.areas) {
          const groups = listGroups(house, area, size, sort, offersOf(venue.plan))
          for (const { seats } of groups) {
            expect(seats).toHaveLength(size)
            expect(seats.every((seat) => venue.free[seat] && venue.plan.areaOf[seat] === area)).toBe(true)
            expect(seats.slice(1).every((seat, before) => isBeside(venue.plan, seats[before]!, seat))).toBe(true)
          }
          const listed = groups.flatMap(({ seats }) => seats)
          expect(new Set(listed).size).toBe(listed.length)
        }
      }),
      { numRuns: 300 },
    )
  })

  test('a wheelchair space and its companion seat are offered together for that filter', () => {
    const store = createSeatStore(plan)
    const house = visitorHall(plan, { outlook: store.outlook, bandOf: offers.bandOf, selected: new Set(), mine: new Set() }, offers, {
      types: new Set(['wheelchair', 'companion']),
    })
    const groups = listGroups(house, 0, 2, 'row', offers)
    expect(groups.length).toBeGreaterThan(0)
    for (const { seats } of groups) expect(seats.map((seat) => typeOf(plan, seat)).toSorted()).toEqual(['companion', 'wheelchair'])
    const others = listGroups(
      visitorHall(plan, houseOf({ plan, free: Array.from(plan.type, () => true) }), offers, {}),
      0,
      2,
      'row',
      offers,
    )
    expect(others.some(({ seats }) => seats.some((seat) => isAccessSeat(plan, seat)))).toBe(false)
  })
})
