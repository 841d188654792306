import type { Page } from '@playwright/test'
import { checkScreen } from '../support/check-screen.ts'
import { findStaffUser, signInAtCounter } from '../support/counter.ts'
import { payByCard } from '../support/journey.ts'
import { openShop, type Shop } from '../support/server.ts'
import { expect, test } from '../support/test.ts'

let kingston: Shop
test.beforeAll(async ({}, info) => {
  kingston = await openShop(info.parallelIndex * 10 + 3, { BRAND: 'kingston' })
})
test.afterAll(() => kingston.stop())

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const address = { line1: '1 Clattern Quay', line2: '', line3: '', city: 'Kingston', state: '', postcode: 'KT1 1ZZ', country: 'GB' }

test('adds a bag to a confirmed order, pays for it alone, and the counter refunds it alone @money', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: kingston.origin, locale: 'en-GB' })
  try {
    const page = await context.newPage()
    const send = async (method: 'post' | 'put', path: string, data: unknown) => {
      const response = await page.request[method](`/api${path}`, { data, headers: { origin: kingston.origin } })
      expect(response.ok(), `${path} answers ${response.status()} ${await response.text()}`).toBe(true)
      return response.json()
    }
    const finish = async () => {
      await send('put', '/basket/notes', { order: '', access: '', termsAccepted: true })
      return send('put', '/basket/billing', { firstName: 'Ada', lastName: 'Quill', phone: '020 7946 0000', address })
    }
    const { events } = await (await page.request.get('/api/events')).json()
    const next = events.find((event: { next: { availability: string } | null }) => event.next?.availability === 'get-tickets')!.next
    await send('post', `/instances/${next.id}/best-available`, { quantity: 2, together: true })
    await send('post', '/auth/guest', {
      ...{ email: `ada${Date.now()}@audience.example`, firstName: 'Ada', lastName: 'Quill', phone: '020 7946 0000' },
    })
    await send('put', '/basket/delivery', { method: 'print-at-home', address: null })
    const { version } = await finish()
    await page.goto('/checkout/add-ons')
    await expect(heading(page, 'Would you like to add something?')).toBeVisible()
    await checkScreen(page, 'step add-ons')
    const { redirectUrl } = await send('post', '/checkout', { version })
    await page.goto(redirectUrl)
    await payByCard(page)
    await expect(heading(page, 'See you at the theatre')).toBeVisible({ timeout: 30_000 })
    const number = /Order ([A-Z0-9]{8})/.exec(
      (await page
        .getByText(/^Order [A-Z0-9]{8}/)
        .first()
        .textContent())!,
    )![1]!

    await page.getByRole('link', { name: 'Add something to this order' }).press('Enter')
    await expect(heading(page, `Add to order ${number}`)).toBeVisible()
    await checkScreen(page, 'add-ons of an order')
    await page.getByRole('button', { name: 'Add: Tote bag' }).press('Enter')
    await expect(page.getByText('1 in your basket')).toBeVisible()
    await page.getByRole('link', { name: 'Go to your basket' }).press('Enter')
    await expect(page.getByText(`Added to order ${number}`)).toBeVisible()
    await checkScreen(page, 'basket that adds to an order')
    await finish()
    await page.goto('/checkout/payment')
    await page.getByRole('button', { name: /^Pay / }).press('Enter')
    await payByCard(page)
    await expect(heading(page, 'Thank you')).toBeVisible({ timeout: 30_000 })
    await expect(page.getByText(`This order adds to order ${number}.`)).toBeVisible()
    const orderOf = async (order: string) => (await page.request.get(`/api/me/orders/${order}`)).json()
    expect(await orderOf(number)).toMatchObject({ addOns: [{ number: `${number}-2`, state: 'confirmed', total: 14_00 }] })

    const counter = await context.newPage()
    const manager = findStaffUser(({ role }) => role === 'manager')
    await signInAtCounter(counter, manager, `${kingston.origin}/smart/orders/${number}-2`)
    await expect(heading(counter, `Order ${number}-2`)).toBeVisible()
    await counter.getByRole('link', { name: number, exact: true }).press('Enter')
    await expect(counter.getByRole('link', { name: `${number}-2` })).toBeVisible()
    const sold = await (await counter.request.get(`/api/staff/orders/${number}-2`)).json()
    const items = sold.itemWorth.map(({ item }: { item: string }) => item)
    await send('post', `/staff/orders/${number}-2/returns`, { tickets: [], items, to: 'origin', value: 14_00, reason: 'torn' })
    expect(await orderOf(number)).toMatchObject({ state: 'confirmed', refunded: 0, addOns: [{ state: 'returned' }] })
    await kingston.expectInvariants()
  } finally {
    await context.close()
  }
})
