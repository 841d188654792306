import { expect, it } from 'vitest'
import { usualGap } from './adjacent.ts'
import { drawnHall } from '../testing/hall.arbitrary.ts'

it('measures the usual gap past aisles, and takes the usual pitch of theatres where no seat has a neighbour', () => {
  expect(usualGap(drawnHall('... ...', '.. ....').plan)).toBe(52)
  expect(usualGap(drawnHall('.', '.').plan)).toBe(55)
})
