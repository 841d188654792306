import type { Page } from '@playwright/test'
import { checkScreen } from '../support/check-screen.ts'
import { newPerson, payByCard, register } from '../support/journey.ts'
import { keysOf } from '../support/keys.ts'
import { readMail } from '../support/mailbox.ts'
import { expect, type Shop, test } from '../support/test.ts'

type Listed = { readonly id: string; readonly event: string; readonly availability: string }
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

/** A performance in its priority period. */
async function findPriorityPerformance(page: Page): Promise<Listed> {
  const { instances } = await (await page.request.get('/api/events/a-midsummer-nights-dream')).json()
  return (instances as Listed[]).findLast(({ availability }) => availability === 'priority')!
}

test('by keyboard, a new customer chooses a membership, which opens a priority period to the basket until it is removed @seats', async ({
  page,
}) => {
  const { tabTo } = keysOf(page)
  const { id, event } = await findPriorityPerformance(page)
  await page.goto('/contributions/memberships')
  await tabTo(/^Priority Member$/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/contributions\/memberships\/Priority$/)
  await expect(heading(page, 'Priority Member')).toBeFocused()
  await tabTo(/^Sign in to join$/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login\?next=/)
  await register(page, newPerson(`membership ${Date.now()}`))
  await expect(heading(page, 'Priority Member')).toBeVisible()
  await checkScreen(page, 'membership of a customer')
  await tabTo(/^Add to basket$/)
  await page.keyboard.press('Enter')
  await expect(heading(page, /^Your basket$/)).toBeFocused()
  await expect(page.getByRole('heading', { level: 3, name: 'Priority Member' })).toBeVisible()

  await page.goto(`/events/${event}/${id}`)
  await expect(page.getByRole('link', { name: 'Choose seats on the map' })).toBeVisible()
  const held = await page.request.post(`/api/instances/${id}/best-available`, { data: { quantity: 2, together: true } })
  expect(held.ok(), await held.text()).toBe(true)
  await page.goto('/contributions/memberships/Priority')
  await expect(page.getByText('It is in your basket.')).toBeVisible()
  await page.goto('/checkout/basket')
  await tabTo(/^Remove Membership: Priority Member$/)
  await page.keyboard.press('Enter')
  await expect(
    page
      .getByRole('main')
      .getByText(/Only members can book these seats now, so they were released/)
      .first(),
  ).toBeVisible()
  await checkScreen(page, 'basket after its membership was removed')
  await page.goto(`/events/${event}/${id}`)
  await expect(page.getByText('Priority booking')).toBeVisible()
})

const address = { line1: '1 Globe Lane', line2: '', line3: '', city: 'London', state: 'London', postcode: 'SE1 9PH', country: 'GB' }
const ada = { firstName: 'Ada', lastName: 'Quill', phone: '02079460000' }

/** Calls the API as the visitor of a page. */
async function send<Reply = unknown>(
  page: Page,
  { origin }: Shop,
  [method, path]: readonly [string, string],
  data: object,
): Promise<Reply> {
  const response = await page.request.fetch(`${origin}/api${path}`, { method, data, headers: { origin } })
  expect(response.ok(), `${path}: ${response.status()} ${await response.text()}`).toBe(true)
  return (await response.json()) as Reply
}
const registerByApi = (page: Page, shop: Shop, email: string) =>
  send(page, shop, ['POST', '/auth/register'], { email, password: 'Curtain-Call-26', title: '', ...ada, address, marketing: false })

test('a membership is given by keyboard, and claimed by the link that its recipient gets by mail @money', async ({
  page,
  browser,
  shop,
}) => {
  test.slow()
  const { tabTo } = keysOf(page)
  const recipient = `nan${Date.now()}@audience.example`
  await page.goto('/contributions/memberships/Priority')
  await tabTo(/^Give it as a gift$/)
  await page.keyboard.press('Enter')
  await tabTo(/^Add the gift for £/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Enter the name of the person you give it to.' })).toBeVisible()
  await checkScreen(page, 'gift membership, rejected')
  await page.getByLabel('Their name').fill('Nan')
  await page.getByLabel('Their e-mail address').fill(recipient)
  await page.getByLabel('Message (optional)').fill('Welcome')
  await page.getByLabel('Message (optional)').press('Tab')
  await tabTo(/^Add the gift for £/)
  await page.keyboard.press('Enter')
  await expect(heading(page, /^Your basket$/)).toBeFocused()
  await expect(page.getByRole('region', { name: 'Gift memberships' })).toContainText(`By e-mail to ${recipient}`)
  await registerByApi(page, shop, `giver${Date.now()}@audience.example`)
  await send(page, shop, ['PUT', '/basket/notes'], { order: '', access: '', termsAccepted: true })
  const { version } = await send<{ version: number }>(page, shop, ['PUT', '/basket/billing'], { ...ada, address })
  await page.goto((await send<{ redirectUrl: string }>(page, shop, ['POST', '/checkout'], { version })).redirectUrl)
  await payByCard(page)
  await expect(heading(page, 'Thank you')).toBeVisible({ timeout: 30_000 })

  const link = /https?:\S+\/claim#gift=\S+/.exec(await readMail(page, shop, recipient, /./))![0]
  const context = await browser.newContext({ baseURL: shop.origin, locale: 'en-GB' })
  const given = await context.newPage()
  try {
    await given.goto(link)
    await expect(given.getByRole('link', { name: 'Sign in to claim it' })).toBeVisible()
    await registerByApi(given, shop, recipient)
    await given.reload()
    await expect(given.getByRole('button', { name: 'Claim the membership' })).toBeVisible()
    await checkScreen(given, 'gift membership to claim')
    await given.getByRole('button', { name: 'Claim the membership' }).press('Enter')
    await expect(given.getByText(/^Priority Member is yours, from /).first()).toBeVisible()
    await given.getByRole('link', { name: 'Your memberships' }).press('Enter')
    await expect(given.getByRole('heading', { name: 'Priority Member', exact: true })).toBeVisible()
  } finally {
    await context.close()
  }
})
