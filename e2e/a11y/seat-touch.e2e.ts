import { devices } from '@playwright/test'
import { evening } from '../support/journey.ts'
import { cameraOf, openMap } from '../support/seat-screen.ts'
import { expect, test } from '../support/test.ts'

const { defaultBrowserType: _browser, ...phone } = devices['Pixel 7']
test.use({ ...phone, viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' })

/** What WCAG 2.5.8 asks of everything that is pressed; CSS pixels. */
const smallest = 24

test('§9.13 seats drawn under 24 px don’t react to a tap; the map comes nearer', async ({ page }) => {
  await openMap(page, await evening(page, 7))
  const seats = page.getByRole('grid').getByRole('checkbox')
  const box = (await seats.nth(40).boundingBox())!
  expect(box.width).toBeLessThan(smallest)
  const before = await cameraOf(page)
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
  await expect.poll(() => cameraOf(page)).not.toBe(before)
  await expect.poll(async () => (await seats.first().boundingBox())!.width).toBeGreaterThanOrEqual(smallest)
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
})
