import type { Browser, Page } from '@playwright/test'
import { longestWait } from '@playhouse/testing/time-limit'
import {
  addToBasket,
  continueFromBasket,
  expectConfirmed,
  goToProvider,
  newPerson,
  payByCard,
  register,
  walkToPayment,
} from '../support/journey.ts'
import { checkScreen } from '../support/check-screen.ts'
import { expect, expectAccessible, type Shop, test } from '../support/test.ts'

const at = (seconds: number): string => new Date(Date.now() + seconds * 1_000).toISOString()
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const goIn = (page: Page) => page.getByRole('button', { name: 'Go in', exact: true })

// Parallel: each test uses another performance and mostly waits.
test.describe.configure({ mode: 'parallel' })

/** Another visitor in a separate browser context. */
async function openOtherVisitor(browser: Browser, origin: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin, locale: 'en-GB', timezoneId: 'Europe/London' })
  return context.newPage()
}

/** Another performance for each `nth`, by id: the number of free seats changes while the tests run. */
async function findOwnPerformance(page: Page, nth: number) {
  const production = await (await page.request.get('/api/events/the-importance-of-being-earnest')).json()
  const { id, event } = (production.instances as { id: string; event: string; availability: string }[])
    .filter(({ availability }) => availability === 'get-tickets')
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .at(nth)!
  return { id, event, title: String(production.title), path: `/events/${event}/${id}` }
}

/** A performance with an open waiting room that every given server process knows: each reads its waiting rooms once a second. */
async function findQueuedPerformance(shops: readonly Shop[], page: Page, nth: number, ...order: string[]) {
  const chosenPerformance = await findOwnPerformance(page, nth)
  await shops[0]!.orderQueue(chosenPerformance.id, '--gathers', at(-3_600), '--opens', at(-60), ...order)
  for (const { origin } of shops)
    await expect
      .poll(async () => (await (await page.request.get(`${origin}/api/queue/${chosenPerformance.id}`)).json()).state)
      .not.toBe('open')
  return chosenPerformance
}

test('admits two visitors in order to the page that they requested, and lets the first buy @money @seats', async ({
  page,
  browser,
  shop,
}) => {
  const chosenPerformance = await findQueuedPerformance([shop], page, 0, '--rate', '1')
  const second = await openOtherVisitor(browser, shop.origin)
  await page.goto(`${chosenPerformance.path}/syos/all?list`)
  await expect(heading(page, "It's your turn")).toBeVisible()
  await expect(goIn(page)).toBeFocused()
  await expectAccessible(page, 'your turn')

  await second.goto(`${chosenPerformance.path}/price-selection`)
  await expect(heading(second, "You're in line")).toBeVisible()
  await expect(second.getByText("You're next").first()).toBeVisible()
  await expect(second.getByRole('table')).toContainText('Band A')
  // At this rate no second visitor is admitted during the assertions.
  await shop.orderQueue(chosenPerformance.id, '--pause')
  await checkScreen(second, 'in line')
  await second.reload()
  await expect(second.getByText("You're next").first()).toBeVisible()

  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`${chosenPerformance.path}/syos/all\\?list$`))
  const seat = page.getByRole('checkbox', { name: /^Row/, disabled: false }).first()
  await seat.press('Space')
  await addToBasket(page)

  await shop.orderQueue(chosenPerformance.id, '--resume', '--rate', '60')
  await expect(heading(second, "It's your turn")).toBeVisible({ timeout: 30_000 })
  await second.getByRole('button', { name: "Don't go in by itself" }).click()
  await expect(second.getByText('Take your time')).toBeVisible()
  await goIn(second).click()
  await expect(second).toHaveURL(new RegExp(`${chosenPerformance.path}/price-selection$`))
  await second.reload()
  await expect(second, 'the pass outlives a reload').toHaveURL(new RegExp(`${chosenPerformance.path}/price-selection$`))

  await continueFromBasket(page)
  await register(page, newPerson(`queue ${Date.now()}`))
  await walkToPayment(page)
  await goToProvider(page)
  await payByCard(page)
  await expectConfirmed(page, 1)
  await second.context().close()
})

test('shows the opening time before the opening, draws lots, and admits the visitor automatically', async ({ page, shop }) => {
  test.slow()
  const chosenPerformance = await findOwnPerformance(page, 1)
  await shop.orderQueue(chosenPerformance.id, '--gathers', at(-60), '--opens', at(3_600), '--rate', '600')
  await expect.poll(async () => (await (await page.request.get(`/api/queue/${chosenPerformance.id}`)).json()).state).not.toBe('open')
  await page.goto(chosenPerformance.path)
  await page.getByRole('link', { name: 'Go to the waiting room' }).click()
  await expect(heading(page, "You're in the waiting room")).toBeFocused()
  await expect(page.getByText('we draw lots')).toBeVisible()
  await expectAccessible(page, 'before the opening')
  // The opening moves from an hour ahead to now; the page follows without input.
  const opening = at(5)
  await shop.orderQueue(chosenPerformance.id, '--opens', opening)
  // A server reads its waiting rooms every second. Before that it returns the old opening and a poll delay of a minute.
  await expect
    .poll(async () => {
      const { state, opensAt } = await (await page.request.get(`/api/queue/${chosenPerformance.id}`)).json()
      return state !== 'early' || opensAt === opening
    })
    .toBe(true)
  await page.reload()
  await expect(heading(page, "It's your turn")).toBeVisible({ timeout: longestWait })
  await expect(page.getByRole('alert').filter({ hasText: "It's your turn." })).toBeAttached()
  await expect(page).toHaveURL(new RegExp(`${chosenPerformance.path}/syos/all`), { timeout: 45_000 })
  await expect(page.getByRole('heading', { level: 1 })).toContainText(chosenPerformance.title)
})

test('a queue ticket is valid at another server process, and moves to another device once', async ({ page, browser, shop }, {
  parallelIndex,
}) => {
  const other = await shop.openBeside(parallelIndex * 10 + 5)
  try {
    const chosenPerformance = await findQueuedPerformance([shop, other], page, 2, '--rate', '1')
    const first = await openOtherVisitor(browser, other.origin)
    await first.goto(`${chosenPerformance.path}/syos/all`)
    await expect(heading(first, "It's your turn")).toBeVisible()
    await first.context().close()
    await shop.orderQueue(chosenPerformance.id, '--pause')

    await page.goto(`${chosenPerformance.path}/syos/all?list`)
    await expect(page.getByText("You're next").first()).toBeVisible()
    const statusOnOther = await page.context().request.get(`${other.origin}/api/queue/${chosenPerformance.id}`)
    expect(await statusOnOther.json()).toMatchObject({ state: 'waiting', position: 2 })

    await page.getByRole('button', { name: 'Wait on another device' }).click()
    await page.getByRole('button', { name: 'Make a link' }).click()
    await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
    await expectAccessible(page, 'moving a place')
    const link = new URL(await page.getByLabel('Link to your place').inputValue())
    const phone = await openOtherVisitor(browser, shop.origin)
    await phone.goto(link.pathname + link.search + link.hash)
    await expect(heading(phone, 'Wait on this device?')).toBeVisible()
    await expectAccessible(phone, 'taking a place over')
    await phone.getByRole('button', { name: 'Wait here' }).click()
    await expect(phone.getByText("You're next").first()).toBeVisible()
    expect(new URL(phone.url()).hash).toBe('')
    await page.reload()
    await expect(heading(page, 'Your place is on another device')).toBeVisible()
    await expectAccessible(page, 'a place that went')
    const late = await openOtherVisitor(browser, shop.origin)
    await late.goto(link.pathname + link.search + link.hash)
    await late.getByRole('button', { name: 'Wait here' }).click()
    await expect(late.getByText("This link doesn't work any more")).toBeVisible()
    await Promise.all([phone, late].map((each) => each.context().close()))
  } finally {
    await other.stop()
  }
})

test('keeps the queue ticket while offline, and does not leave the waiting room', async ({ page, context, shop }) => {
  const chosenPerformance = await findQueuedPerformance([shop], page, 3, '--rate', '1')
  await context.request.post(`/api/queue/${chosenPerformance.id}`, { data: {} })
  await context.clearCookies()
  await page.goto(`/queue?instance=${chosenPerformance.id}&to=${encodeURIComponent('https://evil.example/')}`)
  await expect(page.getByText("You're next").first()).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText('Your place is kept, and this page goes on')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('Your place is kept, and this page goes on')).toBeHidden()
  await shop.orderQueue(chosenPerformance.id, '--end')
  await expect(page).toHaveURL(new RegExp(`${chosenPerformance.path}/syos/all`), { timeout: 45_000 })
  await page.goto('/queue?instance=no-such-night')
  await expect(page.getByText('Sorry, we could not find this performance')).toBeVisible()
})
