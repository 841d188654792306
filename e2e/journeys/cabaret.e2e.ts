import type { Page } from '@playwright/test'
import { arriveAtProvider, type JourneyPerformance, expectConfirmed, findPerformance, knownCustomer } from '../support/journey.ts'
import { type Keys, keysOf } from '../support/keys.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

// Two standing places and a table for four without a pointer: by keyboard on the map, and from the list.

const night = (page: Page): Promise<JourneyPerformance> => findPerformance(page, 0, 'the-small-hours')

/** Pays for the basket by keyboard. */
async function payByKeyboard(page: Page, { press, type, tabTo }: Keys): Promise<void> {
  const heading = (name: string) => page.getByRole('heading', { level: 1, name })
  await tabTo(/^Continue/)
  await press('Enter')
  await expect(heading('Sign in or register')).toBeFocused()
  await tabTo(/^Email address/)
  await type(knownCustomer.email)
  await press('Enter')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await type(knownCustomer.password)
  await press('Enter')
  await expect(heading('How would you like your tickets?')).toBeFocused()
  await tabTo(/^Continue$/)
  await press('Enter')
  await expect(heading('Check your order')).toBeFocused()
  await tabTo(/^I accept the terms/)
  await press('Space')
  await tabTo(/^Continue$/)
  await press('Enter')
  await expect(heading('Who is paying?')).toBeFocused()
  await tabTo(/^Continue$/)
  await press('Enter')
  await expect(heading('Payment')).toBeFocused()
  await tabTo(/^Pay £/)
  await press('Enter')
  await arriveAtProvider(page)
  await tabTo(/^Card number/)
  await type('4242424242424242')
  await press('Enter')
}

test('books two standing places and a table for four by keyboard on the map @money @seats', async ({ page }) => {
  const keys = keysOf(page)
  await openFloor(page)
  await expectAccessible(page, 'a floor to stand on')
  await keys.tabTo(/^Pit, standing, £\d+\.\d\d/)
  const places = page.getByRole('spinbutton', { name: /^Pit, standing/ })
  await keys.press('ArrowUp')
  await keys.press('ArrowUp')
  await expect(places).toHaveAttribute('aria-valuenow', '2')
  await expect(places).toHaveAttribute('aria-valuetext', /^2 of \d+$/)
  await expect(page.getByRole('list').getByText('Pit, standing', { exact: true })).toHaveCount(2)
  await keys.press('Alt+PageDown')
  await expect(page.locator(':focus')).toHaveAccessibleName(/^Table 1 seat \d, £/)
  await expectAccessible(page, 'tables')
  await keys.type('4')
  await expect(page.locator(':focus')).toHaveAccessibleName(/^Table (1 seat 4|4 seat 1)/)
  await keys.press('Space')
  await expect(page.locator(':focus')).toHaveAttribute('aria-checked', 'true')
  await keys.tabTo(/^Add 6 seats to basket/)
  await keys.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /^Your basket$/ })).toBeFocused()
  await expect(page.getByText('Pit, standing', { exact: true }).first()).toBeVisible()
  await expect(page.getByText(/^Tables, table \d, seat 1$/).first()).toBeVisible()
  await payByKeyboard(page, keys)
  await expectConfirmed(page, 6)
  await expect(page.getByText('Standing', { exact: true }).first()).toBeVisible()
})

test('books two standing places and a table for four from the list @seats', async ({ page }) => {
  const keys = keysOf(page)
  const chosenPerformance = await night(page)
  await page.goto(`${chosenPerformance.path}/syos/all?list`)
  const places = page.getByRole('spinbutton', { name: /^Pit, standing/ })
  await expect(places).toBeVisible()
  await keys.tabTo(/^Pit, standing/)
  await keys.press('ArrowUp')
  await keys.press('ArrowUp')
  await expect(places).toHaveValue('2')
  await expectAccessible(page, 'the list of a floor to stand on')
  await page.getByRole('button', { name: /^Tables/ }).press('Enter')
  await page
    .getByRole('checkbox', { name: /^Table \d+ seat 1, £/, disabled: false, checked: false })
    .first()
    .press('Space')
  await expect(page.getByRole('checkbox', { name: /^Table/, checked: true })).toHaveCount(4)
  await page.getByRole('button', { name: 'Add 6 seats to basket' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /^Your basket$/ })).toBeFocused()
  await payByKeyboard(page, keys)
  await expectConfirmed(page, 6)
})

async function openFloor(page: Page): Promise<void> {
  const chosenPerformance = await night(page)
  await page.goto(`${chosenPerformance.path}/syos/all?map`)
  await expect(page.locator('canvas')).toBeVisible()
  await expect(page.getByRole('grid').getByRole('spinbutton')).toBeAttached()
}
