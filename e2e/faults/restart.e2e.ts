import { timeLimit } from '@playhouse/testing/time-limit'
import {
  addToBasket,
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
import { openShop } from '../support/server.ts'
import { expect, test } from '../support/test.ts'

test('after kill -9 of server and database the journey continues and the order is kept @money @seats', async ({ browser }, {
  parallelIndex,
}) => {
  test.setTimeout(timeLimit(180_000))
  const shop = await openShop(parallelIndex * 10 + 3)
  const context = await browser.newContext({ baseURL: shop.origin, locale: 'en-GB' })
  const page = await context.newPage()
  const chosenPerformance = await findPerformance(page, 0)
  await pickFromList(page, chosenPerformance, 2)
  await addToBasket(page)

  await shop.kill()
  await shop.start()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: /^Your basket$/ })).toBeVisible()
  await continueFromBasket(page)
  await register(page, newPerson(`restart ${Date.now()}`))
  await expect(page.getByRole('heading', { level: 1, name: 'How would you like your tickets?' })).toBeVisible()
  if (!process.env['E2E_DATABASE_URL']) {
    await shop.killDatabase()
    await expect.poll(async () => (await context.request.get('/readyz')).status()).toBe(200)
  }
  await walkToPayment(page)
  await goToProvider(page)

  await shop.kill()
  const provider = page.url()
  await shop.start()
  await page.goto(provider)
  await payByCard(page)
  const number = await expectConfirmed(page, 2)

  await shop.kill()
  await shop.start()
  await page.goto(`/account/your-orders/${number}`)
  await expect(page.getByRole('img', { name: 'QR code to show at the door' })).toHaveCount(2)
  await context.close()
  await shop.stop()
})
