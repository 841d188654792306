import { expect, it } from 'vitest'
import { usualGap } from './adjacent.ts'
import { drawnHall } from '../testing/hall.arbitrary.ts'

it('measures what most neighbours have, past aisles, and takes what theatres have where nobody has a neighbour', () => {
  expect(usualGap(drawnHall('... ...', '.. ....').plan)).toBe(52)
  expect(usualGap(drawnHall('.', '.').plan)).toBe(55)
})
