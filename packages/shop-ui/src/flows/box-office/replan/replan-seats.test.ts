import { expect, it } from 'vitest'
import type { PlannedReplan } from '@playhouse/api-client/contract'
import { readPlan } from '@playhouse/domain/plan'
import { bands } from '@playhouse/domain/pricing'
import { readUploadedPlan } from '@playhouse/domain/uploaded-plan'
import { drawnFateOf, drawnUseOf, freeSeats, keptSeats, otherPlans, seatsNamed, sortedMoves } from './replan-seats.ts'

/** A plan with three seats in each row, 50 cm apart; the id of a seat is its place. */
function planOf(rows: string) {
  const seats = [...rows].flatMap((row) =>
    [1, 2, 3].map((number) => ({ id: `${row}${number}`, area: 'Stalls', row, number, x: number * 50, y: row.charCodeAt(0) * 100 })),
  )
  const read = readUploadedPlan(new TextEncoder().encode(JSON.stringify(seats)), { hall: 'barn', name: 'Barn', languages: [] })
  if (!read.ok) throw new Error(read.error.params.reason)
  return readPlan(read.value.data)
}
const [from, to] = [planOf('AB'), planOf('AC')]
const place = (seat: number, plan = from) => ({
  id: plan.idOf(seat),
  area: 'Stalls',
  row: plan.rows[plan.rowOf[seat]!]!.label,
  number: plan.numberOf(seat),
})
/** B1 is sold and moves to C1, B2 is in a basket and has no seat, B3 is free; A1 is sold and stays, A2 is locked and stays. */
const replan: PlannedReplan = {
  ...{ same: 3, added: 3, kept: 2, gone: { free: [from.idOf(5)], held: [from.idOf(4)], sold: [from.idOf(3)] } },
  moves: [
    { from: place(3), to: place(3, to), kind: 'as-good', holder: 'sold', party: 0, order: 'ABCD2345' },
    { from: place(4), to: null, kind: null, holder: 'held', party: 1, order: null },
  ],
}
const lock = {
  ...{ id: 'a4b5c6d7-0000-4000-8000-000000000021', type: 'house' as const, note: '', release: null, releaseAt: null },
  ...{ placedBy: 'Theo Athens', placedAt: '2029-01-01T12:00:00Z', seats: [from.idOf(1)] },
}
const kept = keptSeats(from, to, replan, { taken: [from.idOf(0), from.idOf(3), from.idOf(4)], locks: [lock] })

it('keeps the taken and the locked seats that do not move', () => {
  expect(kept).toEqual([0, 1])
})

it('offers the seats that no taken seat has or gets, the nearest first', () => {
  expect(freeSeats({ from, to, kept, replan }, from.idOf(4))).toEqual([4, 2, 5].toSorted((a, b) => distance(a) - distance(b)))
})
const distance = (seat: number): number => Math.hypot(to.x[seat]! - from.x[4]!, to.y[seat]! - from.y[4]!)

it.each([
  ['', [3, 4, 5]],
  ['c2', [4]],
  ['STALLS c3', [5]],
  ['balcony', []],
])('finds the seats whose names have the words of %j', (typed, seats) => {
  expect(seatsNamed(to, [3, 4, 5], typed)).toEqual(seats)
})

it('draws the seats that the other plan lacks, and those that it gives to taken seats', () => {
  const names = (drawn: Uint8Array): string => [...drawn].map((band) => bands[band]).join('')
  expect(names(drawnFateOf(from, replan))).toBe('aaadcb')
  expect(names(drawnUseOf(to, replan))).toBe('aaacaa')
  const [first, second] = replan.moves
  const byHand = { ...replan, moves: [first!, { ...second!, to: place(5, to), kind: 'by-hand' as const }] }
  expect(names(drawnUseOf(to, byHand))).toBe('aaacad')
})

it('lists the moves without a seat first', () => {
  expect(sortedMoves(replan.moves).map((move) => move.from.id)).toEqual([from.idOf(4), from.idOf(3)])
})

it('offers the other plans of the hall that have a price list, those lists first that are made for the plan', () => {
  const hall = (planVersion: string, name = 'barn') => ({ hall: name, planVersion, name: 'Barn', seats: 6 })
  const list = (id: string, planVersion: string | null) => ({ id, name: id, hall: 'barn', planVersion })
  const options = {
    halls: [hall('1'), hall('2'), hall('3'), hall('2', 'shed')],
    priceLists: [list('any', null), list('first', '1'), list('second', '2')],
    programmes: [],
    timeZone: 'Europe/London',
  }
  expect(otherPlans(options, hall('1')).map(({ planVersion, lists }) => [planVersion, lists.map(({ id }) => id)])).toEqual([
    ['2', ['second', 'any']],
    ['3', ['any']],
  ])
  expect(otherPlans({ ...options, priceLists: [list('first', '1')] }, hall('1'))).toEqual([])
})
