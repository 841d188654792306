import { people } from '@playhouse/fixtures'
import { buyQuickly } from '../support/buy.ts'
import { findStaffUser, signInAtCounter } from '../support/counter.ts'
import { findPerformance, knownCustomer } from '../support/journey.ts'
import { checkScreen } from '../support/check-screen.ts'
import { expect, test } from '../support/test.ts'

const customer = people('bridge')[0]!

test('§9.10 §9.14 every screen of the box office passes the screen check', async ({ page }) => {
  const performance = await findPerformance(page, 13)
  const order = await buyQuickly(page, knownCustomer, 1, 13)
  await page.goto('/smart/book')
  await expect(page).toHaveURL(/\/smart\/sign-in\?next=/)
  await expect(page.getByLabel('Work e-mail address')).toBeVisible()
  await checkScreen(page, 'sign in')
  await signInAtCounter(
    page,
    findStaffUser(({ role }) => role === 'manager'),
  )
  const find = async (): Promise<void> => {
    await page.getByRole('searchbox').fill(`${customer.firstName.slice(0, 3)} ${customer.lastName.slice(0, 3)}`)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('row').nth(1)).toBeVisible()
  }
  await find()
  await checkScreen(page, 'customers found', { restore: find })
  for (const path of [
    '/smart/book',
    `/smart/book/${performance.id}`,
    `/smart/orders/${order}`,
    '/smart/takings',
    '/smart/vouchers',
    '/smart/payment-links',
    `/smart/audit/${performance.id}`,
    '/smart/sell',
    '/smart/catalogue/access-cards',
    '/smart/add-to-cart/donations/any',
    '/smart/add-to-cart/memberships/young-bridge',
    '/smart/add-to-cart/gift-vouchers',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await checkScreen(page, path)
  }
})
