import { addToBasket, evening, pickFromList } from '../support/journey.ts'
import { openShop, type Shop } from '../support/server.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

test.describe('a basket that runs out', () => {
  let quick: Shop
  test.beforeAll(async () => {
    quick = await openShop(80, { HOLD_SECONDS: '30' })
  })
  test.afterAll(() => quick.stop())

  test('warns, can be extended, expires, and gives the same seats again', async ({ browser }) => {
    const context = await browser.newContext({ baseURL: quick.origin, locale: 'en-GB' })
    const page = await context.newPage()
    const chosen = await evening(page, 0)
    await pickFromList(page, chosen, 1)
    await addToBasket(page)
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toBeVisible()
    await expectAccessible(page, 'expiry warning')
    await dialog.getByRole('button', { name: 'Give me more time' }).click()
    await expect(page.getByText('Your basket has expired').first()).toBeVisible({ timeout: 60_000 })
    await expectAccessible(page, 'basket expired')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Try the same seats again' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Your basket' })).toBeVisible()
    await context.close()
  })
})
