import type { Page } from '@playwright/test'
import { checkScreen } from '../support/check-screen.ts'
import { payByCard } from '../support/journey.ts'
import { cancelTransitions, expectFocusMoves } from '../support/overlays.ts'
import { openShop, type Shop } from '../support/server.ts'
import { expect, test } from '../support/test.ts'

let kingston: Shop
test.beforeAll(async ({}, info) => {
  kingston = await openShop(info.parallelIndex * 10 + 7, { BRAND: 'kingston' })
})
test.afterAll(() => kingston.stop())

const series = '/subscriptions/fixed-series/the-loft-season'
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const address = { line1: '1 River Walk', line2: '', line3: '', city: 'Kingston', state: '', postcode: 'KT1 1AA', country: 'GB' }
const person = { title: '', firstName: 'Ada', lastName: 'Quill', phone: '02079460000' }

test('a customer chooses the same two seats for six dates by keyboard, reads which date is missing, pays, and removes a series as a whole @money @seats', async ({
  browser,
}) => {
  test.slow()
  const context = await browser.newContext({ baseURL: kingston.origin, locale: 'en-GB' })
  const page = await context.newPage()
  const send = async (method: 'post' | 'put', path: string, data: unknown): Promise<void> => {
    const response = await page.request[method](`/api${path}`, { data, headers: { origin: kingston.origin } })
    expect(response.ok(), `${path} answers ${response.status()} ${await response.text()}`).toBe(true)
  }
  const read = async (path: string) => (await page.request.get(`/api${path}`)).json()
  /** Two adjacent seats that are free on all dates. */
  let pair: readonly { readonly area: string; readonly row: string; readonly number: string }[] = []
  /** Chooses every date, then two seats from the list. */
  const chooseSeats = async (): Promise<void> => {
    await expect(page.getByRole('checkbox')).toHaveCount(6)
    for (const box of await page.getByRole('checkbox').all()) if (!(await box.isChecked())) await box.press('Space')
    await page.getByRole('button', { name: 'Continue to seats' }).press('Enter')
    await expect(heading(page, 'Choose seats')).toBeVisible()
    await page.getByRole('radio', { name: 'Choose from a list' }).press('Space')
    await expect(page.getByRole('radio', { name: 'Choose from a list' })).toBeChecked()
    await expect(page.getByRole('table').first()).toBeVisible()
    for (const { area, row, number } of pair) {
      const closed = page.getByRole('button', { name: new RegExp(`^${area}`), expanded: false })
      if (await closed.isVisible()) await closed.press('Enter')
      // Both banks of the hall have the same names of rows.
      const boxes = page.getByRole('checkbox', { name: new RegExp(`^Row ${row} seat ${number},`) })
      await (area === 'River bank' ? boxes.first() : boxes.last()).press('Space')
    }
    await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(2)
  }
  try {
    await page.goto(series)
    await expect(heading(page, 'The loft season')).toBeVisible()
    await checkScreen(page, 'fixed series')
    await send('post', '/auth/register', {
      ...person,
      email: `series${Date.now()}@audience.example`,
      password: 'Rehearse-10-Lines-27',
      address,
      marketing: false,
    })
    const { groups } = await read('/packages/the-loft-season')
    const instances = groups[0].parts.flatMap(({ performances }: { performances: { instance: string }[] }) => performances[0]!.instance)
    const performances = instances.map((instance: string) => ({ instance }))
    await send('post', '/basket/performances', { performances, wish: { quantity: 2, together: true }, sameSeats: 'required' })
    pair = (await read('/basket')).tickets.filter(({ instance }: { instance: string }) => instance === instances[0])
    const emptied = await page.request.delete('/api/basket', { headers: { origin: kingston.origin } })
    expect(emptied.ok(), await emptied.text()).toBe(true)
    await page.goto(series)
    await page.getByRole('link', { name: 'Choose dates' }).press('Enter')
    await expect(heading(page, 'Choose dates')).toBeVisible()
    await page.getByRole('button', { name: 'Continue to seats' }).press('Enter')
    await expect(page.getByText('Please choose at least 4 dates.').first()).toBeVisible()
    await checkScreen(page, 'dates of a series')
    await chooseSeats()
    await page
      .getByRole('switch', { name: /taken/i })
      .or(page.getByRole('checkbox', { name: /taken/i }))
      .first()
      .press('Space')
    await expect(page.getByRole('checkbox', { name: /taken\. Not free on / }).first()).toBeVisible()
    await expect(page.getByRole('cell', { name: /Not free on / }).first()).toBeVisible()
    await checkScreen(page, 'seats of a series')
    await page.getByRole('button', { name: 'Continue to prices' }).press('Enter')
    await expect(heading(page, 'Choose prices')).toBeVisible()
    await expect(page.getByText('Price of the series')).toBeVisible()
    await checkScreen(page, 'prices of a series')
    await page.getByRole('button', { name: 'Add to basket' }).press('Enter')
    await expect(heading(page, /^Your basket$/)).toBeVisible()
    const basket = await read('/basket')
    const places = new Map<string, string[]>()
    for (const { instance, seat } of basket.tickets as { instance: string; seat: string }[])
      places.set(instance, [...(places.get(instance) ?? []), seat].toSorted())
    expect([places.size, new Set([...places.values()].map((seats) => seats.join())).size, basket.tickets.length]).toEqual([6, 1, 12])
    expect(basket.packages).toMatchObject([{ package: 'the-loft-season', kind: 'series' }])
    expect(basket.packages[0].amount * 100).toBeLessThanOrEqual((basket.packages[0].amount + basket.packages[0].saved) * 85 + 100)
    await cancelTransitions(page)
    await expect(page.getByRole('region', { name: 'The loft season' })).toContainText('6 performances')
    await expectFocusMoves(page, 'a ticket of a series', page.getByRole('button', { name: /^Remove .*seat/ }).first())
    await checkScreen(page, 'basket with a series')
    await page.getByRole('button', { name: 'Remove The loft season' }).press('Enter')
    const warning = page.getByRole('alertdialog', { name: 'This removes the whole package' })
    await expect(warning).toContainText('All 12 tickets')
    await warning.getByRole('button', { name: 'Remove the package' }).press('Enter')
    await expect(heading(page, 'Your basket is empty')).toBeFocused()
    expect((await read('/basket')).tickets).toEqual([])

    await page.goto(`${series}/choose-dates`)
    await chooseSeats()
    await page.getByRole('button', { name: 'Continue to prices' }).press('Enter')
    await page.getByRole('button', { name: 'Add to basket' }).press('Enter')
    await expect(heading(page, /^Your basket$/)).toBeVisible()
    await send('put', '/basket/notes', { order: '', access: '', termsAccepted: true })
    await send('put', '/basket/billing', { firstName: 'Ada', lastName: 'Quill', phone: '02079460000', address })
    await page.goto('/checkout/payment')
    await page.getByRole('button', { name: /^Pay / }).press('Enter')
    await payByCard(page)
    await expect(heading(page, 'See you at the theatre')).toBeVisible({ timeout: 30_000 })
    await kingston.expectInvariants()
  } finally {
    await context.close()
  }
})
