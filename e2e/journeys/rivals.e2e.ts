import { addToBasket, evening, pickFromList } from '../support/journey.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

test('two visitors want the same seat: one gets it, the other keeps the rest and is told', async ({ page, browser, shop }) => {
  const chosen = await evening(page, 5)
  const context = await browser.newContext({ baseURL: shop.origin, locale: 'en-GB' })
  const rival = await context.newPage()
  // The live map would say it at once; this visitor's line is down just then.
  await page.route(/\/availability\/stream/, (route) => route.abort())
  await pickFromList(page, chosen, 2)
  await pickFromList(rival, chosen, 1)
  await page.route(/\/availability$/, (route) => route.abort())
  await addToBasket(rival)
  await page.getByRole('button', { name: /^Add 2 seats to basket/ }).click()
  await expect(page.getByText(/taken/i).first()).toBeVisible()
  await expectAccessible(page, 'a seat was taken')
  await page.getByRole('button', { name: /^Add 1 seat to basket/ }).click()
  await expect(page).toHaveURL(/\/checkout\/basket$/)
  await context.close()
})
