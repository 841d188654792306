import type { Page } from '@playwright/test'
import { checkScreen } from '../support/check-screen.ts'
import { findStaffUser, signInAtCounter } from '../support/counter.ts'
import { expectConfirmed, payByCard } from '../support/journey.ts'
import { keysOf } from '../support/keys.ts'
import { cancelTransitions, expectFocusMoves } from '../support/overlays.ts'
import { readerOf } from '../support/reader.ts'
import { openShop, type Shop } from '../support/server.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

type PackageDate = { readonly instance: string; readonly availability: string; readonly startsAt: string; readonly endsAt: string }
type Part = { readonly event: string; readonly title: string; readonly performances: readonly PackageDate[] }
type PackageView = { readonly groups: readonly { readonly parts: readonly Part[] }[] }
const isFree = ({ availability }: { readonly availability: string }): boolean => ['get-tickets', 'limited'].includes(availability)

const isApart = (a: PackageDate, b: PackageDate): boolean => a.endsAt <= b.startsAt || b.endsAt <= a.startsAt

/** How many bookable dates follow the last one that overlaps no date of an earlier part: presses of Arrow Up from the end of each list. */
function stepsToLastFree(parts: readonly Part[]): number[] {
  const chosen: PackageDate[] = []
  return parts.map(({ title, performances }) => {
    const free = performances.filter(isFree).toReversed()
    const steps = free.findIndex((date) => chosen.every((other) => isApart(date, other)))
    expect(steps, `free dates of ${title}`).toBeGreaterThanOrEqual(0)
    chosen.push(free[steps]!)
    return steps
  })
}

async function chooseFromEnd(page: Page, steps: number): Promise<void> {
  await page.keyboard.press('End')
  for (let step = 0; step < steps; step++) await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
}

const address = { line1: '1 River Walk', line2: '', line3: '', city: 'Kingston', state: '', postcode: 'KT1 1AA', country: 'GB' }
const person = { title: '', firstName: 'Ada', lastName: 'Quill', phone: '02079460000' }

let kingston: Shop
test.beforeAll(async ({}, info) => {
  kingston = await openShop(info.parallelIndex * 10 + 4, { BRAND: 'kingston' })
})
test.afterAll(() => kingston.stop())

test('by keyboard alone, a visitor chooses the dates of three plays and a concert, holds their seats, removes the package, and pays for it @money @seats', async ({
  browser,
}) => {
  test.slow()
  const context = await browser.newContext({ baseURL: kingston.origin, locale: 'en-GB' })
  const page = await context.newPage()
  const { tabTo } = keysOf(page)
  try {
    const view = (await (await page.request.get('/api/packages/three-plays-and-a-concert')).json()) as PackageView
    const parts = view.groups.flatMap((group) => group.parts)
    const send = async (method: 'post' | 'put', path: string, data: unknown): Promise<void> => {
      const response = await page.request[method](`/api${path}`, { data, headers: { origin: kingston.origin } })
      expect(response.ok(), `${path} answers ${response.status()} ${await response.text()}`).toBe(true)
    }
    const steps = stepsToLastFree(parts)
    const chooseDates = async (): Promise<void> => {
      for (const [nth, { title }] of parts.entries()) {
        await page.getByRole('button', { name: new RegExp(title) }).press('Enter')
        await expect(page.getByRole('listbox')).toBeVisible()
        await chooseFromEnd(page, steps[nth]!)
        await expect(page.getByRole('main').getByText(`${nth + 1} of 4 chosen`)).toBeVisible()
      }
    }
    const holdForTwo = async (): Promise<void> => {
      await page.getByLabel(/^Full price/).focus()
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('ArrowUp')
      await tabTo(/^Hold seats for all dates$/)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/checkout\/basket$/)
      await expect(page.getByText('4 performances, £198.00')).toBeVisible()
    }
    await page.goto('/packages')
    await expect(page.getByRole('link', { name: 'Both stages' })).toBeVisible()
    await checkScreen(page, 'packages')
    await page.goto('/listings-packages')
    await page.getByRole('region', { name: 'Both stages' }).getByRole('button', { expanded: false }).first().press('Enter')
    await expect(page.getByRole('region', { name: 'Both stages' }).getByRole('listitem').first()).toBeVisible()
    await checkScreen(page, 'packages by date')
    await page.goto('/listings')
    const captioned = page.getByRole('checkbox', { name: 'Captioned' })
    await captioned.press('Space')
    await expect(page).toHaveURL(/\?access=captioned$/)
    await expect(page.getByRole('main').getByRole('region').first()).toContainText('Captioned')
    await checkScreen(page, 'all performances')
    await cancelTransitions(page)
    await expectFocusMoves(page, 'production', page.getByRole('button', { name: /^All productions/ }))
    await page.goto('/super-package-builder/both-stages')
    await checkScreen(page, 'super package')
    await page.goto('/flex-package-builder/pick-and-save')
    await checkScreen(page, 'flexible package')
    await page.goto('/package-builder/loft-pair')
    await checkScreen(page, 'package of two')
    // The seats of one date: on the map, or in a price band.
    const pair = (await (await page.request.get('/api/packages/loft-pair')).json()) as PackageView
    const date = pair.groups.flatMap((group) => group.parts.flatMap(({ performances }) => performances)).find(isFree)!
    await page.goto(`/packages/loft-pair/${date.instance}`)
    await page.getByLabel(/^Full price/).focus()
    await page.keyboard.press('ArrowUp')
    await checkScreen(page, 'date of a package')
    await page.getByRole('link', { name: 'Choose seats on the map' }).press('Enter')
    await expect(page.getByText('Choose one seat.')).toBeVisible()
    await checkScreen(page, 'seats of a date')
    await page.getByRole('button', { name: 'Use these seats' }).press('Enter')
    await expect(page.getByText('Choose 1 more seat.')).toBeVisible()
    await page.goto(`/packages/loft-pair/${date.instance}/price-selection`)
    await checkScreen(page, 'price band of a date')
    await page.getByRole('button', { name: 'Use this price band' }).press('Enter')
    await expect(page.getByText('Best available seats', { exact: true })).toBeVisible()

    await page.goto('/packages')
    await page.getByRole('link', { name: 'Three plays and a concert' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Three plays and a concert' })).toBeFocused()
    await cancelTransitions(page)
    await expectFocusMoves(page, 'date', page.getByRole('button', { name: new RegExp(parts[0]!.title) }))
    await checkScreen(page, 'package')
    await expect(page.getByRole('main').getByText('0 of 4 chosen')).toBeVisible()
    await chooseDates()
    // So many dates are in a calendar too, where arrow keys choose.
    const calendar = page.getByRole('radiogroup', { name: `${parts[0]!.title}, dates in` })
    await page.getByRole('button', { name: 'Choose in a calendar' }).first().press('Enter')
    await expect(calendar.getByRole('radio', { checked: true })).toBeVisible()
    await checkScreen(page, 'calendar of a package')
    // The choice survives a reload.
    await page.reload()
    await expect(page.getByRole('main').getByText('4 of 4 chosen')).toBeVisible()
    await holdForTwo()
    const [sold] = ((await (await page.request.get('/api/basket')).json()) as { packages: { tickets: string[] }[] }).packages
    expect(sold!.tickets).toHaveLength(8)
    await page
      .getByRole('button', { name: /^Remove / })
      .first()
      .press('Enter')
    await expect(page.getByRole('alertdialog', { name: 'This removes the whole package' })).toBeVisible()
    await expectAccessible(page, 'warning of the whole package')
    await tabTo(/^Remove the package$/)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Your basket is empty' })).toBeVisible()

    await send('post', '/auth/register', {
      ...person,
      email: `packages${Date.now()}@audience.example`,
      password: 'Rehearse-10-Lines-27',
      address,
      marketing: false,
    })
    await page.goto('/packages/three-plays-and-a-concert')
    await chooseDates()
    await holdForTwo()
    await send('put', '/basket/notes', { order: '', access: '', termsAccepted: true })
    await send('put', '/basket/billing', { firstName: 'Ada', lastName: 'Quill', phone: '02079460000', address })
    await page.goto('/checkout/payment')
    await page.getByRole('button', { name: /^Pay / }).press('Enter')
    await payByCard(page)
    await expect(page.getByRole('heading', { level: 1, name: 'See you at the theatre' })).toBeVisible({ timeout: 30_000 })
    await expect(page.getByRole('region', { name: 'Packages' })).toContainText('4 performances, £198.00')
    await checkScreen(page, 'order with a package')
    await kingston.expectInvariants()
  } finally {
    await context.close()
  }
})

type Night = { readonly id: string; readonly availability: string; readonly seatsLeft: number }

test('by touch on a phone, a visitor learns which date has sold out, keeps the other one and pays; the counter exchanges one date and refunds the other @money @seats', async ({
  browser,
}) => {
  test.slow()
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const context = await browser.newContext({ baseURL: kingston.origin, locale: 'en-GB', ...phone })
  const page = await context.newPage()
  const desk = await browser.newContext({ baseURL: kingston.origin, locale: 'en-GB' })
  try {
    const headers = { origin: kingston.origin }
    const view = (await (await page.request.get('/api/packages/loft-pair')).json()) as PackageView
    const [first, second] = view.groups.flatMap((group) => group.parts) as [Part, Part]
    const { instances } = (await (await page.request.get(`/api/events/${second.event}`)).json()) as { instances: Night[] }
    const offered = instances.filter((night) => isFree(night) && second.performances.some(({ instance }) => instance === night.id))
    // The date with the fewest free seats, which another visitor buys.
    const [scarce, plenty] = offered.toSorted((a, b) => a.seatsLeft - b.seatsLeft) as [Night, Night]
    const datesOfSecond = second.performances.filter(({ instance }) => [scarce.id, plenty.id].includes(instance))
    const chosen = first.performances.findLast((date) => isFree(date) && datesOfSecond.every((other) => isApart(date, other)))!
    await page.goto('/packages/loft-pair')
    const tapDate = async ({ title, performances }: Part, instance: string): Promise<void> => {
      await page.getByRole('button', { name: new RegExp(title) }).tap()
      const free = performances.findIndex((each) => each.instance === instance)
      // The first option is no date.
      await page
        .getByRole('option')
        .nth(free + 1)
        .tap()
      await expect(page.getByRole('listbox')).toBeHidden()
    }
    await tapDate(first, chosen.instance)
    await tapDate(second, scarce.id)
    await expect(page.getByRole('main').getByText('2 of 2 chosen')).toBeVisible()
    const more = page.getByRole('button', { name: 'One more: Full price' })
    await more.tap()
    await more.tap()
    await expect(page.getByRole('link', { name: `Choose seats for ${second.title}` })).toBeVisible()

    // Until no two seats are left.
    for (let quantity = 9; quantity > 1;) {
      const rival = await browser.newContext({ baseURL: kingston.origin })
      const data = { quantity, together: false }
      const response = await rival.request.post(`/api/instances/${scarce.id}/best-available`, { data, headers })
      if (!response.ok()) {
        const { code, params } = (await response.json()) as { code: string; params: { ways: { atMost: number } } }
        expect(code).toBe('seats-not-found')
        expect(params.ways.atMost).toBeLessThan(quantity)
        quantity = params.ways.atMost
      }
      await rival.close()
    }
    await page.getByRole('button', { name: 'Hold seats for all dates' }).tap()
    await expect(page.getByText('There are not enough seats left on this date. Choose another one.')).toBeVisible()
    await expect(page.getByRole('main').getByText('2 of 2 chosen')).toBeVisible()
    await checkScreen(page, 'package with a date that sold out')
    expect(((await (await page.request.get('/api/basket')).json()) as { tickets: unknown[] }).tickets).toEqual([])
    await tapDate(second, plenty.id)
    await expect(page.getByText('There are not enough seats left on this date. Choose another one.')).toBeHidden()
    await page.getByRole('button', { name: 'Hold seats for all dates' }).tap()
    await expect(page).toHaveURL(/checkout\/basket$/)

    const send = async (method: 'post' | 'put', path: string, data: unknown): Promise<Record<string, unknown>> => {
      const response = await page.request[method](`/api${path}`, { data, headers })
      expect(response.ok(), `${path} answers ${response.status()} ${await response.text()}`).toBe(true)
      return response.json()
    }
    const email = `pair${Date.now()}@audience.example`
    await send('post', '/auth/register', { ...person, email, password: 'Rehearse-10-Lines-27', address, marketing: false })
    await send('put', '/basket/notes', { order: '', access: '', termsAccepted: true })
    const { version } = await send('put', '/basket/billing', { firstName: 'Ada', lastName: 'Quill', phone: '02079460000', address })
    await page.goto(String((await send('post', '/checkout', { version }))['redirectUrl']))
    await payByCard(page)
    const number = await expectConfirmed(page, 4)

    const counter = await desk.newPage()
    await signInAtCounter(
      counter,
      findStaffUser(({ role }) => role === 'manager'),
      `/smart/orders/${number}`,
    )
    const tickets = counter.getByRole('region', { name: 'Tickets of this order' })
    const ticketsOf = ({ title }: Part) => tickets.getByRole('row').filter({ hasText: title }).getByRole('checkbox')
    await expect(counter.getByText(/^The loft pair · £/)).toBeVisible()
    await expect(ticketsOf(second)).toHaveCount(2)
    for (const box of await ticketsOf(second).all()) await box.press('Space')
    await counter.getByRole('button', { name: 'Exchange chosen seats' }).press('Enter')
    await expect(counter.getByText(/^Exchanging /)).toBeVisible()
    await counter.getByRole('link', { name: 'Seats of another performance' }).press('Enter')
    const other = offered.find(({ id }) => id !== scarce.id && id !== plenty.id)!
    await counter.locator(`main li a[href*="${other.id}?"]`).first().press('Enter')
    const line = counter.getByLabel('Seats', { exact: true })
    await expect(line).toBeFocused()
    await counter.keyboard.type('2')
    await counter.keyboard.press('Enter')
    await expect(counter.getByRole('heading', { name: '2 seats held' })).toBeVisible()
    await counter.keyboard.press('Enter')
    await counter
      .getByRole('region', { name: 'Take payment' })
      .getByRole('button', { name: /^(Cash|Exchange)$/ })
      .press('Enter')
    await expect(counter.getByRole('region', { name: /^Sold: order / }).getByText(/paid by the returned tickets/)).toBeVisible()
    // The other date keeps its share, and is refunded by it.
    await counter.goto(`/smart/orders/${number}`)
    await expect(ticketsOf(first)).toHaveCount(2)
    await expect(ticketsOf(second)).toHaveCount(0)
    for (const box of await ticketsOf(first).all()) await box.press('Space')
    await counter.getByLabel('Reason for the return').fill('ill')
    await counter.getByRole('button', { name: 'Return to the card' }).press('Enter')
    await expect(counter.getByText(/is refunded to the card within some days/)).toBeVisible()
    await kingston.expectInvariants()
  } finally {
    await context.close()
    await desk.close()
  }
})

test('a visitor builds a package by screen reader alone', async ({ browser }) => {
  test.slow()
  const context = await browser.newContext({ baseURL: kingston.origin, locale: 'en-GB' })
  const page = await context.newPage()
  try {
    const view = (await (await page.request.get('/api/packages/loft-pair')).json()) as PackageView
    const parts = view.groups.flatMap((group) => group.parts)
    const steps = stepsToLastFree(parts)
    const reader = await readerOf(page)
    await page.goto('/packages/loft-pair')
    await expect(page.getByText('0 of 2 chosen')).toBeVisible()
    await reader.start()
    for (const [nth, { title }] of parts.entries()) {
      await reader.tabTo(new RegExp(`^button, .*${title}`))
      await page.keyboard.press('Enter')
      await expect(page.getByRole('listbox')).toBeVisible()
      await chooseFromEnd(page, steps[nth]!)
      await expect(page.getByRole('listbox')).toBeHidden()
      await expect(page.getByRole('button', { name: new RegExp(title) })).toBeFocused()
      await reader.hears(new RegExp(`^polite: ${nth + 1} of 2 chosen`))
    }
    await reader.tabTo(/Full price/)
    await page.keyboard.press('ArrowUp')
    await reader.tabTo(/^button, Hold seats for all dates/)
    await page.keyboard.press('Enter')
    await reader.hears(/^polite: The seats of your package are held\.$/)
    await expect(page.getByRole('heading', { level: 1, name: /^Your basket$/ })).toBeFocused()
  } finally {
    await context.close()
  }
})
