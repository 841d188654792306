import { expect, it } from 'vitest'
import { stateOfGift } from './gift-membership.ts'

const gift = { isClaimed: false, isReturned: false, orderState: 'confirmed', claimUntil: '2027-03-03' } as const

it('can be claimed until its last day, and not after a return or while its order is on hold', () => {
  expect(stateOfGift(gift, '2027-03-03')).toBe('claimable')
  expect(stateOfGift(gift, '2027-03-04')).toBe('ended')
  expect(stateOfGift({ ...gift, isReturned: true }, '2027-03-03')).toBe('ended')
  for (const orderState of ['on-hold', 'returned', 'failed'] as const)
    expect(stateOfGift({ ...gift, orderState }, '2027-03-03'), orderState).toBe('ended')
})

it('stays claimed, whatever happens to its order afterwards', () => {
  for (const orderState of ['confirmed', 'on-hold', 'returned'] as const)
    expect(stateOfGift({ ...gift, isClaimed: true, orderState }, '2030-01-01'), orderState).toBe('claimed')
})
