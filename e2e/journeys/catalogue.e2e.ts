import type { Page } from '@playwright/test'
import { checkScreen } from '../support/check-screen.ts'
import { findStaffUser, signInAtCounter, unusedCodeOf } from '../support/counter.ts'
import { openShop, type Shop } from '../support/server.ts'
import { expect, test } from '../support/test.ts'

let shop: Shop
test.beforeAll(async ({}, info) => {
  shop = await openShop(info.parallelIndex * 10 + 6, { BRAND: 'kingston' })
})
test.afterAll(() => shop.stop())

const programmer = findStaffUser(({ role }) => role === 'programmer')

/** Saves the form, with a new code of the second factor where it is asked for. */
async function save(page: Page, heading: string): Promise<void> {
  await page.getByRole('button', { name: 'Save' }).click()
  const code = page.locator('#fresh-code')
  const done = page.getByRole('heading', { level: 1, name: heading })
  await expect(code.or(done)).toBeVisible()
  if (await code.isVisible()) {
    await code.fill(await unusedCodeOf(programmer.secret!, shop.origin))
    await page.keyboard.press('Enter')
  }
  await expect(done).toBeVisible()
}

test('a programmer creates a membership level, a visitor finds it, and the programmer withdraws it', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: shop.origin, locale: 'en-GB' })
  const visit = await browser.newContext({ baseURL: shop.origin, locale: 'en-GB' })
  const [page, visitor] = [await context.newPage(), await visit.newPage()]
  try {
    await signInAtCounter(page, programmer)
    await page.getByRole('link', { name: 'Catalogue', exact: true }).click()
    await expect(page.getByRole('link', { name: 'Funds' })).toBeVisible()
    await checkScreen(page, 'the catalogue')
    await page.getByRole('link', { name: 'Membership levels' }).click()
    await expect(page.getByRole('link', { name: 'Benefactor' })).toBeVisible()
    await checkScreen(page, 'membership levels')

    await page.getByRole('link', { name: 'New membership level' }).click()
    await expect(page.getByLabel('Name', { exact: true })).toBeVisible()
    await checkScreen(page, 'a new membership level')
    await page.getByLabel('Name', { exact: true }).fill('Patron')
    await page.getByLabel('In a sentence').fill('You pay for one performance a year.')
    await page.getByLabel('What members get').fill('Your name in the foyer\nAn evening with the company')
    await page.getByText('It is sold. Without this').click()
    await page.getByLabel('Price').fill('250')
    await page.getByLabel('Length in months').fill('500')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByLabel('Length in months')).toBeFocused()
    await page.getByLabel('Length in months').fill('12')
    await save(page, 'Patron')
    await checkScreen(page, 'a membership level')

    const onSite = (path: string) => async (): Promise<boolean> => {
      await visitor.goto(path)
      return visitor.getByText('You pay for one performance a year.').isVisible()
    }
    await expect.poll(onSite('/contributions/memberships')).toBe(true)
    await visitor
      .getByRole('link', { name: /Patron/ })
      .first()
      .click()
    await expect(visitor.getByText('£250')).toBeVisible()

    await page.getByRole('button', { name: 'Withdraw it' }).click()
    await expect(page.getByRole('button', { name: 'Offer it again' })).toBeVisible()
    await expect.poll(onSite('/contributions/memberships')).toBe(false)
    await page.getByRole('link', { name: 'Changes' }).click()
    await expect(page.getByRole('heading', { name: /Withdrawn from the catalogue: patron/ })).toBeVisible()
  } finally {
    await Promise.all([context.close(), visit.close()])
  }
})
