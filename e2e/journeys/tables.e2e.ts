import { checkScreen } from '../support/check-screen.ts'
import { findStaffUser, signInAtCounter } from '../support/counter.ts'
import { payByCard } from '../support/journey.ts'
import { openShop, type Shop } from '../support/server.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

let kingston: Shop
test.beforeAll(async ({}, info) => {
  kingston = await openShop(info.parallelIndex * 10 + 6, { BRAND: 'kingston' })
})
test.afterAll(() => kingston.stop())

test('a customer books a table by keyboard, the restaurant sees it, and it is cancelled alone before its deadline @money', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: kingston.origin, locale: 'en-GB' })
  const page = await context.newPage()
  const staff = await browser.newContext({ baseURL: kingston.origin, locale: 'en-GB' })
  const read = async (path: string) => (await page.request.get(`/api${path}`)).json()
  const send = async (method: 'post' | 'put', path: string, data: unknown) => {
    const response = await page.request[method](`/api${path}`, { data, headers: { origin: kingston.origin } })
    expect(response.ok(), `${path} answers ${response.status()} ${await response.text()}`).toBe(true)
    return response.json()
  }
  try {
    await page.goto('/')
    const event = 'three-men-in-a-boat'
    const { instances } = (await read(`/events/${event}`)) as { instances: { id: string; availability: string; startsAt: string }[] }
    const open = instances
      .filter(({ availability }) => availability === 'get-tickets')
      .toSorted((a, b) => (a.startsAt < b.startsAt ? 1 : -1))
    let instance = ''
    // The last one with sittings: only performances after 18:00 have them.
    for (const { id } of open) if (instance === '' && (await read(`/instances/${id}/tables`)).sittings.length > 0) instance = id
    const address = { line1: '1 River Walk', line2: '', line3: '', city: 'Kingston', state: '', postcode: 'KT1 1AA', country: 'GB' }
    const names = { title: '', firstName: 'Ada', lastName: 'Quill', phone: '02079460000' }
    const email = `table${Date.now()}@audience.example`
    await send('post', '/auth/register', { email, password: 'Rehearse-10-Lines-27', ...names, address, marketing: false })

    await page.goto(`/events/${event}/${instance}`)
    await page.getByRole('button', { name: 'Book a table' }).press('Enter')
    const early = page.getByRole('radio', { name: /£5\.00 a person/ })
    await expect(early).toBeChecked()
    await expectAccessible(page, 'tables of the theatre')
    await early.press('ArrowDown')
    await expect(page.getByText('Total: no charge')).toBeVisible()
    await page.keyboard.press('ArrowUp')
    await expect(page.getByText('Total: £10.00')).toBeVisible()
    await page.getByRole('textbox', { name: /Note for the restaurant/ }).focus()
    await page.keyboard.type('A high chair')
    await page.getByRole('button', { name: 'Hold this table' }).press('Enter')
    await expect(page.getByRole('dialog').getByText('A table at The Green Room is in your basket')).toBeVisible()
    await page.getByRole('link', { name: 'Go to the basket' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: /^Your basket$/ })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Tables' })).toContainText('Table at The Green Room, for 2 people')
    await checkScreen(page, 'basket with a table')

    await send('put', '/basket/notes', { order: '', access: '', termsAccepted: true })
    await send('put', '/basket/billing', { firstName: 'Ada', lastName: 'Quill', phone: '02079460000', address })
    await page.goto('/checkout/payment')
    await page.getByRole('button', { name: /^Pay / }).click()
    await payByCard(page)
    await expect(page.getByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible({ timeout: 30_000 })
    await expect(page.getByText('Table at The Green Room, for 2 people').first()).toBeVisible()

    const counter = await staff.newPage()
    await signInAtCounter(
      counter,
      findStaffUser(({ role }) => role === 'manager'),
    )
    await expect(counter.getByRole('searchbox')).toBeVisible()
    await counter.goto(`/smart/tables/${instance}`)
    await expect(counter.getByRole('row').filter({ hasText: 'Ada Quill' })).toContainText('A high chair')
    await checkScreen(counter, 'list of tables')

    const [order] = (await read('/me/orders')).orders as { number: string }[]
    const { items } = (await read(`/me/orders/${order!.number}/returns`)) as { items: { id: string; value: number }[] }
    expect(items).toMatchObject([{ value: 10_00, refusal: null }])
    await send('post', `/me/orders/${order!.number}/returns`, { tickets: [], items: [items[0]!.id], value: 10_00 })
    await counter.reload()
    await expect(counter.getByText('No table has been booked for this performance.')).toBeVisible()
    await kingston.expectInvariants()
  } finally {
    await staff.close()
    await context.close()
  }
})
