import { expect, it } from 'vitest'
import { readPlan } from '@playhouse/domain/plan'
import { bands } from '@playhouse/domain/pricing'
import { readUploadedPlan } from '@playhouse/domain/uploaded-plan'
import { commonValue, mergePaintings, paint, type Painting, seatsUnder, undoStep } from './painting.ts'

const seats = ['Stalls', 'Balcony'].flatMap((area, floor) =>
  ['A', 'B'].flatMap((row, nth) => [1, 2, 3].map((number) => ({ area, row, number, x: number * 20, y: floor * 200 + nth * 25 }))),
)
const uploaded = readUploadedPlan(new TextEncoder().encode(JSON.stringify(seats)), { hall: 'barn', name: 'Barn', languages: [] })
if (!uploaded.ok) throw new Error(uploaded.error.params.reason)
const plan = readPlan(uploaded.value.data)
const blank: Painting = { bandOf: new Uint8Array(plan.seatCount).fill(bands.indexOf('a')), earlier: [] }

it('reaches a seat, its row or its area', () => {
  const seat = plan.rows[1]!.firstSeat
  expect(seatsUnder(plan, [seat], 'seat')).toEqual([seat])
  expect(seatsUnder(plan, [seat, seat + 1], 'row')).toEqual([seat, seat + 1, seat + 2])
  expect(seatsUnder(plan, [seat], 'area')).toHaveLength(6)
})

it('paints seats and undoes each step; painting the same again is no step', () => {
  const once = paint(blank, [0, 1], 'b')
  const twice = paint(once, [1, 2], 'c')
  expect(paint(twice, [2], 'c')).toEqual(twice)
  expect([...twice.bandOf.subarray(0, 4)].map((band) => bands[band])).toEqual(['b', 'c', 'c', 'a'])
  expect(undoStep(twice)).toEqual(once)
  expect(undoStep(undoStep(undoStep(twice)))).toEqual(blank)
})

it('names the band of a row, unless its seats have several', () => {
  const commonBand = ({ bandOf }: Painting) => commonValue(plan.rows[0]!, (seat) => bands[bandOf[seat]!])
  expect(commonBand(blank)).toBe('a')
  expect(commonBand(paint(blank, [0], 'b'))).toBeUndefined()
  // Seats without a value do not count.
  expect(commonValue(plan.rows[0]!, (seat) => (seat === 0 ? undefined : 'x'))).toBe('x')
  expect(commonValue(plan.rows[0]!, () => undefined)).toBeUndefined()
})

it('keeps what was painted here and what another person painted meanwhile', () => {
  const [mine, theirs] = [paint(blank, [0, 1], 'b').bandOf, paint(blank, [1, 2], 'c').bandOf]
  expect([...mergePaintings(blank.bandOf, mine, theirs)].slice(0, 4).map((band) => bands[band])).toEqual(['b', 'b', 'c', 'a'])
})
