import type { Page } from '@playwright/test'
import { findPerformance, knownCustomer } from '../support/journey.ts'
import { expect, test } from '../support/test.ts'

/** Disables prefetching. */
const neverIdle = (page: Page) => page.addInitScript(() => (window.requestIdleCallback = () => 0))
const seats = /\/assets\/(seat|words-en-seat)-/

test('with a missing script, reloads once and then shows the error page with a link', async ({ page }) => {
  await neverIdle(page)
  const chosenPerformance = await findPerformance(page, 4)
  await page.goto(chosenPerformance.path)
  const toSeats = page.getByRole('link', { name: 'Choose from a list' })
  await expect(toSeats).toBeVisible()
  await page.route(seats, (route) => route.abort())
  const reload = page.waitForEvent('load')
  await toSeats.click()
  await reload
  await page.goto(chosenPerformance.path)
  await toSeats.click()
  await expect(page.getByRole('heading', { level: 1, name: "Something's gone wrong" })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Basket' })).toBeVisible()
  await page.unroute(seats)
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await expect(page.getByRole('checkbox', { name: /^Row/ }).first()).toBeVisible()
})

test('after a new build during checkout, reloads once and loses neither the seats nor the input', async ({ page, shop }) => {
  const chosenPerformance = await findPerformance(page, 4)
  const headers = { origin: shop.origin }
  await page.request.post('/api/auth/login', { data: knownCustomer, headers })
  await page.request.post(`/api/instances/${chosenPerformance.id}/best-available`, { data: { quantity: 1, together: true }, headers })
  await page.goto('/checkout/delivery')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  const note = page.getByRole('textbox', { name: /^Access needs/ })
  await note.fill('A seat by the door, please')
  const basket = await (await page.request.get('/api/basket')).json()

  // The server no longer has the old files; the new page refers to the new ones.
  let isOldPage = true
  await page.route(/\/assets\/words-de-/, (route) => (isOldPage ? route.fulfill({ status: 404 }) : route.continue()))
  page.on('framenavigated', () => (isOldPage = false))
  let loads = 0
  page.on('load', () => loads++)
  const reload = page.waitForEvent('load')
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de')
  await reload
  await expect(page.getByRole('timer')).toBeVisible()
  await expect(page.getByRole('textbox').filter({ hasText: 'A seat by the door, please' })).toBeVisible()
  const { tickets, deadline } = await (await page.request.get('/api/basket')).json()
  expect({ tickets, deadline }).toEqual({ tickets: basket.tickets, deadline: basket.deadline })
  expect(loads).toBe(1)
})

test('offline, prefetched screens work, nothing reloads and no input is lost', async ({ page, context }) => {
  const chosenPerformance = await findPerformance(page, 4)
  const response = page.waitForResponse(/\/assets\/OtherDates-.*js$/)
  await page.goto(chosenPerformance.path)
  await response
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => (document.body.dataset['visit'] = 'first'))
  await context.setOffline(true)
  await expect(page.getByText("You're offline")).toBeVisible()

  const change = page.getByRole('button', { name: 'Change date' })
  await change.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Change date' })
  await expect(dialog).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(dialog.locator(':focus'), 'the focus stays inside').toBeVisible()
  await page.keyboard.press('Escape')
  await expect(change).toBeFocused()

  await page.getByRole('combobox', { name: 'Language' }).selectOption('sv')
  await expect(page.getByRole('combobox', { name: 'Language' })).toHaveValue('en')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-GB')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: "Something's gone wrong" })).toBeVisible()
  expect(await page.evaluate(() => document.body.dataset['visit'])).toBe('first')

  await context.setOffline(false)
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de')
  await expect(page.getByRole('combobox', { name: 'Sprache' })).toHaveValue('de')
  await page.getByRole('button', { name: 'Seite neu laden' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /Anmelden/ })).toBeVisible()
})

test('a dialog that is not fetched yet opens when loaded, and returns the focus when closed', async ({ page }) => {
  await neverIdle(page)
  const chosenPerformance = await findPerformance(page, 4)
  await page.goto(chosenPerformance.path)
  const change = page.getByRole('button', { name: 'Change date' })
  await change.click()
  await expect(page.getByRole('dialog', { name: 'Change date' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Close' }).last()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(change).toBeFocused()
  await page.goto(`${chosenPerformance.path}?dates`)
  await expect(page.getByRole('dialog', { name: 'Change date' })).toBeVisible()
})
