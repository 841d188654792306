import { checkScreen } from '../support/check-screen.ts'
import { findStaffUser, signInAtCounter, unusedCodeOf } from '../support/counter.ts'
import { openShop, type Shop } from '../support/server.ts'
import { expect, test } from '../support/test.ts'

let shop: Shop
test.beforeAll(async ({}, info) => {
  shop = await openShop(info.parallelIndex * 10 + 7, { BRAND: 'kingston' })
})
test.afterAll(() => shop.stop())

test('a programmer creates an offer with a promo code, finds it, changes it and ends it', async ({ browser }) => {
  const programmer = findStaffUser(({ role }) => role === 'programmer')
  const context = await browser.newContext({ baseURL: shop.origin, locale: 'en-GB' })
  const page = await context.newPage()
  try {
    await signInAtCounter(page, programmer)
    await page.getByRole('link', { name: 'Offers', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Offers' })).toBeVisible()
    await expect(page.getByRole('link', { name: /^TENOFF/ })).toBeVisible()
    await checkScreen(page, 'offers')

    await page.getByRole('link', { name: 'New offer' }).click()
    await expect(page.locator('#offer-code')).toBeVisible()
    await checkScreen(page, 'new offer')
    await page.locator('#offer-code').fill('autumn 27')
    await page.locator('#offer-name').fill('Autumn')
    await page.getByRole('button', { name: 'Create this offer' }).click()
    const code = page.locator('#fresh-code')
    const entry = page.getByRole('link', { name: 'AUTUMN27: Autumn' })
    await expect(code.or(entry)).toBeVisible()
    if (await code.isVisible()) {
      await code.fill(await unusedCodeOf(programmer.secret!, shop.origin))
      await page.keyboard.press('Enter')
    }
    await entry.click()
    await expect(page.getByText(/^Active · 10% off/)).toBeVisible()
    await checkScreen(page, 'an offer')
    await page.getByRole('button', { name: 'Try it' }).click()
    await expect(page.getByRole('heading', { name: / off £/ })).toBeVisible()
    await page.locator('#offer-percent').fill('20')
    await page.getByRole('button', { name: 'Add a code' }).press('Enter')
    await expect(page.locator('input[name="code-0-code"]')).toBeFocused()
    await page.keyboard.type('metro 27')
    await checkScreen(page, 'an offer with a further code')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(/^Active · 20% off/)).toBeVisible()
    await expect(page.getByRole('rowheader', { name: 'METRO27' })).toBeVisible()
    await page.locator('input[name="try-code"]').fill('metro27')
    await page.getByRole('button', { name: 'Try it' }).click()
    await expect(page.getByText('With METRO27: Active')).toBeVisible()
    await page.getByRole('button', { name: 'End this offer now' }).click()
    await expect(page.getByText(/^Ended · 20% off/)).toBeVisible()
  } finally {
    await context.close()
  }
})
