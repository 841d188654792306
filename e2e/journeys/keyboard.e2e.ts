import type { Page } from '@playwright/test'
import { evening, expectConfirmed, regular } from '../support/journey.ts'
import { expect, test } from '../support/test.ts'

/** Tabs until the focus is on something by that name. */
async function tabTo(page: Page, name: RegExp, atMost = 80): Promise<void> {
  const seen: string[] = []
  for (let presses = 0; presses < atMost; presses++) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement | null
      const label =
        element?.getAttribute('aria-label') ?? (element as HTMLInputElement | null)?.labels?.[0]?.textContent ?? element?.textContent
      return label?.trim() ?? ''
    })
    seen.push(focused.slice(0, 30))
    if (name.test(focused)) return
  }
  throw new Error(`Tab never reached ${name}: ${seen.join(' | ')}`)
}

test('by keyboard alone: from the performance to the tickets', async ({ page }) => {
  const chosen = await evening(page, 2)
  await page.goto(chosen.path)
  await tabTo(page, /^Choose seats on the map/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('grid').getByRole('checkbox').first()).toBeAttached()
  await tabTo(page, /^Row .+ seat/)
  await page.keyboard.press('Space')
  await expect(page.locator(':focus')).toHaveAttribute('aria-checked', 'true')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await expect(page.locator(':focus')).toHaveAttribute('aria-checked', 'true')
  await tabTo(page, /^Add 2 seats to basket/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Your basket' })).toBeFocused()
  await tabTo(page, /^Continue/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in or register' })).toBeFocused()
  await tabTo(page, /^Email address/)
  await page.keyboard.type(regular.email)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.type(regular.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'How would you like your tickets?' })).toBeFocused()
  await tabTo(page, /^Continue$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Check your order' })).toBeFocused()
  await tabTo(page, /^I accept the terms/)
  await page.keyboard.press('Space')
  await tabTo(page, /^Continue$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Who is paying?' })).toBeFocused()
  await tabTo(page, /^Continue$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Payment' })).toBeFocused()
  await tabTo(page, /^Pay £/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/pay\//)
  await tabTo(page, /^Card number/)
  await page.keyboard.type('4242424242424242')
  await page.keyboard.press('Enter')
  await expectConfirmed(page, 2)
})
