import type { BrowserContext, Page } from '@playwright/test'
import { checkScreen } from '../support/check-screen.ts'
import { findStaffUser, signInAtCounter } from '../support/counter.ts'
import { findPerformance, payByCard } from '../support/journey.ts'
import { readMail } from '../support/mailbox.ts'
import { cancelTransitions, expectFocusMoves } from '../support/overlays.ts'
import { openShop, type Shop } from '../support/server.ts'
import { expect, test } from '../support/test.ts'

let kingston: Shop
test.beforeAll(async ({}, info) => {
  kingston = await openShop(info.parallelIndex * 10 + 6, { BRAND: 'kingston' })
})
test.afterAll(() => kingston.stop())

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const address = { line1: '1 River Walk', line2: '', line3: '', city: 'Kingston', state: '', postcode: 'KT1 1AA', country: 'GB' }
const person = { title: '', firstName: 'Ada', lastName: 'Quill', phone: '02079460000' }
const names = [
  'Dinner in the River Room, for 2 people',
  'Programme of the performance',
  'Riverside car park, Car',
  'Poster: The Swan Uppers, A3',
]

/** A context of Kingston, and its calls to the API. */
async function openKingston(context: BrowserContext) {
  const page = await context.newPage()
  const send = async (method: 'post' | 'put', path: string, data: unknown) => {
    const response = await page.request[method](`/api${path}`, { data, headers: { origin: kingston.origin } })
    expect(response.ok(), `${path} answers ${response.status()} ${await response.text()}`).toBe(true)
    return response.json()
  }
  const read = async (path: string) => (await page.request.get(`/api${path}`)).json()
  return { page, send, read }
}

/** Orders dinner for two on the page of food, after a choice with a dish too few. */
async function orderDinner(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add to basket' }).click()
  await expect(page.getByRole('link', { name: 'Number of people is required' })).toBeVisible()
  await page.getByRole('button', { name: /Number of people/ }).click()
  await page.getByRole('option', { name: '2', exact: true }).click()
  const more = async (dish: string, times: number): Promise<void> => {
    for (let time = 0; time < times; time++) await page.getByRole('button', { name: `One more: Number of ${dish}` }).click()
  }
  await more('Leek and potato soup', 2)
  await more('Squash risotto', 1)
  await more('Treacle tart', 2)
  await page.getByRole('button', { name: 'Add to basket' }).click()
  await expect(page.getByText('Main course: 1 chosen for 2 people.').first()).toBeVisible()
  await more('Sirloin of beef', 1)
  await page.getByRole('textbox', { name: /Diets and allergies/ }).fill('One without nuts')
  await expect(page.getByText('Total: £74.00')).toBeVisible()
  await page.getByRole('button', { name: 'Add to basket' }).click()
  await expect(heading(page, /^Your basket$/)).toBeVisible()
}

/** Pays for the basket by card. @returns after the order is confirmed */
async function pay({ page, send }: Awaited<ReturnType<typeof openKingston>>, title: string): Promise<void> {
  await send('put', '/basket/notes', { order: '', access: '', termsAccepted: true })
  await send('put', '/basket/billing', { firstName: 'Ada', lastName: 'Quill', phone: '02079460000', address })
  await page.goto('/checkout/payment')
  await page.getByRole('button', { name: /^Pay / }).press('Enter')
  await payByCard(page)
  await expect(heading(page, title)).toBeVisible({ timeout: 30_000 })
}

test('a customer buys tickets, dinner, a programme, parking and a poster by post, returns the dinner alone, and adds to the order @money @seats', async ({
  browser,
}) => {
  test.slow()
  const context = await browser.newContext({ baseURL: kingston.origin, locale: 'en-GB' })
  const staff = await browser.newContext({ baseURL: kingston.origin, locale: 'en-GB' })
  try {
    const visitor = await openKingston(context)
    const { page, send, read } = visitor
    const email = `evening${Date.now()}@audience.example`
    await page.goto('/')
    const { event, id: instance } = await findPerformance(page, 20, 'three-men-in-a-boat')
    await send('post', '/auth/register', { ...person, email, password: 'Rehearse-10-Lines-27', address, marketing: false })
    await send('post', `/instances/${instance}/best-available`, { quantity: 2, together: true })

    await page.goto(`/events/${event}/${instance}`)
    await cancelTransitions(page)
    for (const name of ['Food and drink', 'Items for this performance'])
      await expectFocusMoves(page, name, page.getByRole('button', { name }))
    await page.getByRole('button', { name: 'Items for this performance' }).press('Enter')
    for (const name of ['Programme of the performance', 'Riverside car park']) {
      const product = page.getByRole('dialog').getByRole('group', { name, exact: true })
      await product.getByRole('button', { name: 'Add to basket' }).press('Enter')
      await expect(product.getByText('1 in your basket')).toBeVisible()
    }
    await page.keyboard.press('Escape')
    await page.goto('/aux/parking/riverside-parking')
    await cancelTransitions(page)
    await expectFocusMoves(page, 'production', page.locator('[aria-haspopup=listbox]').first())
    await page.goto('/aux/merchandise/swan-uppers-poster')
    await page.getByRole('radio', { name: /By post/ }).press('Space')
    await page.getByRole('button', { name: 'Add to basket' }).press('Enter')
    await expect(heading(page, /^Your basket$/)).toBeVisible()
    await page.goto(`/food-and-drink/${event}`)
    await expect(heading(page, 'Food and drink')).toBeVisible()
    await checkScreen(page, 'performances with food')
    await page.locator(`a[href="/food-and-drink/${event}/${instance}"]`).click()
    await expect(page.getByText('Contains: fish, gluten and mustard')).toBeVisible()
    await checkScreen(page, 'order of food')
    await orderDinner(page)
    const dinner = page.getByRole('region', { name: 'Food and drink' })
    await expect(dinner).toContainText('Starter: 2 × Leek and potato soup')
    await checkScreen(page, 'basket with food')
    await page.goto('/checkout/add-ons')
    await expect(heading(page, 'Would you like to add something?')).toBeVisible()
    await checkScreen(page, 'step add-ons')

    await send('put', '/basket/delivery', { method: 'print-at-home', address })
    const { totals, tickets } = await read('/basket')
    const worth = tickets.reduce((sum: number, { price }: { price: number }) => sum + price, 74_00 + 5_00 + 8_00 + 12_00 + 3_95)
    expect(totals.total).toBe(worth)
    await pay(visitor, 'See you at the theatre')
    for (const name of names) await expect(page.getByRole('listitem').filter({ hasText: name }).first()).toBeVisible()
    const number = /Order ([A-Z0-9]{8})/.exec((await page.getByRole('main').textContent()) ?? '')![1]!
    const mail = await readMail(page, kingston, email, new RegExp(`order ${number}$`))
    for (const text of [...names, '2 × Leek and potato soup', '1 River Walk', '£3.95']) expect(mail).toContain(text)
    expect(mail, 'health data').not.toContain('without nuts')
    const receipt = await page.request.get(`/api/me/orders/${number}/receipt.pdf`)
    expect((await receipt.body()).subarray(0, 5).toString()).toBe('%PDF-')

    const counter = await staff.newPage()
    const manager = findStaffUser(({ role }) => role === 'manager')
    await signInAtCounter(counter, manager, `${kingston.origin}/smart/orders/${number}`)
    await expect(heading(counter, `Order ${number}`)).toBeVisible()
    for (const text of [...names, '1 River Walk']) await expect(counter.getByRole('main')).toContainText(text)
    await counter.goto(`/smart/food/${instance}`)
    await expect(counter.getByRole('row').filter({ hasText: 'Ada Quill' })).toContainText('One without nuts')
    await expect(counter.getByRole('row').filter({ hasText: 'Sirloin of beef' }).first()).toContainText('1')
    await checkScreen(counter, 'list of kitchen and bar')

    await page.goto(`/account/your-orders/${number}`)
    await page.getByRole('checkbox', { name: /Dinner in the River Room/ }).press('Space')
    await expect(page.getByText('You get back £74.00.')).toBeVisible()
    await page.getByRole('button', { name: 'Return what I chose' }).press('Enter')
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText('£74.00 goes back to the card')
    await dialog.getByRole('button', { name: 'Return what I chose' }).press('Enter')
    await expect(page.getByText(/^Returned: £74\.00\./).first()).toBeVisible()
    expect(await read(`/me/orders/${number}`)).toMatchObject({ state: 'confirmed', refunded: 74_00, tickets: [{}, {}] })
    await counter.reload()
    await expect(counter.getByText('Nothing has been ordered for this performance.')).toBeVisible()

    await page.getByRole('link', { name: 'Add something to this order' }).press('Enter')
    await expect(heading(page, `Add to order ${number}`)).toBeVisible()
    await checkScreen(page, 'add-ons of an order')
    await page.getByRole('button', { name: 'Add: Tote bag' }).press('Enter')
    await expect(page.getByText('1 in your basket')).toBeVisible()
    await page.goto(`/food-and-drink/${event}/${instance}`)
    await orderDinner(page)
    await expect(page.getByText(`Added to order ${number}`)).toBeVisible()
    await checkScreen(page, 'basket that adds to an order')
    await pay(visitor, 'Thank you')
    await expect(page.getByText(`This order adds to order ${number}.`)).toBeVisible()
    expect(await read(`/me/orders/${number}`)).toMatchObject({
      ...{ refunded: 74_00, totals: { total: totals.total } },
      addOns: [{ number: `${number}-2`, state: 'confirmed', total: 88_00 }],
    })
    await counter.goto(`/smart/orders/${number}-2`)
    await expect(heading(counter, `Order ${number}-2`)).toBeVisible()
    await counter.getByRole('link', { name: number, exact: true }).press('Enter')
    await expect(counter.getByRole('link', { name: `${number}-2` })).toBeVisible()
    const { itemWorth } = await (await counter.request.get(`/api/staff/orders/${number}-2`)).json()
    const { item: bag } = itemWorth.find(({ value }: { value: number }) => value === 14_00)
    const data = { tickets: [], items: [bag], to: 'origin', value: 14_00, reason: 'torn' }
    const refund = await counter.request.post(`/api/staff/orders/${number}-2/returns`, { data, headers: { origin: kingston.origin } })
    expect(refund.ok(), await refund.text()).toBe(true)
    expect(await read(`/me/orders/${number}`)).toMatchObject({ refunded: 74_00, addOns: [{ state: 'confirmed' }] })
    await counter.goto(`/smart/food/${instance}`)
    await expect(counter.getByRole('row').filter({ hasText: 'Ada Quill' })).toContainText(`${number}-2`)
    await kingston.expectInvariants()
  } finally {
    await staff.close()
    await context.close()
  }
})
