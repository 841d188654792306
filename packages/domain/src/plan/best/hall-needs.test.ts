import { expect, it } from 'vitest'
import { seatFlag, seatTypes } from '../model/seat-type.ts'
import { needsOfHall, needsWithin } from './hall-needs.ts'

const standard = seatTypes.indexOf('standard')
const wheelchair = seatTypes.indexOf('wheelchair')
const companion = seatTypes.indexOf('companion')

it('offers only needs that some seats of the hall meet and others do not', () => {
  const hall = {
    type: Uint8Array.of(standard, wheelchair, companion),
    flags: Uint8Array.of(seatFlag.endOfRow | seatFlag.stepFree, seatFlag.stepFree, seatFlag.stepFree),
  }
  expect(needsOfHall(hall)).toEqual(['wheelchair', 'companion', 'end-of-row'])
})

it('takes the needs that the hall has seats for, and a companion seat only beside a wheelchair space', () => {
  const hall = { type: Uint8Array.of(standard, wheelchair, companion), flags: new Uint8Array(3) }
  expect(needsWithin(hall, ['companion', 'wheelchair', 'hearing-loop'])).toEqual(['wheelchair', 'companion'])
  expect(needsWithin(hall, ['companion'])).toEqual([])
  expect(needsWithin({ ...hall, type: Uint8Array.of(standard, companion, companion) }, ['wheelchair', 'companion'])).toEqual([])
})
