import type { Page } from '@playwright/test'
import { arriveAtProvider, knownCustomer, newPerson, payByCard, register, signIn } from '../support/journey.ts'
import { readMail } from '../support/mailbox.ts'
import { checkScreen } from '../support/check-screen.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

type Listed = { readonly id: string; readonly event: string; readonly availability: string }

/** Path of a performance in its priority period, a different one for each `nth`. */
async function findPriorityPerformance(page: Page, nth: number): Promise<string> {
  const { instances } = await (await page.request.get('/api/events/a-midsummer-nights-dream')).json()
  const waiting = (instances as Listed[]).filter(({ availability }) => availability === 'priority')
  const { id, event } = waiting[nth % waiting.length]!
  return `/events/${event}/${id}`
}
const waysIn = (page: Page) => page.getByRole('link', { name: 'Choose seats on the map' })

test('before general sale an anonymous visitor must wait, and a member can book until they sign out', async ({ page }) => {
  const path = await findPriorityPerformance(page, 0)
  await page.goto(path)
  await expect(page.getByText('Priority booking')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Who may book when' })).toBeVisible()
  await expect(page.getByText('Priority Member and Advance Member')).toBeVisible()
  await expect(waysIn(page)).toHaveCount(0)
  await expectAccessible(page, 'priority notice')

  // Nor by the URL of the map.
  await page.goto(`${path}/syos/all`)
  await expect(page).toHaveURL(new RegExp(`${path}/priority-booking$`))
  await expect(page.getByRole('heading', { level: 1, name: 'Priority booking' })).toBeVisible()
  await checkScreen(page, 'priority booking')
  const { id } = (await (await page.request.get(`/api/instances/${path.split('/').at(-1)}`)).json()) as Listed
  expect((await page.request.get(`/api/instances/${id}/availability`)).status()).toBe(403)

  await page.getByRole('link', { name: 'Sign in' }).last().click()
  await signIn(page, knownCustomer)
  await expect(page).toHaveURL(new RegExp(`${path}$`))
  await expect(waysIn(page)).toBeVisible()
  await waysIn(page).click()
  await expect(page.getByRole('grid').getByRole('checkbox').first()).toBeAttached()

  await page.goto('/account/your-orders')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/$/)
  await page.goto(path)
  await expect(page.getByText('Priority booking')).toBeVisible()
})

test('before general sale a customer without membership must wait, and a promo code opens the sale and stays with its tickets', async ({
  page,
}) => {
  const path = await findPriorityPerformance(page, 1)
  await page.goto('/login')
  await register(page, newPerson(`priority ${Date.now()}`))
  await expect(page.getByRole('heading', { level: 1, name: 'Your orders' })).toBeVisible()
  await page.goto(path)
  await expect(page.getByText('Your account has no membership that opens this performance yet.')).toBeVisible()

  await page.getByRole('button', { name: 'I have a code' }).click()
  const field = page.getByLabel('Your code')
  await field.fill('not a code')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Promo code not recognised')).toBeVisible()
  await expectAccessible(page, 'promo code dialog')
  await field.fill('tenoff')
  await page.keyboard.press('Enter')
  await expect(page.getByText("Your code is in use, but it doesn't open this performance.")).toBeVisible()
  await page.getByRole('button', { name: 'I have a code' }).click()
  await field.fill(' first night ')
  await page.getByRole('button', { name: 'Use this code' }).click()
  await expect(waysIn(page)).toBeVisible()

  const instance = path.split('/').at(-1)!
  const holdResult = await page.request.post(`/api/instances/${instance}/best-available`, { data: { quantity: 2, together: true } })
  expect(holdResult.status()).toBe(200)
  await page.goto('/checkout/basket')
  await expect(page.getByText('Friends of the company')).toBeVisible()
  await expectAccessible(page, 'basket with a promo code')
  await page.getByRole('button', { name: 'Remove the code' }).click()
  await expect(page.getByText("The promo code couldn't be updated")).toBeVisible()
})

test('§9.40 a promo code reduces the total; changes of seats, codes and vouchers are announced in a sentence', async ({ page }) => {
  const { instances } = await (await page.request.get('/api/events/the-importance-of-being-earnest')).json()
  const open = (instances as Listed[]).find(({ availability }) => availability === 'get-tickets')!
  const holdResult = await page.request.post(`/api/instances/${open.id}/best-available`, { data: { quantity: 2, together: true } })
  const { total } = (await holdResult.json()).basket.totals as { total: number }
  await page.goto('/checkout/basket')
  await page.getByRole('button', { name: 'I have a promo code' }).click()
  await page.getByLabel('Your code').fill('TENOFF')
  await page.getByRole('button', { name: 'Use this code' }).click()
  await expect(page.getByText(/£\d+\.\d\d off this order/)).toBeVisible()
  const announcement = page.locator('[data-live-announcer] [role=status]')
  await expect(announcement).toContainText(': the code is in use.')
  const { totals } = await (await page.request.get('/api/basket')).json()
  expect(totals).toMatchObject({ discount: Math.round(total / 10), total: total - Math.round(total / 10) })
  await page.getByRole('button', { name: 'Remove the code' }).click()
  await expect(page.getByRole('button', { name: 'I have a promo code' })).toBeVisible()
  await expect(announcement).toContainText('The code was removed.')
  await page.getByRole('button', { name: 'I have a gift voucher' }).click()
  await page.getByLabel(/Voucher code/).fill('GIFT-MACBETH')
  await page.getByRole('button', { name: 'Use this voucher' }).click()
  await expect(announcement).toContainText('The gift voucher is in use.')
  await page.getByRole('button', { name: 'Remove the voucher' }).click()
  await expect(announcement).toContainText('The gift voucher was removed.')
  const seat = page.getByRole('button', { name: /^Remove .*row/ }).first()
  await seat.click()
  await expect(announcement).toContainText(/row .+, seat .+ was removed\. You can undo this\./i)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(announcement).toContainText(/seat .+ is back in your basket\./)
})

test('enters a ballot with a first choice and alternatives, and withdraws', async ({ page }) => {
  const { instances } = await (await page.request.get('/api/events/julius-caesar')).json()
  const [dress, performance] = instances as Listed[]
  await page.goto(`/events/julius-caesar/${performance!.id}`)
  await page.getByRole('link', { name: 'Take part in the ballot' }).click()
  await register(page, newPerson(`ballot ${Date.now()}`))
  await expect(page.getByRole('heading', { level: 1, name: 'Ballot: your first choice' })).toBeVisible()
  await checkScreen(page, 'ballot, first choice')
  await page.getByRole('button', { name: 'Enter the ballot' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ballot: other performances' })).toBeFocused()
  await page.getByRole('button', { name: /Choice 2/ }).click()
  await page.getByRole('listbox').getByRole('option').nth(1).click()
  await checkScreen(page, 'ballot, alternatives')
  await page.getByRole('button', { name: 'Save my choices' }).click()
  await expect(page.getByText("You're in the ballot", { exact: true })).toBeVisible()
  await expect(page.locator('main ol > li').filter({ hasText: /\dpm/ })).toHaveCount(2)
  await page.getByRole('button', { name: 'Leave the ballot' }).click()
  await expect(page.getByRole('button', { name: 'Enter the ballot' })).toBeVisible()
  await page.goto(`/events/julius-caesar/${dress!.id}/register/dress-rehearsal`)
  await expect(page.getByRole('heading', { level: 1, name: 'Dress rehearsal' })).toBeVisible()
  await checkScreen(page, 'ballot, dress rehearsal')
})

test('enters for day seats by keyboard, wins, and pays by the link in the mail without signing in @money', async ({
  page,
  shop,
  browser,
}) => {
  const { instances } = await (await page.request.get('/api/events/the-tempest')).json()
  const { id } = (instances as Listed[]).findLast(({ availability }) => availability === 'get-tickets')!
  await shop.openDaySeats(id, 'full')
  const person = newPerson(`day seats ${Date.now()}`)
  await page.goto(`/events/the-tempest/${id}/register/first-choice`)
  await register(page, person)
  await expect(page.getByRole('heading', { level: 1, name: 'Day seats' })).toBeVisible()
  const enter = page.getByRole('button', { name: 'Enter the draw' })
  await enter.focus()
  await enter.press('Enter')
  await expect(page.getByText('You are in the draw', { exact: true })).toBeVisible()
  await checkScreen(page, 'day seats, entered')

  await shop.closeDaySeats(id)
  const letter = await readMail(page, shop, person.email, /^You have day seats for /)
  const phone = await browser.newContext({ baseURL: shop.origin, locale: 'en-GB' })
  try {
    const payer = await phone.newPage()
    await payer.goto(/http\S+#pay=\S+/.exec(letter)![0])
    const pay = payer.getByRole('button', { name: /^Pay £/ })
    await expect(pay).toBeVisible()
    expect(await payer.locator('main').textContent(), 'nothing of the account').not.toContain(person.lastName)
    await checkScreen(payer, 'day seats, the link of a winner')
    await page.reload()
    await expect(page.getByText('Your lot was drawn')).toBeVisible()
    await expectAccessible(page, 'day seats, won')
    await pay.press('Enter')
    await arriveAtProvider(payer)
    await payByCard(payer)
    await expect(payer.getByText(/^Order .* is paid$/)).toBeVisible({ timeout: 30_000 })
    await expectAccessible(payer, 'day seats, paid')
  } finally {
    await phone.close()
  }
  await page.reload()
  await expect(page.getByText('You have paid for them.')).toBeVisible()
  await shop.expectInvariants()
})
