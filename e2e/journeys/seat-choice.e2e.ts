import type { APIRequestContext, Page } from '@playwright/test'
import { findPerformance, type JourneyPerformance } from '../support/journey.ts'
import { openList, openMap, liveRegionText, tabToSeats } from '../support/seat-screen.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

test('one click selects seats for a party, announces them, and can be undone exactly', async ({ page }) => {
  await openMap(page, await findPerformance(page, 3))
  const many = page.getByRole('textbox', { name: 'How many of you?' })
  await many.fill('3')
  await many.press('Tab')
  await tabToSeats(page)
  await page.keyboard.press('Space')
  const add = page.getByRole('button', { name: 'Add 3 seats to basket' })
  const nearest = page.getByRole('button', { name: /^Take .*, together$/ })
  const seats = page.getByRole('region', { name: 'Your seats' }).getByRole('button', { name: /^Remove / })
  const chosenSeats = () => seats.evaluateAll((buttons) => buttons.map(({ ariaLabel }) => ariaLabel))
  await expect(add.or(nearest).first()).toBeVisible()
  // If three adjacent seats are not free, the click selects separate seats.
  const isApart = await nearest.isVisible()
  const separateSeats = isApart ? await chosenSeats() : []
  if (isApart) await nearest.press('Enter')
  await expect(add).toBeEnabled()
  await expect.poll(() => liveRegionText(page)).toMatch(/selected\. 3 seats, £/)
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  // Undo reverts only the last click: after a second one, the seats of the first are selected again.
  await expect.poll(chosenSeats).toEqual(separateSeats)
  await expect.poll(() => liveRegionText(page)).toContain('Undone.')
  await page.reload()
  await expect(many).toHaveValue('3')
})

test('seat details show the view of the stage for three eye heights', async ({ page }) => {
  await openList(page, await findPerformance(page, 3))
  // At the back, where heads in front obstruct a child more than an adult.
  await page.getByRole('button', { name: 'Details' }).last().press('Enter')
  const details = page.getByRole('dialog')
  // The text beside the drawing describes it, and is announced once.
  await expect(details.locator('svg[role=img]')).toHaveAttribute('aria-hidden', 'true')
  const view = details.getByRole('status')
  await expect(view).toHaveText(/You see (all|\d+%) of the stage/)
  const asAdult = (await view.textContent())!
  await details.getByRole('radio', { name: 'A child of seven' }).press('Space')
  await expect(view).not.toHaveText(asAdult)
  await expectAccessible(page, 'details of a seat')
})

test('compares seats of two dates, also after a reload', async ({ page }) => {
  for (const nth of [3, 4]) {
    await openList(page, await findPerformance(page, nth))
    await page.getByRole('button', { name: 'Details' }).nth(nth).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Compare', exact: true }).press('Enter')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await page.reload()
  await page.getByRole('button', { name: 'Compare seats (2)' }).press('Enter')
  const table = page.getByRole('dialog').getByRole('table')
  await expect(table.getByRole('columnheader')).toHaveCount(3)
  await expect(table.getByRole('rowheader', { name: 'Of the stage you see' })).toBeVisible()
  await expect(table.getByRole('link', { name: /^Go to this date/ })).toHaveCount(1)
  await expectAccessible(page, 'comparison')
  await table.getByRole('button', { name: /^Choose / }).press('Enter')
  await expect(table.getByText('Chosen')).toBeVisible()
  await table
    .getByRole('button', { name: /^Remove / })
    .first()
    .press('Enter')
  await expect(table.getByRole('columnheader')).toHaveCount(2)
})

/** A performance that refuses nine wheelchair spaces and offers alternatives: how many are free depends on the day. */
async function performanceWithAlternatives(page: Page, request: APIRequestContext, origin: string): Promise<JourneyPerformance> {
  for (let nth = 5; nth < 30; nth++) {
    const chosenPerformance = await findPerformance(page, nth)
    const data = { quantity: 9, together: true, needs: ['wheelchair'] }
    const response = await request.post(`/api/instances/${chosenPerformance.id}/best-available`, { headers: { origin }, data })
    const { params } = await response.json()
    if (params?.ways?.atMost > 0) return chosenPerformance
  }
  throw new Error('no performance has a free wheelchair space')
}

test('finds and holds seats by price, without the map @seats', async ({ page, request, shop }) => {
  const chosenPerformance = await performanceWithAlternatives(page, request, shop.origin)
  const urls: string[] = []
  page.on('request', (request) => urls.push(request.url()))
  await page.goto(`${chosenPerformance.path}/price-selection`)
  const many = page.getByRole('textbox', { name: 'How many of you?' })
  // The loaded screen replaces the field: text filled in at that moment would be added to the earlier number.
  await expect(page.getByRole('radio', { name: /Band C/ })).toBeVisible()
  for (const size of ['3', '2']) {
    await many.fill(size)
    await many.press('Tab')
  }
  await page.getByRole('radio', { name: /Band C/ }).press('Space')
  const find = page.getByRole('button', { name: 'Find seats' })
  await find.press('Enter')
  const heading = page.getByRole('heading', { name: 'The best seats for you' })
  await expect(heading).toBeFocused()
  await expect.poll(() => liveRegionText(page)).toMatch(/2 seats held until/)
  await expectAccessible(page, 'seats by price')
  const foundSeats = page.getByRole('article').getByRole('heading')
  const first = (await foundSeats.textContent())!
  await page.getByRole('button', { name: 'Show others' }).press('Enter')
  await expect(foundSeats).not.toHaveText(first)
  await expect(heading).toBeFocused()
  await page.getByRole('button', { name: 'Back to the first' }).press('Enter')
  await expect(foundSeats).toHaveText(first)
  // A new request replaces the last one; an impossible one shows the available alternatives.
  await page.getByRole('radio', { name: /Any price/ }).press('Space')
  await page.getByRole('checkbox', { name: 'Wheelchair space' }).press('Space')
  await many.fill('9')
  await many.press('Tab')
  await find.press('Enter')
  await expect(page.getByRole('alert').getByRole('button', { name: /^Look for/ })).toBeVisible()
  await expectAccessible(page, 'no such seats')
  await expect(foundSeats).toHaveText(first)
  await page.getByRole('link', { name: 'Go to basket' }).press('Enter')
  await expect(page).toHaveURL(/\/checkout\/basket$/)
  await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(2)
  expect(urls.filter((url) => /pixi|engine|SeatMap/i.test(url))).toEqual([])
})

test('held seats can be changed for others in one step @seats', async ({ page }) => {
  const chosenPerformance = await findPerformance(page, 6)
  await page.goto(`${chosenPerformance.path}/price-selection`)
  const many = page.getByRole('textbox', { name: 'How many of you?' })
  await many.fill('2')
  await many.press('Tab')
  await page.getByRole('button', { name: 'Find seats' }).press('Enter')
  await page.getByRole('link', { name: 'Change a seat on the map' }).click()
  await expect(page.getByText('Yours until you change')).toBeVisible()
  const seats = page.getByRole('button', { name: /^Remove Stalls|^Remove Gallery/ })
  await expect(seats).toHaveCount(2)
  await seats.first().press('Enter')
  await page.getByRole('button', { name: 'Change to this seat' }).press('Enter')
  await expect(page).toHaveURL(/\/checkout\/basket$/)
  await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(1)
})
