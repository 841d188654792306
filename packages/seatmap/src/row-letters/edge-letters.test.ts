import { readPlan } from '@playhouse/domain/plan'
import { hall } from '@playhouse/fixtures'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { centreOn, toScreen } from '#camera'
import { seatPitch } from '#plan-index'
import { edgeLetters } from './edge-letters.ts'

/** A phone's screen between its panels. */
const clear = { x: 8, y: 72, width: 374, height: 420 }
const plan = readPlan(hall('opera-2250'))
const lettersAt = (seat: number, size: number) => {
  const camera = centreOn(plan.x[seat]!, plan.y[seat]!, size / (seatPitch(plan) * 0.84), clear)
  return { camera, letters: edgeLetters(plan, 'all', camera, size, clear) }
}
const areaNamed = (name: string) => plan.areas.find((area) => area.name === name)!
const rowsOf = (name: string) => plan.rows.slice(areaNamed(name).firstRow, areaNamed(name).firstRow + areaNamed(name).rowCount)
const middle = (row: { firstSeat: number; seatCount: number }): number => row.firstSeat + (row.seatCount >> 1)

test('each visible row without a visible end has its letter at the edge, in line with its seats', () => {
  const rows = rowsOf('Orchestra stalls')
  const { camera, letters } = lettersAt(middle(rows[7]!), 28)
  expect(letters.map(({ text }) => text)).toEqual(rows.slice(4, 11).map(({ label }) => label))
  for (const { row, x, y, edge } of letters) {
    const { firstSeat, seatCount } = plan.rows[row]!
    const seats = Array.from({ length: seatCount }, (_, nth) => toScreen(camera, plan.x[firstSeat + nth]!, plan.y[firstSeat + nth]!))
    expect([edge, Math.min(...seats.map(([sx, sy]) => Math.hypot(sx - x, sy - y))) < 28]).toEqual(['start', true])
  }
})

test('a letter just beyond the edge is also shown at the edge', () => {
  const { label, firstSeat } = rowsOf('Orchestra stalls')[7]!
  const k = 28 / (seatPitch(plan) * 0.84)
  const middleOf = toScreen({ x: 0, y: 0, k }, plan.x[firstSeat]!, plan.y[firstSeat]!)
  // The first seat touches the edge.
  const camera = { x: clear.x + 14 - middleOf[0], y: clear.y + 200 - middleOf[1], k }
  expect(edgeLetters(plan, 'all', camera, 28, clear).map(({ text }) => text)).toContain(label)
})

test('upright rows have their letters at the top', () => {
  const { letters } = lettersAt(middle(rowsOf('Stalls circle left')[1]!), 28)
  expect(letters.filter(({ edge }) => edge === 'top').map(({ text }) => text)).toEqual(expect.arrayContaining(['B']))
})

test('rows with a visible end, small seats or another level have no letter', () => {
  const row = rowsOf('Orchestra stalls')[7]!
  expect(lettersAt(row.firstSeat, 28).letters.map((letter) => letter.row)).not.toContain(row.index)
  expect(lettersAt(middle(row), 8).letters).toEqual([])
  const { camera } = lettersAt(middle(row), 28)
  expect(edgeLetters(plan, areaNamed('Amphitheatre centre').view, camera, 28, clear)).toEqual([])
})

test('for any camera, letters are on the screen, one per row, and do not overlap', () => {
  fc.assert(
    fc.property(fc.nat(plan.seatCount - 1), fc.integer({ min: 9, max: 72 }), (seat, size) => {
      const { letters } = lettersAt(seat, size)
      expect(new Set(letters.map(({ row }) => row)).size).toBe(letters.length)
      for (const edge of ['start', 'top'] as const) {
        const places = letters.filter((letter) => letter.edge === edge).map(({ x, y }) => (edge === 'start' ? y : x))
        places.forEach((place, nth) => expect(place - (places[nth - 1] ?? -Infinity)).toBeGreaterThanOrEqual(13))
        const [from, length] = edge === 'start' ? [clear.y, clear.height] : [clear.x, clear.width]
        for (const place of places) expect(place > from - size && place < from + length + size).toBe(true)
      }
    }),
  )
})
