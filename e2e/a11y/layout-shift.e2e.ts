import type { Page } from '@playwright/test'
import { findPerformance } from '../support/journey.ts'
import { expect, test } from '../support/test.ts'

test.use({ reducedMotion: 'no-preference' })

/** Sum of layout shifts without user input since the page was opened (Layout Instability API). */
type Shift = PerformanceEntry & { readonly value: number; readonly hadRecentInput: boolean }

async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let sum = 0
    Object.defineProperty(window, 'shifted', { get: () => sum })
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as Shift[]) if (!shift.hadRecentInput) sum += shift.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

for (const [device, viewport] of [
  ['desk', { width: 1280, height: 800 }],
  ['phone', { width: 390, height: 844 }],
] as const)
  test(`nothing visible moves while a screen loads, on a ${device}`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await watchShifts(page)
    const { event, path } = await findPerformance(page, 2)
    for (const screen of ['/', `/events/${event}`, path, `${path}/syos/all`, '/checkout/basket', '/login', '/nowhere']) {
      await page.goto(screen)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      // Later shifts are not part of loading. The seat stream keeps the network busy, so `networkidle` never occurs.
      await page.waitForTimeout(1_000)
      expect(await page.evaluate(() => Number((window as unknown as { shifted: number }).shifted)), screen).toBeLessThan(0.01)
    }
  })
