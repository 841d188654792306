import { expect, it } from 'vitest'
import { assignPriceTypes, partSeatsOf, partyOf, seatRequestOf, sizeOf } from './part-seats.ts'

const draft = { choice: [], people: { full: 1, child: 1 }, seats: {}, bands: {} }
const seat = (id: string, priceType: string) => ({ seat: id, priceType })

it('finds the seats of a performance by what was chosen for it', () => {
  expect(partSeatsOf(draft, 'a')).toEqual({ kind: 'best' })
  expect(seatRequestOf(partSeatsOf({ ...draft, bands: { a: 'b' } }, 'a'))).toEqual({ band: 'b' })
  const chosen = [seat('1', 'child'), seat('2', 'full')]
  expect(seatRequestOf(partSeatsOf({ ...draft, seats: { a: chosen }, bands: { a: 'b' } }, 'a'))).toEqual({ seats: chosen })
  const unfit = partSeatsOf({ ...draft, people: { full: 2 }, seats: { a: chosen } }, 'a')
  expect([unfit.kind, seatRequestOf(unfit)]).toEqual(['unfit', {}])
})

it('reads a party, without price types that no person has', () => {
  const party = partyOf({ full: 2, child: 0 })
  expect(party).toEqual([{ priceType: 'full', quantity: 2 }])
  expect(sizeOf(party)).toBe(2)
})

it('gives each seat a price type that it is sold at', () => {
  const choices: Record<number, string[]> = { 1: ['full', 'companion'], 2: ['full'], 3: ['full', 'companion'] }
  const party = [
    { priceType: 'companion', quantity: 1 },
    { priceType: 'full', quantity: 2 },
  ]
  const assigned = assignPriceTypes([1, 2, 3], party, (each) => choices[each]!)
  expect([...assigned!.values()].toSorted()).toEqual(['companion', 'full', 'full'])
  expect(assigned!.get(2)).toBe('full')
  expect(assignPriceTypes([2], [{ priceType: 'companion', quantity: 1 }], (each) => choices[each]!)).toBeUndefined()
})
