import { checkScreen } from '../support/check-screen.ts'
import { findStaffUser, signInAtCounter } from '../support/counter.ts'
import { findPerformance, payByCard } from '../support/journey.ts'
import { cancelTransitions, expectFocusMoves } from '../support/overlays.ts'
import { openShop, type Shop } from '../support/server.ts'
import { expect, test } from '../support/test.ts'

let kingston: Shop
test.beforeAll(async ({}, info) => {
  kingston = await openShop(info.parallelIndex * 10 + 6, { BRAND: 'kingston' })
})
test.afterAll(() => kingston.stop())

test('a customer orders dinner for two with courses, the kitchen sees it, and it is cancelled alone before its deadline @money', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: kingston.origin, locale: 'en-GB' })
  const page = await context.newPage()
  const staff = await browser.newContext({ baseURL: kingston.origin, locale: 'en-GB' })
  const send = async (method: 'post' | 'put', path: string, data: unknown) => {
    const response = await page.request[method](`/api${path}`, { data, headers: { origin: kingston.origin } })
    expect(response.ok(), `${path} answers ${response.status()} ${await response.text()}`).toBe(true)
    return response.json()
  }
  try {
    await page.goto('/')
    const { event, id: instance } = await findPerformance(page, 20, 'three-men-in-a-boat')
    const address = { line1: '1 River Walk', line2: '', line3: '', city: 'Kingston', state: '', postcode: 'KT1 1AA', country: 'GB' }
    await send('post', '/auth/register', {
      ...{
        email: `dinner${Date.now()}@audience.example`,
        password: 'Rehearse-10-Lines-27',
        title: '',
        firstName: 'Ada',
        lastName: 'Quill',
      },
      ...{ phone: '02079460000', address, marketing: false },
    })
    await page.goto(`/events/${event}/${instance}`)
    await cancelTransitions(page)
    for (const name of ['Food and drink', 'See the items']) await expectFocusMoves(page, name, page.getByRole('button', { name }))
    await page.goto('/aux/parking/riverside-parking')
    await cancelTransitions(page)
    await expectFocusMoves(page, 'production', page.locator('[aria-haspopup=listbox]').first())
    await page.goto(`/food-and-drink/${event}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Food and drink' })).toBeVisible()
    await checkScreen(page, 'performances with food')
    await page.locator(`a[href="/food-and-drink/${event}/${instance}"]`).click()
    await expect(page.getByText('Leek and potato soup', { exact: true })).toBeVisible()
    await expect(page.getByText('Contains: fish, gluten and mustard')).toBeVisible()
    await checkScreen(page, 'order of food')

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
    await expect(page.getByRole('heading', { level: 1, name: 'Your basket' })).toBeVisible()
    const group = page.getByRole('region', { name: 'Food and drink' })
    await expect(group).toContainText('Dinner in the River Room, for 2 people')
    await expect(group).toContainText('Starter: 2 × Leek and potato soup')
    await checkScreen(page, 'basket with food')

    await send('put', '/basket/notes', { order: '', access: '', termsAccepted: true })
    await send('put', '/basket/billing', { firstName: 'Ada', lastName: 'Quill', phone: '02079460000', address })
    await page.goto('/checkout/payment')
    await page.getByRole('button', { name: /^Pay / }).click()
    await payByCard(page)
    await expect(page.getByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible({ timeout: 30_000 })
    await expect(page.getByRole('listitem').filter({ hasText: 'Dinner in the River Room, for 2 people' }).first()).toBeVisible()

    const counter = await staff.newPage()
    await signInAtCounter(
      counter,
      findStaffUser(({ role }) => role === 'manager'),
    )
    await expect(counter.getByRole('searchbox')).toBeVisible()
    await counter.goto(`/smart/food/${instance}`)
    await expect(counter.getByRole('row').filter({ hasText: 'Ada Quill' })).toContainText('One without nuts')
    await expect(counter.getByRole('row').filter({ hasText: 'Sirloin of beef' }).first()).toContainText('1')
    await checkScreen(counter, 'list of kitchen and bar')

    const { orders } = (await (await page.request.get('/api/me/orders')).json()) as { orders: { number: string }[] }
    const { number } = orders[0]!
    await page.goto(`/account/your-orders/${number}`)
    await expect(page.getByText('Dinner in the River Room, for 2 people').first()).toBeVisible()
    const { items } = (await (await page.request.get(`/api/me/orders/${number}/returns`)).json()) as {
      items: { id: string; value: number; refusal: string | null }[]
    }
    expect(items).toMatchObject([{ value: 74_00, refusal: null }])
    const returned = await send('post', `/me/orders/${number}/returns`, { tickets: [], items: [items[0]!.id], value: 74_00 })
    expect(returned).toMatchObject({ origin: 74_00 })
    await counter.reload()
    await expect(counter.getByText('Nothing has been ordered for this performance.')).toBeVisible()
    await kingston.expectInvariants()
  } finally {
    await staff.close()
    await context.close()
  }
})
