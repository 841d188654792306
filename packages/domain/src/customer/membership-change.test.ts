import { expect, it } from 'vitest'
import { money, zero } from '../money/money.ts'
import { describeTerms } from './held-membership.ts'
import { findHeldItems, findMembershipChange } from './membership-change.ts'
import type { MembershipTerm } from './membership-term.ts'

const sold = (price: number) => ({ price: money(price), months: 12, renewal: { days: 60, isAutomatic: false } })
const levels = [
  { id: 'patron', name: 'Patron', sold: sold(180_00) },
  { id: 'friend', name: 'Friend', sold: sold(60_00) },
]
const friend: MembershipTerm = {
  ...{ id: 'term', membership: 'friend', startsOn: '2031-06-01', expiresOn: '2032-05-31', graceUntil: null },
  ...{ value: money(60_00), isCancelled: false, isRenewed: false },
}
const changesOn = (day: string, terms: MembershipTerm[] = [friend]) => {
  const described = describeTerms(levels, terms, day)
  return { patron: findMembershipChange('patron', described), friend: findMembershipChange('friend', described) }
}
const none = { heldUntil: null, renewal: null, upgrade: null }

it('offers the upgrade of a held membership for the price less its unused part, and no renewal before the window', () => {
  const upgrade = { from: 'friend', name: 'Friend', credit: money(60_00), price: money(120_00) }
  expect(changesOn('2031-06-01')).toEqual({ patron: { ...none, upgrade }, friend: { ...none, heldUntil: '2032-05-31' } })
})

it('offers the renewal in its window, from the day after the end', () => {
  const renewal = { price: money(60_00), startsOn: '2032-06-01' }
  expect(changesOn('2032-05-01').friend).toEqual({ ...none, heldUntil: '2032-05-31', renewal })
})

it('offers nothing once the membership has ended, or for one that is not held', () => {
  expect(changesOn('2032-06-01')).toEqual({ patron: none, friend: none })
  expect(changesOn('2031-07-01', [])).toEqual({ patron: none, friend: none })
  expect(changesOn('2031-07-01', [{ ...friend, value: zero, isCancelled: true }])).toEqual({ patron: none, friend: none })
})

it('finds the items of a basket that are held by now, until the renewal window', () => {
  const [join, upgrade, gift] = [
    { detail: { membership: 'friend' } },
    { detail: { membership: 'patron', upgradeFrom: 'friend' } },
    { detail: { level: 'friend' } },
  ]
  const items = [join, upgrade, gift, { detail: null }]
  const heldOn = (day: string, terms: MembershipTerm[] = [friend]) => findHeldItems(levels, terms, items, day)
  expect(heldOn('2031-06-01')).toEqual([join])
  expect(heldOn('2032-05-01'), 'renewable').toEqual([])
  expect(heldOn('2031-06-01', [])).toEqual([])
  expect(heldOn('2031-06-01', [{ ...friend, id: 'other', membership: 'patron' }])).toEqual([upgrade])
})
