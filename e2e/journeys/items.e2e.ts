import type { Page } from '@playwright/test'
import { keysOf } from '../support/keys.ts'
import { openShop, type Shop } from '../support/server.ts'
import { findPerformance, payByCard } from '../support/journey.ts'
import { checkScreen } from '../support/check-screen.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

let brooklyn: Shop
test.beforeAll(async ({}, info) => {
  brooklyn = await openShop(info.parallelIndex * 10 + 3, { BRAND: 'brooklyn' })
})
test.afterAll(() => brooklyn.stop())

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

/** Gives $50 from the empty basket. */
async function give(page: Page): Promise<void> {
  await page.goto('/checkout/basket')
  await expect(heading(page, 'Your cart is empty')).toBeVisible()
  await expectAccessible(page, 'empty cart with a donation to add')
  await page.getByRole('button', { name: 'Give to The Stage Door Fund?' }).click()
  await page.getByText('$50.00', { exact: true }).filter({ visible: true }).click()
  await page.getByRole('button', { name: 'Add this donation' }).click()
  await expect(heading(page, /^Your cart$/)).toBeVisible()
}

test('a guest without tickets gives a donation, finds it after the browser was closed, and gets a receipt @money', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: brooklyn.origin, locale: 'en-US' })
  const page = await context.newPage()
  const send = async (method: 'post' | 'put', path: string, data: unknown) => {
    const response = await page.request[method](`/api${path}`, { data, headers: { origin: brooklyn.origin } })
    expect(response.ok(), `${path} answers ${response.status()} ${await response.text()}`).toBe(true)
    return response.json()
  }
  try {
    await give(page)
    await expect(page.getByText('Donation: The Stage Door Fund').first()).toBeVisible()
    await expect(page.getByRole('timer')).toHaveCount(0)
    await expect(page.getByRole('link', { name: /^Cart/ })).toContainText('1 item')
    await checkScreen(page, 'cart with a donation alone')
    // A browser that is closed forgets the session's cookie and keeps the basket's.
    await context.clearCookies({ name: 'sid' })
    await page.reload()
    await expect(page.getByText('Donation: The Stage Door Fund').first()).toBeVisible()

    await page.getByRole('link', { name: 'Continue' }).click()
    await page.getByLabel('Email address').fill(`donor${Date.now()}@audience.example`)
    await page.getByLabel('First name').fill('Walt')
    await page.getByLabel('Last name').fill('Whitman')
    await page.getByLabel('Phone number').fill('718 555 0142')
    await page.getByRole('button', { name: 'Continue as a guest' }).click()
    await expect(heading(page, 'You may also like')).toBeVisible()
    await expect(page.getByRole('group', { name: 'Your order so far' })).toContainText('Donation: The Stage Door Fund')
    await page.goto('/checkout/delivery')
    await expect(heading(page, 'How would you like your tickets?')).toHaveCount(0)
    const address = { line1: '99 Ryerson Street', line2: '', line3: '', city: 'Brooklyn', state: 'NY', postcode: '11205', country: 'US' }
    await send('put', '/basket/billing', { firstName: 'Walt', lastName: 'Whitman', phone: '718 555 0142', address })
    await page.goto('/checkout/review')
    await expect(heading(page, 'Check your order')).toBeVisible()
    await checkScreen(page, 'review of a donation alone')
    await send('put', '/basket/notes', { order: '', access: '', termsAccepted: true })
    await page.goto('/checkout/payment')
    await page.getByRole('button', { name: /^Pay / }).click()
    await payByCard(page)
    await expect(heading(page, 'Thank you')).toBeVisible({ timeout: 30_000 })
    await expect(page.getByRole('listitem').filter({ hasText: 'Donation: The Stage Door Fund' })).toContainText('$50')
    await checkScreen(page, 'confirmed donation')
    const file = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Receipt as PDF' }).click()
    expect((await file).suggestedFilename()).toMatch(/^receipt-[A-Z0-9]{8}\.pdf$/)
    await expect(page.getByRole('link', { name: /^Cart/ })).not.toContainText('item')
    await brooklyn.expectInvariants()
  } finally {
    await context.close()
  }
})

test('a donation stays in the cart when the hold of the seats lapses, and the same seats can be held again @seats @money', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: brooklyn.origin, locale: 'en-US' })
  const page = await context.newPage()
  try {
    await give(page)
    const performance = await findPerformance(page, 1, 'stoop')
    const response = await page.request.post(`/api/instances/${performance.id}/best-available`, {
      data: { quantity: 2, together: true },
      headers: { origin: brooklyn.origin },
    })
    expect(response.ok()).toBe(true)
    await page.goto('/checkout/basket')
    await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(3)
    await brooklyn.endHolds(-1)
    await page.reload()
    await expect(page.getByText('Everything else is still in your').first()).toBeVisible()
    await expect(page.getByText('Donation: The Stage Door Fund').first()).toBeVisible()
    await checkScreen(page, 'cart after the seats were released')
    await page.getByRole('button', { name: 'Try the same seats again' }).first().click()
    await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(3)
    await brooklyn.expectInvariants()
  } finally {
    await context.close()
  }
})

test('by keyboard alone, a guest puts a poster in the cart, loses it at the deadline, holds it again and buys it @money', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: brooklyn.origin, locale: 'en-US' })
  const page = await context.newPage()
  const { tabTo } = keysOf(page)
  const send = async (method: 'post' | 'put', path: string, data: unknown) => {
    const response = await page.request[method](`/api${path}`, { data, headers: { origin: brooklyn.origin } })
    expect(response.ok(), `${path} answers ${response.status()} ${await response.text()}`).toBe(true)
  }
  try {
    await page.goto('/')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Shop' }).press('Enter')
    await expect(heading(page, 'Theater shop')).toBeFocused()
    await checkScreen(page, 'products')
    await tabTo(/^Stoop poster$/)
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Stoop poster')).toBeFocused()
    await tabTo(/^Print/)
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('radio', { name: /^Framed in black oak/ })).toBeChecked()
    await tabTo(/^How many/)
    await page.keyboard.press('ArrowUp')
    await checkScreen(page, 'product')
    await tabTo(/^Add to cart/)
    await page.keyboard.press('Enter')
    await expect(heading(page, /^Your cart$/)).toBeFocused()
    await expect(page.getByRole('region', { name: 'Products' })).toContainText('Stoop poster, Framed in black oak')
    await expect(page.getByRole('region', { name: 'Products' })).toContainText('$190.00')
    await checkScreen(page, 'cart with a product')

    await brooklyn.endHolds(-1)
    await page.reload()
    await expect(page.getByText('Your cart has expired: what it held for you was released.').first()).toBeVisible()
    await expect(page.getByText('Stoop poster, Framed in black oak × 2').first()).toBeVisible()
    await page.getByRole('button', { name: 'Try the same again' }).first().press('Enter')
    await expect(page.getByRole('region', { name: 'Products' })).toContainText('$190.00')
    await expect(heading(page, /^Your cart$/)).toBeFocused()

    await page.goto('/aux/merchandise/stoop-poster')
    await expect(page.getByText('2 in your cart')).toBeVisible()
    await send('post', '/auth/guest', {
      email: `poster${Date.now()}@audience.example`,
      firstName: 'Walt',
      lastName: 'Whitman',
      phone: '718 555 0142',
    })
    const address = { line1: '99 Ryerson Street', line2: '', line3: '', city: 'Brooklyn', state: 'NY', postcode: '11205', country: 'US' }
    await send('put', '/basket/billing', { firstName: 'Walt', lastName: 'Whitman', phone: '718 555 0142', address })
    await send('put', '/basket/notes', { order: '', access: '', termsAccepted: true })
    await page.goto('/checkout/payment')
    await page.getByRole('button', { name: /^Pay / }).click()
    await payByCard(page)
    await expect(heading(page, 'Thank you')).toBeVisible({ timeout: 30_000 })
    await expect(page.getByRole('listitem').filter({ hasText: 'Stoop poster, Framed in black oak' })).toContainText('$190')
    await brooklyn.expectInvariants()
  } finally {
    await context.close()
  }
})

test('the server renders the pages of products, and a list in place of one that is not sold', async ({ request, shop }) => {
  const read = async (path: string, { origin }: { readonly origin: string } = brooklyn, headers = {}) => {
    const response = await request.get(`${origin}/aux${path}`, { headers: { 'accept-language': 'en-US', ...headers } })
    return { status: response.status(), html: await response.text() }
  }
  const all = await read('/merchandise')
  expect(all.status).toBe(200)
  for (const text of ['<title>Theater shop', 'Stoop poster', 'Beanie', '$24.00']) expect(all.html).toContain(text)
  const one = await read('/merchandise/stoop-poster')
  expect(one.status).toBe(200)
  for (const text of ['<title>Stoop poster', 'Risograph print', 'Framed in black oak']) expect(one.html).toContain(text)
  expect((await read('/merchandise', brooklyn, { cookie: 'sid=unknown' })).html, 'with the cookie of a session').toContain('Beanie')
  const none = await read('/merchandise/no-such-thing')
  expect(none.status).toBe(404)
  expect(none.html).toContain('Beanie')
  for (const path of ['', '/parking', '/merchandise/beanie/more']) expect((await read(path)).status, path).toBe(404)
  expect((await read('/merchandise', shop)).status, 'bridge').toBe(404)
})
