// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { brandSchema } from '@playhouse/domain/brand'
import { closeScreen, openScreen } from '#testing'
import { AddDonationPage, AddMembershipPage } from './AddToCartPage.tsx'

afterEach(closeScreen)

/** A brand that sells memberships and takes donations in the web shop. */
const brand = brandSchema.parse(JSON.parse(readFileSync(join(import.meta.dirname, '../../../../../brands/brooklyn/brand.json'), 'utf8')))
const [giving, membership] = [brand.giving[0]!, brand.memberships.find(({ sold }) => sold)!]
const withoutSales = {
  ...brand,
  features: { ...brand.features, donations: false },
  steps: brand.steps.filter((step) => step !== 'memberships'),
}
const routes = [
  { path: '/smart/add-to-cart/donations/:fund', element: <AddDonationPage /> },
  { path: '/smart/add-to-cart/memberships/:level', element: <AddMembershipPage /> },
]

it.each([
  [`donations/${giving.fund}`, brand, `Donations to ${giving.name} are made in the web shop, together with tickets.`],
  [`donations/${giving.fund}`, withoutSales, `There is no fund “${giving.fund}” to give to.`],
  ['donations/another', brand, 'There is no fund “another” to give to.'],
  [`memberships/${membership.id}`, brand, `${membership.name} is sold in the web shop, together with tickets.`],
  [`memberships/${membership.id}`, withoutSales, `${membership.name} is sold neither here nor in the web shop.`],
  ['memberships/another', brand, 'There is no membership “another”.'],
])('shows at %s whether and where the brand sells it', async (path, brand, sentence) => {
  await openScreen({ at: `/smart/add-to-cart/${path}`, routes, brand })
  expect(await screen.findByText(sentence)).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Open the web shop' }) !== null).toBe(sentence.includes('together with tickets'))
})
