import { showToCamera } from '../support/camera.ts'
import { checkScreen } from '../support/check-screen.ts'
import { payByCard } from '../support/journey.ts'
import { openShop, type Shop } from '../support/server.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

type Event = { readonly instances: readonly { readonly id: string; readonly availability: string }[] }
type Subscriptions = { readonly subscriptions: readonly { readonly vouchersAvailable: number; readonly vouchersUsed: number }[] }
type Order = { readonly tickets: readonly { readonly id: string; readonly price: number; readonly voucher?: string }[] }

const address = { line1: '1 River Walk', line2: '', line3: '', city: 'Kingston', state: '', postcode: 'KT1 1AA', country: 'GB' }
const person = { title: '', firstName: 'Ada', lastName: 'Quill', phone: '02079460000' }

let kingston: Shop
test.beforeAll(async ({}, info) => {
  kingston = await openShop(info.parallelIndex * 10 + 4, { BRAND: 'kingston' })
})
test.afterAll(() => kingston.stop())

test('buys a flexible subscription, spends its vouchers in three orders, and gets one back with a returned ticket @money @seats', async ({
  browser,
}) => {
  test.slow()
  const context = await browser.newContext({ baseURL: kingston.origin, locale: 'en-GB' })
  const page = await context.newPage()
  const call = async <Reply = unknown>(method: string, path: string, data?: object): Promise<Reply> => {
    const headers = { origin: kingston.origin }
    const response = await page.request.fetch(`/api${path}`, { method, ...(data && { data }), headers })
    expect(response.ok(), `${path} answers ${response.status()} ${await response.text()}`).toBe(true)
    return (await response.json()) as Reply
  }
  const complete = async (): Promise<void> => {
    await call('PUT', '/basket/notes', { order: '', access: '', termsAccepted: true })
    await call('PUT', '/basket/billing', { firstName: 'Ada', lastName: 'Quill', phone: '02079460000', address })
    await page.goto('/checkout/payment')
    await page.getByRole('button', { name: /^(Pay|Confirm|Place)/ }).press('Enter')
  }
  /** Holds seats at full price for the n-th performance of a production from its end, and opens the basket. */
  const hold = async (production: string, nth: number, quantity: number): Promise<void> => {
    const { instances } = await call<Event>('GET', `/events/${production}`)
    const free = instances.filter(({ availability }) => ['get-tickets', 'limited'].includes(availability))
    const body = { quantity, together: true, priceType: 'full', band: 'b' }
    await call('POST', `/instances/${free.at(-1 - nth)!.id}/best-available`, body)
    await page.goto('/checkout/basket')
  }
  const expectOrder = async (): Promise<void> =>
    expect(page.getByRole('heading', { level: 1, name: 'See you at the theatre' })).toBeVisible({ timeout: 30_000 })
  const vouchers = async (): Promise<readonly number[]> => {
    const { subscriptions } = await call<Subscriptions>('GET', '/me/subscriptions')
    return [subscriptions[0]!.vouchersAvailable, subscriptions[0]!.vouchersUsed]
  }
  try {
    await page.goto('/subscriptions/flex')
    await expect(page.getByRole('heading', { level: 1, name: 'Flexible subscriptions' })).toBeVisible()
    await checkScreen(page, 'flexible subscriptions')
    await page.getByRole('link', { name: 'Kingston Four' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Kingston Four' })).toBeFocused()
    await expect(page.getByRole('link', { name: 'Sign in to buy' })).toBeVisible()
    await call('POST', '/auth/register', {
      ...{ ...person, address, marketing: false },
      ...{ email: `flex${Date.now()}@audience.example`, password: 'Rehearse-10-Lines-27' },
    })
    await page.reload()
    await expect(page.getByRole('button', { name: 'Add to basket for £132.00' })).toBeVisible()
    await checkScreen(page, 'flexible subscription')
    await page.getByRole('button', { name: 'Add to basket for £132.00' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: /^Your basket$/ })).toBeFocused()
    await expect(page.getByRole('region', { name: 'Flexible subscriptions', exact: true })).toContainText('4 vouchers, each for a ticket')
    await complete()
    await payByCard(page)
    await expect(page.getByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible({ timeout: 30_000 })
    expect(await vouchers()).toEqual([4, 0])

    await hold('the-rivals', 0, 3)
    const own = page.getByRole('region', { name: 'Your subscriptions' })
    await expect(own).toContainText('“Kingston Four” pays for 2 tickets')
    await expect(page.getByRole('main')).toContainText('Paid with a voucher of “Kingston Four” instead of')
    await checkScreen(page, 'basket with vouchers of a subscription')
    await own.getByRole('button', { name: 'Pay without vouchers' }).press('Enter')
    await expect(own).toContainText('“Kingston Four” could pay for 2 tickets')
    await expectAccessible(page, 'basket without vouchers')
    await own.getByRole('button', { name: 'Use my vouchers' }).press('Enter')
    await expect(own).toContainText('2 vouchers left after that')
    await complete()
    await payByCard(page)
    await expectOrder()
    expect(await vouchers()).toEqual([2, 2])

    await hold('three-men-in-a-boat', 0, 1)
    await complete()
    await expectOrder()
    await hold('the-rivals', 1, 1)
    await complete()
    await expectOrder()
    await expect(page.getByRole('main')).toContainText('Full price, Kingston Four')
    expect(await vouchers()).toEqual([0, 4])

    const { orders } = await call<{ orders: readonly { number: string }[] }>('GET', '/me/orders')
    const free = []
    for (const { number } of orders) free.push({ number, ...(await call<Order>('GET', `/me/orders/${number}`)) })
    const returned = free.find(({ tickets }) => tickets.length === 1 && tickets[0]!.voucher === 'Kingston Four')!
    await call('POST', `/me/orders/${returned.number}/returns`, { tickets: [returned.tickets[0]!.id], items: [], value: 0 })
    await page.goto('/account/your-ticket-subscriptions')
    await expect(page.getByRole('main')).toContainText('Kingston Four')
    await expect(page.getByRole('list', { name: 'Tickets of its vouchers' }).getByRole('listitem')).toHaveCount(3)
    expect(await vouchers()).toEqual([1, 3])
    await hold('three-men-in-a-boat', 1, 1)
    await expect(page.getByRole('region', { name: 'Your subscriptions' })).toContainText('“Kingston Four” pays for 1 ticket')

    await kingston.expireSubscriptions()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: /^Your basket$/ })).toBeVisible()
    await expect(page.getByRole('main')).toContainText('Full price')
    await expect(page.getByRole('region', { name: 'Your subscriptions' })).toHaveCount(0)
    await page.goto('/account/your-ticket-subscriptions')
    await expect(page.getByRole('main')).toContainText('The last day has passed')
    expect(await vouchers()).toEqual([1, 3])

    await showToCamera(page, 'RIVER2345PLAYS67')
    await page.goto('/subscription-card')
    await page.getByLabel('Number of the card').fill('RIVER-2345-PLAYS-68')
    await page.getByRole('button', { name: 'Link the card' }).press('Enter')
    await expect(page.getByText('We don’t recognise this card').first()).toBeVisible()
    await checkScreen(page, 'subscription card')
    await page.getByRole('button', { name: 'Scan it with the camera' }).press('Enter')
    await expect(page.getByText('“Kingston Four” is on your account: 4 vouchers').first()).toBeVisible()
    await kingston.expectInvariants()
  } finally {
    await context.close()
  }
})
