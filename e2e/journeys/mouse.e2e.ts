import { timeLimit } from '@playhouse/testing/time-limit'
import {
  addToBasket,
  continueFromBasket,
  findPerformance,
  expectConfirmed,
  goToProvider,
  newPerson,
  openSeats,
  payByCard,
  register,
  walkToPayment,
  walkToSeats,
} from '../support/journey.ts'
import { checkScreen } from '../support/check-screen.ts'
import { waitForCamera } from '../support/seat-screen.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

test.use({ reducedMotion: 'no-preference' })

test('by mouse, buys two seats from the map to the mail, with accessible screens @money @seats', async ({ page, shop, context }) => {
  test.setTimeout(timeLimit(240_000))
  const chosenPerformance = await findPerformance(page, 0)
  await page.goto('/')
  await expectAccessible(page, 'home')
  await page.goto(`/events/${chosenPerformance.event}`)
  await expect(page.getByRole('heading', { level: 1, name: chosenPerformance.title })).toBeVisible()
  await expectAccessible(page, 'event')
  await page.goto(chosenPerformance.path)
  await expect(page.getByRole('heading', { name: 'Choose your seats' })).toBeVisible()
  await expectAccessible(page, 'performance')
  await walkToSeats(page, chosenPerformance)
  await expect(page.locator('canvas')).toHaveAttribute('aria-hidden', 'true')
  await expectAccessible(page, 'seats')

  await page.getByRole('button', { name: 'Go to section' }).click()
  await page
    .getByRole('menuitem', { name: /^Stalls/ })
    .or(page.getByRole('option', { name: /^Stalls/ }))
    .first()
    .click()
  await expect.poll(async () => (await openSeats(page, 10)).length).toBeGreaterThan(1)
  await waitForCamera(page)
  const [first, second] = await openSeats(page, 10)
  for (const seat of [first!, second!]) {
    const { x, y, width, height } = (await seat.boundingBox())!
    await page.mouse.click(x + width / 2, y + height / 2)
    await expect(seat).toHaveAttribute('aria-checked', 'true')
  }
  await expectAccessible(page, 'seats, two chosen')
  await addToBasket(page)
  await expect(page.getByRole('timer')).toBeVisible()
  await expectAccessible(page, 'basket')
  await continueFromBasket(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in or register' })).toBeVisible()
  await checkScreen(page, 'sign in')
  await register(page, newPerson(`mouse ${Date.now()}`))
  await expect(page.getByRole('heading', { level: 1, name: 'How would you like your tickets?' })).toBeVisible()
  await page.getByText('Post', { exact: true }).click()
  await expect(page.getByRole('group', { name: 'Where should we send it?' })).toBeVisible()
  await expectAccessible(page, 'delivery by post')
  await page.getByText('E-tickets', { exact: true }).click()
  await walkToPayment(page, (step) => expectAccessible(page, step))
  await goToProvider(page)
  await payByCard(page)
  const number = await expectConfirmed(page, 2)
  await checkScreen(page, 'confirmed')

  const pdf = await context.request.get(`/api/me/orders/${number}/tickets.pdf`)
  expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-')
  expect(await (await context.request.get(`/api/me/orders/${number}/calendar.ics`)).text()).toContain('BEGIN:VEVENT')
  await expect.poll(async () => (await context.request.get(shop.mailbox)).text()).toContain(number)
  await page.reload()
  await expectConfirmed(page, 2)
})
