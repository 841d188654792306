import { addToBasket, findPerformance } from '../support/journey.ts'
import { openList, liveRegionText, holdAsOtherVisitor, waitForCamera } from '../support/seat-screen.ts'
import { expect, expectAccessible, test } from '../support/test.ts'
import type { Locator, Page } from '@playwright/test'

/** The first seat that Tab reaches on the map: the same one for every new visitor. */
async function firstSeat(page: Page, path: string): Promise<{ seat: Locator; name: string }> {
  await page.goto(`${path}/syos/all?map`)
  const seat = page.getByRole('grid').locator('[role=checkbox][tabindex="0"]').first()
  await expect(seat).toBeAttached()
  await seat.focus()
  return { seat: page.locator(':focus'), name: (await seat.getAttribute('aria-label')) ?? '' }
}

test('the map updates taken seats live, and keeps focus and camera', async ({ page, browser, shop }) => {
  const chosen = await findPerformance(page, 6)
  const { seat, name } = await firstSeat(page, chosen.path)
  await waitForCamera(page)
  const zoom = await page.getByRole('grid').boundingBox()
  let loads = 0
  page.on('load', () => loads++)

  const context = await browser.newContext({ baseURL: shop.origin, locale: 'en-GB' })
  const rival = await context.newPage()
  const theirs = await firstSeat(rival, chosen.path)
  expect(theirs.name).toBe(name)
  await rival.keyboard.press('Space')
  await addToBasket(rival)

  const short = /^Row .+? seat [^,]+/.exec(name)![0]
  await expect(seat).toHaveAccessibleName(new RegExp(`^${short}, taken`))
  await expect(page.getByRole('status').filter({ hasText: `${short}, taken` })).toBeAttached()
  await expect(seat).toBeFocused()
  expect(await page.getByRole('grid').boundingBox()).toEqual(zoom)

  await rival
    .getByRole('button', { name: new RegExp(`^Remove .*`) })
    .first()
    .click()
  await expect(seat).toHaveAccessibleName(name)
  expect(loads).toBe(0)
  await context.close()
})

test('announces that a chosen seat was taken, and offers an equivalent one', async ({ page, browser, shop }) => {
  const chosen = await findPerformance(page, 7)
  const { name } = await firstSeat(page, chosen.path)
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'Add 1 seat to basket' })).toBeEnabled()

  const context = await browser.newContext({ baseURL: shop.origin, locale: 'en-GB' })
  const rival = await context.newPage()
  await firstSeat(rival, chosen.path)
  await rival.keyboard.press('Space')
  await addToBasket(rival)

  const short = /^Row .+? seat [^,]+/.exec(name)![0]
  await expect(page.getByText(`${short} has just been taken and is no longer in your selection.`).first()).toBeVisible()
  await expectAccessible(page, 'a chosen seat has gone')
  const offer = page.getByRole('button', { name: /^Choose .+ instead$/ })
  await offer.click()
  await expect(offer).toBeHidden()
  await expect(page.getByRole('button', { name: 'Add 1 seat to basket' })).toBeFocused()
  await addToBasket(page)
  await expect(page.getByText(/Row .+ seat/i).first()).toBeVisible()
  await context.close()
})

test('in the list announces that a chosen seat was taken, with an equivalent one that a key selects', async ({ page, browser, shop }) => {
  const chosen = await findPerformance(page, 9)
  await openList(page, chosen)
  const free = page.getByRole('checkbox', { name: /^Row/, disabled: false })
  const names = await free.evaluateAll((boxes) => boxes.map((box) => box.ariaLabel ?? ''))
  // The sold seats depend on the day: this seat has equivalent seats that can replace it.
  const factsOf = (seat: string): string => seat.replace(/^Row .+? seat [^,]+/, '')
  const nth = names.findIndex((seat) => names.filter((other) => factsOf(other) === factsOf(seat)).length > 2)
  const [seat, name] = [free.nth(nth), names[nth]!]
  await seat.press('Space')
  await expect(page.getByRole('button', { name: 'Add 1 seat to basket' })).toBeEnabled()
  await holdAsOtherVisitor(browser, shop.origin, chosen, name)

  const short = /^Row .+? seat [^,]+/.exec(name)![0]
  await expect
    .poll(() => liveRegionText(page))
    .toMatch(new RegExp(`${short} has just been taken and is no longer in your selection\\. Row .+ is free at the same price`))
  await page.getByRole('button', { name: /^Choose .+ instead$/ }).press('Enter')
  await expect(page.getByRole('button', { name: 'Add 1 seat to basket' })).toBeFocused()
})

test('shows that seats may be outdated while offline, and removes the notice when current again', async ({ page, context }) => {
  const chosen = await findPerformance(page, 8)
  await firstSeat(page, chosen.path)
  const notice = page.getByText(/^Seats may have changed/)
  await context.setOffline(true)
  await expect(notice).toBeVisible({ timeout: 30_000 })
  await context.setOffline(false)
  await expect(notice).toBeHidden({ timeout: 30_000 })
})
