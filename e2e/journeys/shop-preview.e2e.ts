import type { Page } from '@playwright/test'
import { checkScreen } from '../support/check-screen.ts'
import { findStaffUser, signInAtCounter } from '../support/counter.ts'
import { openShop, type Shop } from '../support/server.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

let shop: Shop
test.beforeAll(async ({}, info) => {
  shop = await openShop(info.parallelIndex * 10 + 6, { BRAND: 'kingston' })
})
test.afterAll(() => shop.stop())

const dayAhead = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const banner = (page: Page) => page.getByRole('region', { name: 'Preview of the shop' })

/** Creates a draft with one performance, which members of the first level book from the fifth day ahead, and everyone from the sixth. */
async function createDraft(page: Page, id: string): Promise<void> {
  const call = async (method: 'GET' | 'POST' | 'PUT', path: string, data?: object): Promise<unknown> => {
    const reply = await page.request.fetch(`/api/staff/${path}`, { method, data, headers: { origin: shop.origin } })
    expect(reply.status(), await reply.text()).toBe(200)
    return reply.json()
  }
  type Options = { halls: { hall: string; planVersion: string }[]; priceLists: { id: string; hall: string }[]; timeZone: string }
  const { halls, priceLists, timeZone } = (await call('GET', 'planning-options')) as Options
  const { hall, planVersion } = halls.find((each) => priceLists.some((list) => list.hall === each.hall))!
  const production = {
    ...{ id, title: 'Cymbeline', credit: 'William Shakespeare', tagline: '', venue: 'Main House', copyLanguage: 'en' },
    synopsis: [{ kind: 'paragraph', text: 'A king loses his children.' }],
    ...{ runningTime: 150, intervals: 1, ageGuidance: 12, warnings: [], poster: { hue: 20, motif: 'sun' } },
  }
  await call('POST', 'productions', { production })
  const performance = {
    ...{ id: `${id}-1`, hall, planVersion, priceList: priceLists.find((list) => list.hall === hall)!.id, type: null, timeZone },
    ...{ startsAt: `${dayAhead(300)}T19:30`, generalSaleAt: `${dayAhead(-1)}T10:00`, priority: [], programme: null, members: null },
    ...{ web: { isVisible: true, sale: 'on-sale' }, counter: { isVisible: true, isOnSale: true }, perCustomer: null, accessTags: [] },
  }
  await call('POST', `productions/${id}/performances`, { performance })
  const site = (await (await page.request.get('/api/site')).json()) as { brand: { memberships: { id: string }[] } }
  const window = (days: number, memberships: string[] | null) => ({
    ...{ channel: 'web', memberships, limit: null, from: { kind: 'at', at: `${dayAhead(days)}T10:00` }, until: null },
  })
  const windows = [window(6, null), window(5, [site.brand.memberships[0]!.id])]
  await call('PUT', `productions/${id}/sale-windows`, { version: null, windows })
}

test('a programmer sees a draft in the shop before and after its windows open, and can hold no seats there', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: shop.origin, locale: 'en-GB' })
  const page = await context.newPage()
  const visitor = await (await browser.newContext({ baseURL: shop.origin, locale: 'en-GB' })).newPage()
  try {
    await signInAtCounter(
      page,
      findStaffUser(({ role }) => role === 'programmer'),
    )
    await expect(heading(page, 'Productions')).toBeVisible()
    await createDraft(page, 'cymbeline')

    await page.goto('/smart/productions/cymbeline')
    const openForm = async (): Promise<void> => {
      await page.locator('main h2 button').first().click()
      await expect(page.locator('#preview-day')).toBeVisible()
    }
    await openForm()
    await checkScreen(page, 'form of a preview', { restore: openForm })
    await page.getByLabel('Time', { exact: true }).fill('25:00')
    await page.keyboard.press('Enter')
    await expect(page.locator('#preview-time')).toBeFocused()
    await page.getByLabel('Date', { exact: true }).fill(dayAhead(5))
    await page.getByLabel('Time', { exact: true }).fill('10:00')
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Cymbeline')).toBeVisible()
    await expect(page).toHaveURL(/\/preview\/[^/]+\/events\/cymbeline$/)
    await expect(banner(page)).toContainText('as a visitor without an account')
    await expect(page.getByText('Members first').first()).toBeVisible()
    await checkScreen(page, 'production in a preview')
    const preview = new URL(page.url()).pathname.replace('/events/cymbeline', '')

    // Links, guards and redirects stay in the preview.
    await page.getByRole('banner').getByRole('link').first().click()
    await expect(page).toHaveURL(new RegExp(`${preview.replaceAll(/[.~]/g, '.')}/?$`))
    await page.goto(`${preview}/account/overview`)
    await expect(page).toHaveURL(/\/preview\/[^/]+\/login\?next=%2Faccount%2Foverview$/)
    await expect(banner(page)).toBeVisible()
    expect((await visitor.request.get('/api/events/cymbeline')).status()).toBe(404)

    await banner(page).getByRole('link', { name: 'Back to the production' }).click()
    await expect(heading(page, 'Cymbeline')).toBeVisible()
    await page.getByRole('link', { name: 'On-sale times' }).click()
    await page.getByRole('button', { name: 'Window 2: see the shop a minute later' }).click()
    await expect(banner(page)).toContainText(/10\.01am, as a member/)
    const asMember = new URL(page.url()).pathname.replace('/events/cymbeline', '')
    await page.goto(`${asMember}/events/cymbeline/cymbeline-1/syos/all?list`)
    const seat = page.getByRole('table').getByRole('checkbox').first()
    await seat.click()
    await expect(seat).toBeChecked()
    const add = page.getByRole('button', { name: 'Add 1 seat to basket' })
    await expect(add).toBeDisabled()
    await expect(add).toHaveAccessibleDescription('Nothing can be bought here.')
    await expectAccessible(page, 'seats in a preview')
    await page.goto(`${asMember}/events/cymbeline/cymbeline-1/syos/all?map`)
    await expect(page.locator('canvas')).toBeVisible()

    // Once the staff user has signed out, an open page of the preview shows nothing more of the draft.
    await page.goto(`${asMember}/terms`)
    await expect(banner(page)).toBeVisible()
    expect((await page.request.post('/api/staff/sign-out', { data: {}, headers: { origin: shop.origin } })).status()).toBe(200)
    await page.getByRole('banner').getByRole('link', { name: 'Packages' }).click()
    await expect(page.getByText('This preview has ended').first()).toBeVisible()
    await page.reload()
    await expect(page).toHaveURL(/\/preview-ended$/)
    await visitor.goto(`${asMember}/events/cymbeline`)
    await expect(visitor).toHaveURL(/\/preview-ended$/)
    await checkScreen(visitor, 'preview that has ended')
    await expect(heading(visitor, 'This preview has ended')).toBeVisible()
  } finally {
    await visitor.context().close()
    await context.close()
  }
})
