import { expect, it } from 'vitest'
import { donationsPath, fundPathOf, hasDonationPage } from './donation-path.ts'

const brand = { features: { donations: true }, giving: [{ fund: 'stage' }, { fund: 'roof' }] }

it('has a page of all funds and one of each, by its exact id', () => {
  const paths = [donationsPath, fundPathOf({ fund: 'roof' }), `${donationsPath}/Roof`, `${donationsPath}/roof/`, `${donationsPath}/organ`]
  expect(paths.map((path) => hasDonationPage(brand, path))).toEqual([true, true, false, false, false])
})

it('has none without the feature or without funds', () => {
  const closed = { ...brand, features: { donations: false } }
  for (const path of [donationsPath, fundPathOf({ fund: 'roof' })]) {
    expect(hasDonationPage(closed, path)).toBe(false)
    expect(hasDonationPage({ ...brand, giving: [] }, path)).toBe(false)
  }
})

it('returns undefined for other paths', () => {
  for (const path of ['/', '/contributions/memberships', '/contributions/donations-to-come'])
    expect(hasDonationPage(brand, path)).toBeUndefined()
})
