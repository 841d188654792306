import { addToBasket, findPerformance, advanceClockPast, pickFromList } from '../support/journey.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

test('a basket warns before expiry, can be extended, expires, and offers the same seats again @seats', async ({ page, shop }) => {
  // The hold's deadline is moved in the database and the page's clock is advanced, so that the test waits for nothing.
  await page.clock.install()
  await pickFromList(page, await findPerformance(page, 0), 1)
  await addToBasket(page)
  await shop.endHolds(110)
  await page.reload()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toBeVisible()
  await expectAccessible(page, 'expiry warning')
  await dialog.getByRole('button', { name: 'Give me more time' }).click()
  await expect(dialog).toBeHidden()
  const { deadline } = await (await page.request.get('/api/basket')).json()
  await shop.endHolds()
  await advanceClockPast(page, deadline)
  await expect(page.getByText('Your basket has expired').first()).toBeVisible()
  await expectAccessible(page, 'basket expired')
  await dialog.getByRole('button', { name: 'Try the same seats again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Your basket$/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(1)
})
