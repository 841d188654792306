import {
  addToBasket,
  arriveAtProvider,
  continueFromBasket,
  findPerformance,
  expectConfirmed,
  goToProvider,
  newPerson,
  payByCard,
  pickFromList,
  register,
  walkToPayment,
} from '../support/journey.ts'
import { checkScreen } from '../support/check-screen.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

test('after a declined card, a cancelled payment and a repeated webhook, the order is paid once @money', async ({ page, context }) => {
  const chosenPerformance = await findPerformance(page, 4)
  await pickFromList(page, chosenPerformance, 1)
  await addToBasket(page)
  await continueFromBasket(page)
  await register(page, newPerson(`payment ${Date.now()}`))
  await walkToPayment(page)

  await goToProvider(page)
  await page.getByRole('button', { name: /^Cancel and go back/ }).click()
  await expect(page.getByText('You cancelled the payment').first()).toBeVisible({ timeout: 30_000 })
  await expectAccessible(page, 'payment cancelled')

  await page.goto('/checkout/payment')
  await goToProviderAgain(page)
  await payByCard(page, '4000 0000 0000 0002')
  await expect(page.getByText(/declined/i).first()).toBeVisible()
  await page.getByRole('button', { name: /^Cancel and go back/ }).click()
  await expect(page.getByText(/declined|cancelled/i).first()).toBeVisible({ timeout: 30_000 })

  await page.goto('/checkout/payment')
  await goToProviderAgain(page)
  await page.locator('button[value="callback-doubled"]').click()
  await expectConfirmed(page, 1)
  const { orders } = await (await context.request.get('/api/me/orders')).json()
  expect(orders).toHaveLength(1)
})

test('the return page without a payment shows no error and a link @money', async ({ page }) => {
  await page.goto('/order/verify?payment=01890000-0000-7000-8000-000000000000&status=success')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'See you at the theatre' })).toHaveCount(0)
  await checkScreen(page, 'verify by hand')
})

async function goToProviderAgain(page: Parameters<typeof goToProvider>[0]): Promise<void> {
  await page.getByRole('button', { name: /^(Pay |Try the payment again)/ }).click()
  await arriveAtProvider(page)
}
