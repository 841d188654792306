import { expect, it } from 'vitest'
import { usualGap } from './adjacent.ts'
import { drawnHall } from '../testing/hall.arbitrary.ts'

it('measures the usual gap without aisles, and returns the usual pitch of theatres if no seat has a neighbour', () => {
  expect(usualGap(drawnHall('... ...', '.. ....').plan)).toBe(52)
  expect(usualGap(drawnHall('.', '.').plan)).toBe(55)
})
