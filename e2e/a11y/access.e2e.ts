import { knownPassword } from '@playhouse/fixtures'
import { findPerformance } from '../support/journey.ts'
import { openList } from '../support/seat-screen.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

/** Prices of a wheelchair user, a companion and two friends. */
const party = ['Access', 'Access companion', 'Full price', 'Full price']

test('§9.43 §9.45 explains access seats and the access scheme, and books them with companion and friends at their own prices', async ({
  page,
  shop,
}) => {
  const chosenPerformance = await findPerformance(page, 1, 'the-railway-children')
  const headers = { origin: shop.origin }
  await openList(page, chosenPerformance)
  await page.getByRole('button', { name: 'Filters' }).press('Enter')
  const filters = page.getByRole('dialog')
  await expect(
    filters.getByText(/^You can book wheelchair spaces and companion seats here.*No access ID yet\? Joining is free/),
  ).toBeVisible()
  await expect(filters.locator('a[href^="tel:"]')).toBeVisible()
  await expectAccessible(page, 'filters, without an access ID')

  await page.request.post('/api/auth/login', { data: { email: 'beatrice@audience.example', password: knownPassword }, headers })
  await filters.getByRole('link', { name: 'Apply your access ID.' }).press('Enter')
  await page.goto('/account/access')
  await page.getByRole('textbox', { name: 'Access ID' }).fill('DEMO-WHEELCHAIR')
  await page.getByRole('textbox', { name: 'Access ID' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Your access ID: DEMO-WHEELCHAIR' })).toBeVisible()

  // Seat by seat: each seat has the visitor's own price from the start.
  await openList(page, chosenPerformance)
  await page.getByRole('button', { name: 'Filters' }).press('Enter')
  await page.getByRole('dialog').getByRole('checkbox', { name: 'Wheelchair space', exact: true }).press('Space')
  await expect(page.getByRole('dialog').getByText(/^Your access ID is applied/)).toBeVisible()
  await page.getByRole('button', { name: 'Show seats', exact: true }).press('Enter')
  await page
    .getByRole('checkbox', { name: /^Row .*Wheelchair space/ })
    .first()
    .press('Space')
  await expect(
    page
      .getByRole('combobox', { name: /^Price type/ })
      .or(page.getByRole('button', { name: /^Access/ }))
      .first(),
  ).toContainText('Access')

  // The whole party, by best available.
  await page.goto(`${chosenPerformance.path}/price-selection`)
  await page.getByRole('textbox', { name: 'How many of you?' }).fill('4')
  await page.keyboard.press('Tab')
  // The needs of the access ID are filled in.
  for (const name of ['Wheelchair space', 'Companion seat']) await expect(page.getByRole('checkbox', { name })).toBeChecked()
  await page.getByRole('button', { name: 'Find seats' }).press('Enter')
  await expect(page.getByText('4 seats, held for you.')).toBeVisible()
  const basket = await (await page.request.get('/api/basket')).json()
  const tickets = basket.tickets as { row: string; number: string; priceTypeName: string; price: number }[]
  expect(tickets.map(({ priceTypeName }) => priceTypeName).toSorted()).toEqual(party)
  expect(new Set(tickets.map(({ row }) => row)).size).toBe(1)
  const numbers = tickets.map(({ number }) => Number(number)).toSorted((a, b) => a - b)
  expect(numbers).toEqual(numbers.map((_, nth) => numbers[0]! + nth))
  await page.getByRole('link', { name: 'Go to basket' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /^Your basket$/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Access companion Price type/ })).toBeVisible()
  await expectAccessible(page, 'basket with access prices')
  await page.request.delete('/api/basket', { headers, data: {} })
  await page.request.delete('/api/me/access', { headers })
})
