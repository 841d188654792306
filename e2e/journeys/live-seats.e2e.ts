import { addToBasket, findPerformance } from '../support/journey.ts'
import { openList, liveRegionText, holdAsOtherVisitor, waitForCamera } from '../support/seat-screen.ts'
import { expect, expectAccessible, test } from '../support/test.ts'
import type { Locator, Page } from '@playwright/test'

/** Focuses the first seat in the tab order of the map, which is the same for every new visitor. */
async function focusFirstSeat(page: Page, path: string): Promise<{ seat: Locator; name: string }> {
  await page.goto(`${path}/syos/all?map`)
  const seat = page.getByRole('grid').locator('[role=checkbox][tabindex="0"]').first()
  await expect(seat).toBeAttached()
  await seat.focus()
  return { seat: page.locator(':focus'), name: (await seat.getAttribute('aria-label')) ?? '' }
}

test('the map updates taken seats live, and keeps focus and camera', async ({ page, browser, shop }) => {
  const chosenPerformance = await findPerformance(page, 6)
  const { seat, name } = await focusFirstSeat(page, chosenPerformance.path)
  await waitForCamera(page)
  const gridBox = await page.getByRole('grid').boundingBox()
  let loads = 0
  page.on('load', () => loads++)

  const context = await browser.newContext({ baseURL: shop.origin, locale: 'en-GB' })
  const otherPage = await context.newPage()
  const otherSeat = await focusFirstSeat(otherPage, chosenPerformance.path)
  expect(otherSeat.name).toBe(name)
  await otherPage.keyboard.press('Space')
  await addToBasket(otherPage)

  const seatName = /^Row .+? seat [^,]+/.exec(name)![0]
  await expect(seat).toHaveAccessibleName(new RegExp(`^${seatName}, taken`))
  await expect(page.getByRole('status').filter({ hasText: `${seatName}, taken` })).toBeAttached()
  await expect(seat).toBeFocused()
  expect(await page.getByRole('grid').boundingBox()).toEqual(gridBox)

  await otherPage
    .getByRole('button', { name: new RegExp(`^Remove .*`) })
    .first()
    .click()
  await expect(seat).toHaveAccessibleName(name)
  expect(loads).toBe(0)
  await context.close()
})

/** Focuses the first free seat without particulars, which many other seats are equal to: the date decides which seats are sold. */
async function focusUsualSeat(page: Page, path: string): Promise<string> {
  const { seat } = await focusFirstSeat(page, path)
  let name = (await seat.getAttribute('aria-label')) ?? ''
  for (let presses = 0; presses < 40 && /box office|step-free|wheelchair|companion|restricted|front row/i.test(name); presses++) {
    await page.keyboard.press('Control+ArrowRight')
    await expect(seat).not.toHaveAccessibleName(name)
    name = (await seat.getAttribute('aria-label')) ?? ''
  }
  return name
}

test('announces that a chosen seat was taken, and offers an equivalent one', async ({ page, browser, shop }) => {
  const chosenPerformance = await findPerformance(page, 7)
  const name = await focusUsualSeat(page, chosenPerformance.path)
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'Add 1 seat to basket' })).toBeEnabled()

  const context = await browser.newContext({ baseURL: shop.origin, locale: 'en-GB' })
  const otherPage = await context.newPage()
  expect(await focusUsualSeat(otherPage, chosenPerformance.path)).toBe(name)
  await otherPage.keyboard.press('Space')
  await addToBasket(otherPage)

  const seatName = /^Row .+? seat [^,]+/.exec(name)![0]
  await expect(page.getByText(`${seatName} has just been taken and is no longer in your selection.`).first()).toBeVisible()
  await expectAccessible(page, 'a chosen seat was taken')
  const offer = page.getByRole('button', { name: /^Choose .+ instead$/ })
  await offer.click()
  await expect(offer).toBeHidden()
  await expect(page.getByRole('button', { name: 'Add 1 seat to basket' })).toBeFocused()
  await addToBasket(page)
  await expect(page.getByText(/Row .+ seat/i).first()).toBeVisible()
  await context.close()
})

test('announces in the list that a chosen seat was taken, and selects an equivalent one by keyboard', async ({ page, browser, shop }) => {
  const chosenPerformance = await findPerformance(page, 9)
  await openList(page, chosenPerformance)
  const free = page.getByRole('checkbox', { name: /^Row/, disabled: false })
  const names = await free.evaluateAll((boxes) => boxes.map((box) => box.ariaLabel ?? ''))
  // The sold seats depend on the day, so this chooses a seat that has equivalent free seats.
  const attributesOf = (seat: string): string => seat.replace(/^Row .+? seat [^,]+/, '')
  const nth = names.findIndex((seat) => names.filter((other) => attributesOf(other) === attributesOf(seat)).length > 2)
  const [seat, name] = [free.nth(nth), names[nth]!]
  await seat.press('Space')
  await expect(page.getByRole('button', { name: 'Add 1 seat to basket' })).toBeEnabled()
  await holdAsOtherVisitor(browser, shop.origin, chosenPerformance, name)

  const seatName = /^Row .+? seat [^,]+/.exec(name)![0]
  await expect
    .poll(() => liveRegionText(page))
    .toMatch(new RegExp(`${seatName} has just been taken and is no longer in your selection\\. Row .+ is free at the same price`))
  await page.getByRole('button', { name: /^Choose .+ instead$/ }).press('Enter')
  await expect(page.getByRole('button', { name: 'Add 1 seat to basket' })).toBeFocused()
})

test('shows a notice of outdated seats while offline, and removes it when the connection is back', async ({ page, context }) => {
  const chosenPerformance = await findPerformance(page, 8)
  await focusFirstSeat(page, chosenPerformance.path)
  const notice = page.getByText(/^Seats may have changed/)
  await context.setOffline(true)
  await expect(notice).toBeVisible({ timeout: 30_000 })
  await context.setOffline(false)
  await expect(notice).toBeHidden({ timeout: 30_000 })
})
