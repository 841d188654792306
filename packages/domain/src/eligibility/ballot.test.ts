import fc from 'fast-check'
import { expect, it } from 'vitest'
import { problem } from '../problem.ts'
import { money } from '../money/money.ts'
import { ballotEntryProblem, drawBallot, lowestPriceOf } from './ballot.ts'

const evenings = ['mon', 'tue', 'wed', 'thu']
const entries = fc.uniqueArray(
  fc.record({
    id: fc.uuid(),
    quantity: fc.integer({ min: 1, max: 4 }),
    choices: fc.uniqueArray(fc.constantFrom(...evenings), { minLength: 1, maxLength: 4 }),
  }),
  { selector: ({ id }) => id, maxLength: 40 },
)
const seats = fc
  .array(fc.integer({ min: 0, max: 20 }), { minLength: 4, maxLength: 4 })
  .map((each) => new Map(each.map((seatsLeft, nth) => [evenings[nth]!, seatsLeft])))
/** Some order that has nothing to do with that of entering. */
const lotOf = (salt: number) => (id: string) =>
  [...id].map((char) => String.fromCodePoint(33 + ((char.codePointAt(0)! * (salt + 7)) % 90))).join('')

it('allots no seat twice, skips no entry that fits, and ignores the order of entries', () => {
  fc.assert(
    fc.property(entries, seats, fc.nat(80), (all, offered, salt) => {
      const outcomes = drawBallot(all, offered, lotOf(salt))
      expect(outcomes.map(({ place }) => place)).toEqual(all.map((_, index) => index + 1))
      expect(outcomes.map(({ entry }) => entry).toSorted()).toEqual(all.map(({ id }) => id).toSorted())
      const seatsLeft = new Map(offered)
      for (const { entry, performance } of outcomes) {
        const { quantity, choices } = all.find(({ id }) => id === entry)!
        expect(performance).toBe(choices.find((choice) => seatsLeft.get(choice)! >= quantity))
        if (performance !== undefined) seatsLeft.set(performance, seatsLeft.get(performance)! - quantity)
      }
      expect([...seatsLeft.values()].every((seatsLeft) => seatsLeft >= 0)).toBe(true)
      expect(drawBallot(all.toReversed(), offered, lotOf(salt))).toEqual(outcomes)
    }),
  )
})

it.each([
  [1, ['mon'], undefined],
  [2, ['tue', 'mon'], undefined],
  [3, ['mon'], problem('too-many-tickets-requested', { maximum: 2 })],
  [1, ['wed'], problem('invalid-input', { fields: ['choices'] })],
  [1, ['mon', 'mon'], problem('invalid-input', { fields: ['choices'] })],
])('checks an entry for %i tickets of %o: %o', (quantity, choices, expected) => {
  const refusal = ballotEntryProblem({ quantity, choices }, { offeredPerformances: new Set(['mon', 'tue']), maxQuantity: 2 })
  expect(refusal).toEqual(expected)
})

it('finds the lowest price of a price type in the bands that have seats', () => {
  const price = (amount: number) => ({ price: money(amount), fee: money(0) })
  const list = {
    prices: { a: { day: price(20_00) }, b: { day: price(15_00) }, c: { day: price(5_00) }, d: { full: price(1_00) } },
    seatBands: [0, 1, 3].map((band): [number, number] => [band, 10]),
  }
  expect(lowestPriceOf(list, 'day')).toBe(15_00)
  expect(lowestPriceOf(list, 'none')).toBeUndefined()
})
