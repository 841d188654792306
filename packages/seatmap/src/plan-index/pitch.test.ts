import { expect, test } from 'vitest'
import { seatPitch } from './pitch.ts'

/** One row of places, in the order of the file. */
const rowOf = (xs: readonly number[]) => ({
  rows: [{ index: 0, area: 0, label: 'A', firstSeat: 0, seatCount: xs.length }],
  x: Float32Array.from(xs),
  y: new Float32Array(xs.length),
  seatCount: xs.length,
})

test.each([
  ['in order', Array.from({ length: 600 }, (_, place) => place * 55)],
  ['backwards', Array.from({ length: 600 }, (_, place) => -place * 55)],
  ['in disorder', Array.from({ length: 600 }, (_, place) => ((place * 7_919) % 600) * 55)],
  ['odd numbers first', Array.from({ length: 600 }, (_, place) => (place < 300 ? 2 * place : 2 * (place - 300) + 1) * 55)],
])('derives the drawn width from a row of adjacent chairs, listed %s', (_, xs) => {
  expect(seatPitch(rowOf(xs))).toBe(55)
})

test('chairs far apart keep the usual size', () => {
  expect(seatPitch(rowOf([0, 2_000, 4_000, 6_000]))).toBe(104)
  expect(seatPitch(rowOf([0, 3, 6, 9]))).toBe(3)
  expect(seatPitch(rowOf([7]))).toBe(52)
})
