import { expect, it } from 'vitest'
import { money } from '../money/money.ts'
import { nextTryDay } from '../payment/recurring-charge.ts'
import { chargeDay, graceUntil, renewableTerms } from './membership-renewal.ts'

const term = {
  ...{ id: 'a', membership: 'friend', startsOn: '2031-01-01', expiresOn: '2031-12-31', graceUntil: null },
  ...{ value: money(60_00), isCancelled: false, isRenewed: false },
}

it.each([
  ['card', '2031-12-01', '2031-12-31'],
  ['card', '2031-12-31', '2032-01-01'],
  ['direct-debit', '2031-12-26', '2031-12-31'],
  ['direct-debit', '2031-12-30', '2032-01-04'],
] as const)('charges a %s that is announced on %s on %s', (means, announcedOn, day) => {
  expect(chargeDay(term, means, announcedOn)).toBe(day)
})

it('tries a card three times in ten days, never twice on a day, and a direct debit once', () => {
  const chargeOn = '2031-12-31'
  expect(nextTryDay('card', chargeOn, 1, chargeOn)).toBe('2032-01-04')
  expect(nextTryDay('card', chargeOn, 2, '2032-01-04')).toBe('2032-01-09')
  expect(nextTryDay('card', chargeOn, 3, '2032-01-09')).toBeUndefined()
  expect(nextTryDay('card', chargeOn, 1, '2032-01-20'), 'a job that was late').toBe('2032-01-21')
  expect(nextTryDay('direct-debit', chargeOn, 1, chargeOn)).toBeUndefined()
})

it('ends the days of grace ten days after the first try, and at a limit after the term', () => {
  expect(graceUntil(term, '2031-12-31')).toBe('2032-01-10')
  expect(graceUntil(term, '2032-01-05')).toBe('2032-01-15')
  expect(graceUntil(term, '2032-03-01')).toBe('2032-01-15')
})

it('renews the last term of each membership that the brand renews automatically', () => {
  const sold = { price: money(60_00), months: 12 }
  const level = (isAutomatic: boolean) => [{ id: 'friend', name: 'Friend', sold: { ...sold, renewal: { days: 60, isAutomatic } } }]
  const next = { ...term, id: 'b', startsOn: '2032-01-01', expiresOn: '2032-12-31' }
  const idsOf = (...args: Parameters<typeof renewableTerms>) => renewableTerms(...args).map((each) => each.term.id)
  expect(idsOf(level(true), [next, { ...term, isRenewed: true }], '2031-12-01')).toEqual(['b'])
  expect(idsOf(level(false), [term], '2031-12-01')).toEqual([])
  expect(idsOf([{ id: 'friend', name: 'Friend', sold }], [term], '2031-12-01')).toEqual([])
  expect(idsOf(level(true), [{ ...term, isCancelled: true }], '2031-12-01')).toEqual([])
  expect(idsOf(level(true), [term], '2032-01-01'), 'ended').toEqual([])
  expect(idsOf(level(true), [{ ...term, graceUntil: '2032-01-10' }], '2032-01-01')).toEqual(['a'])
})
