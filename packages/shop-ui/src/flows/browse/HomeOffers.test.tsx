// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { parseBrand } from '@playhouse/domain/brand'
import { flexListPath } from '@playhouse/domain/flex-path'
import { closeScreen, openScreen } from '#testing'
import { HomeOffers } from './HomeOffers.tsx'

const shelf = join(import.meta.dirname, '../../../../../brands')
const brands = readdirSync(shelf, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => parseBrand(readFileSync(join(shelf, name, 'brand.json'), 'utf8'), name))

afterEach(closeScreen)

const open = (brand: (typeof brands)[number], isBuilt: (path: string) => boolean) =>
  openScreen({ at: '/', routes: [{ path: '/', element: <HomeOffers isBuilt={isBuilt} /> }], brand })

it('names a type of product in the language of the visitor', async () => {
  const brand = brands.find(({ productTypes = [] }) => productTypes.length > 0)!
  const productTypes = brand.productTypes!.map((type) => ({ ...type, names: { en: `English ${type.type}` } }))
  await open({ ...brand, productTypes }, () => true)
  expect(screen.getByText('English merchandise').hasAttribute('lang')).toBe(false)
})

describe.each(brands)('the home page of $id', (brand) => {
  it('links to each section of the navigation beside the programme and the account, and to flexible subscriptions', async () => {
    await open(brand, () => true)
    const inNavigation = brand.nav.map(({ to }) => to).filter((to) => to !== '/' && !to.startsWith('/account'))
    const sections = [...inNavigation, ...(brand.flexSubscriptions ? [flexListPath] : [])]
    expect(sections).not.toEqual([])
    const links = screen.getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual(sections)
    expect(new Set(links.map((link) => link.textContent)).size).toBe(sections.length)
  })
  it('omits sections without a page', async () => {
    const { container } = await open(brand, () => false)
    expect(container.querySelector('section')).toBeNull()
  })
})
