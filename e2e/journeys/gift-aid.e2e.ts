import { people } from '@playhouse/fixtures'
import type { Page } from '@playwright/test'
import { checkScreen } from '../support/check-screen.ts'
import { findPerformance, payByCard, totalOf } from '../support/journey.ts'
import { moveTo } from '../support/navigation.ts'
import { openShop } from '../support/server.ts'
import { expect, expectAccessible, type Shop, test } from '../support/test.ts'

let kingston: Shop
test.beforeAll(async ({}, info) => {
  kingston = await openShop(info.parallelIndex * 10 + 3, { BRAND: 'kingston' })
})
test.afterAll(() => kingston.stop())

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

test('a member of the Kingston brand donates with Gift Aid, passes every checkout step and pays in pounds @money', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: kingston.origin })
  const page = await context.newPage()
  const goOn = () => page.getByRole('button', { name: 'Continue', exact: true }).click()
  const call = async (path: string, data: object): Promise<void> =>
    expect(await page.request.post(`/api${path}`, { data, headers: { origin: kingston.origin } })).toBeOK()
  try {
    await page.goto('/')
    await expect(page.getByRole('article').first()).toBeVisible()
    await expectAccessible(page, 'the home page of Kingston')
    // A member without a household, who holds one of the memberships.
    const donor = people('kingston').find(({ memberships, household }) => memberships && !household)!
    const { id } = await findPerformance(page, 1, 'three-men-in-a-boat')
    await call('/auth/login', { email: donor.email, password: donor.password })
    await call(`/instances/${id}/best-available`, { quantity: 2, together: true })
    await page.goto('/checkout/basket')
    const tickets = await totalOf(page)
    await page.getByRole('link', { name: 'Continue' }).click()
    await expect(heading(page, 'Become a member?')).toBeFocused()
    await page.getByRole('button', { name: 'No, thanks' }).click()
    await expect(heading(page, 'Would you like to add something?')).toBeFocused()
    await goOn()
    await expect(heading(page, 'You may also like')).toBeFocused()
    await page.getByText('£50.00', { exact: true }).click()
    await goOn()
    await expect(heading(page, 'Make your donation go further')).toBeFocused()
    await expect(page).toHaveTitle(/Make your donation go further/)
    await expect(page.getByRole('main')).toContainText('we can claim £12.50 more')
    await expect(page.getByRole('checkbox')).not.toBeChecked()
    await page.getByText('I am a UK taxpayer').click()
    await page.getByText('The past four years, today and from now on').click()
    await expect(page.getByRole('main')).toContainText('past four years and to come')
    await checkScreen(page, 'Gift Aid')
    await goOn()
    await expect(heading(page, 'Protect your tickets?')).toBeFocused()
    await page.getByText('Yes, protect my tickets').click()
    await goOn()
    await expect(heading(page, 'How would you like your tickets?')).toBeFocused()
    await goOn()
    await expect(heading(page, 'Anything else')).toBeFocused()
    await goOn()
    await expect(heading(page, 'May we stay in touch?')).toBeFocused()
    await goOn()
    await expect(heading(page, 'Who is paying?')).toBeFocused()
    await goOn()
    await expect(heading(page, 'Check your order')).toBeFocused()
    await page
      .locator('label')
      .filter({ hasText: 'I accept the terms' })
      .click({ position: { x: 12, y: 16 } })
    await goOn()
    await expect(heading(page, 'Payment')).toBeFocused()
    await page.getByRole('button', { name: `Pay £${(tickets + 50 + 2 * 3).toFixed(2)}` }).click()
    await payByCard(page)
    await expect(page.getByText('Donation: The Next Stage Fund').first()).toBeVisible({ timeout: 30_000 })

    await page.goto('/account/giving-history')
    await expect(page.getByRole('main')).toContainText('£50')
    await moveTo(page, '/account/gift-aid')
    await expect(heading(page, 'Gift Aid declaration')).toBeVisible()
    await expect(page.getByRole('main')).toContainText(`${donor.firstName} ${donor.lastName}`)
    await checkScreen(page, 'gift-aid')
    await kingston.expectInvariants()
  } finally {
    await context.close()
  }
})
