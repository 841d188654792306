import { expect, it } from 'vitest'
import { findMembershipByLink, hasMembershipPage, membershipPathOf, membershipsOnSale } from './membership-page.ts'

const brand = {
  memberships: [
    { id: 'priority', link: 'Priority', sold: { price: 1 } },
    { id: 'friend', sold: { price: 1 } },
    { id: 'founder', link: 'Founder' },
  ],
}

it('names the page of a membership by its link, else by its id', () => {
  expect(membershipsOnSale(brand).map(membershipPathOf)).toEqual([
    '/contributions/memberships/Priority',
    '/contributions/memberships/friend',
  ])
})

it.each([
  ['/contributions/memberships', true],
  ['/contributions/memberships/Priority', true],
  ['/contributions/memberships/friend', true],
  ['/contributions/memberships/priority', false],
  ['/contributions/memberships/PRIORITY', false],
  ['/contributions/memberships/Founder', false],
  ['/contributions/memberships/Priority/more', false],
  ['/contributions/donations', undefined],
  ['/', undefined],
])('has a page at %s: %s', (path, expected) => {
  expect(hasMembershipPage(brand, path)).toBe(expected)
})

it('has no page in a brand that sells none', () => {
  expect(hasMembershipPage({ memberships: [{ id: 'founder' }] }, '/contributions/memberships')).toBe(false)
})

it('finds a membership by the exact spelling of its link', () => {
  expect(findMembershipByLink(brand, 'Priority')?.id).toBe('priority')
  expect(findMembershipByLink(brand, 'priority')).toBeUndefined()
  expect(findMembershipByLink(brand, 'Founder')).toBeUndefined()
})
