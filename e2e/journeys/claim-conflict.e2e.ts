import { addToBasket, findPerformance, pickFromList } from '../support/journey.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

test('of two visitors who want the same seat one holds it; the other holds the rest and is offered an alternative @seats', async ({
  page,
  browser,
  shop,
}) => {
  const chosenPerformance = await findPerformance(page, 5)
  const context = await browser.newContext({ baseURL: shop.origin, locale: 'en-GB' })
  const rival = await context.newPage()
  // The live map would show it at once, but this visitor's stream is interrupted.
  await page.route(/\/availability\/stream/, (route) => route.abort())
  await pickFromList(page, chosenPerformance, 2)
  await pickFromList(rival, chosenPerformance, 1)
  await page.route(/\/availability$/, (route) => route.abort())
  await addToBasket(rival)
  await page.getByRole('button', { name: /^Add 2 seats to basket/ }).click()
  await expect(page.getByText(/taken/i).first()).toBeVisible()
  await expect(page.getByText(/held for you/).first()).toBeVisible()
  await expectAccessible(page, 'a seat was taken')
  // One of the two seats is in the basket; an equivalent one is one click away.
  await expect(page.getByRole('link', { name: /1 seat in your basket/ })).toBeVisible()
  const take = page.getByRole('button', { name: /^Take Row/ })
  const isOffered = await take.isVisible()
  if (isOffered) await take.press('Enter')
  else await page.getByRole('link', { name: 'Go to basket' }).press('Enter')
  await expect(page).toHaveURL(/\/checkout\/basket$/)
  await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(isOffered ? 2 : 1)
  await context.close()
})
