import { expect, it } from 'vitest'
import type { Plan } from '@playhouse/domain/plan'
import { setStandingCount, toggleSeat } from './change-seats.ts'

/** Three seats, then a standing area of four places, of which the second is taken. */
const plan = {
  areas: [
    { firstSeat: 0, seatCount: 3 },
    { firstSeat: 3, seatCount: 4 },
  ],
  areaOf: Uint8Array.of(0, 0, 0, 1, 1, 1, 1),
} as unknown as Plan
const choiceOf = (...chosen: number[]) => ({ plan, isFree: (seat: number) => seat !== 4, chosen, most: 3 })

it('chooses a free seat while there are fewer than may be, and removes a chosen one', () => {
  expect(toggleSeat(choiceOf(0), 2)).toEqual({ seats: [0, 2], isFull: false })
  expect(toggleSeat(choiceOf(0), 4)).toBeUndefined()
  expect(toggleSeat(choiceOf(0, 1, 2), 3)).toEqual({ seats: [0, 1, 2], isFull: true })
  expect(toggleSeat(choiceOf(0, 1, 2), 1)).toEqual({ seats: [0, 2], isFull: false })
})

it('sets how many free places of a standing area are chosen, and keeps the other seats', () => {
  expect(setStandingCount(choiceOf(1), 1, 2, 0)).toEqual({ seats: [1, 3, 5], isFull: false })
  expect(setStandingCount(choiceOf(1, 3, 5), 1, 1, 0)).toEqual({ seats: [1, 3], isFull: false })
  expect(setStandingCount(choiceOf(1, 3), 1, 0, 0)).toEqual({ seats: [1], isFull: false })
  expect(setStandingCount(choiceOf(0, 1), 1, 2, 0)).toEqual({ seats: [0, 1, 3], isFull: true })
  expect(setStandingCount(choiceOf(), 1, 1, 2)).toEqual({ seats: [5], isFull: false })
})
