import { devices } from '@playwright/test'
import { fingersOf } from '../support/fingers.ts'
import { findPerformance, openSeats } from '../support/journey.ts'
import { cameraOf, openMap, waitForCamera } from '../support/seat-screen.ts'
import { expect, test } from '../support/test.ts'

const { defaultBrowserType: _browser, ...phone } = devices['Pixel 7']
test.use({ ...phone, viewport: { width: 390, height: 844 } })

/** Horizontal position of the hall, from the matrix of the camera. */
const leftOf = (camera: string): number => Number(camera.split(',')[4])

/** Minimum target size of WCAG 2.5.8 in CSS pixels. */
const smallest = 24

test('§9.13 a tap on seats drawn under 24 px zooms in instead of selecting', async ({ page }) => {
  await openMap(page, await findPerformance(page, 7))
  const seats = page.getByRole('grid').getByRole('checkbox')
  const box = (await seats.nth(40).boundingBox())!
  expect(box.width).toBeLessThan(smallest)
  const before = await cameraOf(page)
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
  await expect.poll(() => cameraOf(page)).not.toBe(before)
  await expect.poll(async () => (await seats.first().boundingBox())!.width).toBeGreaterThanOrEqual(smallest)
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
})

test('gestures other than a tap select nothing, and do not affect the next tap', async ({ page }) => {
  await openMap(page, await findPerformance(page, 8))
  const fingers = await fingersOf(page)
  const selectedSeats = page.getByRole('grid').getByRole('checkbox', { checked: true })
  const { x, y, width, height } = (await page.locator('canvas').locator('..').boundingBox())!
  const [middle, third] = [x + width / 2, y + height * 0.4]

  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await fingers.tap(middle, third)
  await fingers.tap(middle, third)
  await waitForCamera(page)
  await expect(selectedSeats, 'a double tap zooms').toHaveCount(0)

  // A fling keeps the hall moving after the finger is lifted; a touch stops it.
  const beforeFling = await cameraOf(page)
  await fingers.fling([middle, third], [middle - 150, third])
  await waitForCamera(page)
  const afterFling = await cameraOf(page)
  expect(leftOf(afterFling), 'it glides the way it was thrown').toBeLessThan(leftOf(beforeFling) - 150 - 20)
  await page.emulateMedia({ reducedMotion: 'reduce' })

  const before = await cameraOf(page)
  await fingers.down([middle, third])
  await fingers.move([middle + 30, third + 30])
  await fingers.down([middle + 30, third + 30], [middle + 90, third + 90, 1])
  await fingers.move([middle + 30, third + 30], [middle + 130, third + 130, 1])
  await fingers.up([middle + 30, third + 30])
  await fingers.up()
  await expect.poll(() => cameraOf(page), 'a second finger makes it a pinch').not.toBe(before)
  await fingers.down([middle, third])
  await fingers.move([middle, y - 40])
  await fingers.up()
  await fingers.down([middle, third])
  await fingers.cancel()
  await fingers.down([middle, third], [middle + 60, third + 60, 1])
  await fingers.cancel()
  await expect(selectedSeats).toHaveCount(0)

  await page.getByRole('button', { name: 'Show the whole house' }).tap()
  await fingers.tap(middle, third)
  await waitForCamera(page)
  const [seat] = await openSeats(page)
  const name = (await seat!.getAttribute('aria-label'))!
  const box = (await seat!.boundingBox())!
  const [sx, sy] = [box.x + box.width / 2, box.y + box.height / 2]
  await fingers.down([sx, sy])
  await expect(page.getByRole('dialog'), 'a long press tells of the seat').toBeVisible()
  await fingers.up()
  await expect(page.getByRole('dialog')).toContainText(new RegExp(name.split(',')[0]!.replace(' seat', ', seat'), 'i'))
  await expect(selectedSeats).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await fingers.tap(sx, sy)
  await expect(selectedSeats).toHaveCount(1)
})

test('a touch beside the map scrolls the page; one on the map pans the hall', async ({ page }) => {
  await openMap(page, await findPerformance(page, 8))
  const fingers = await fingersOf(page)
  const map = (await page.locator('canvas').locator('..').boundingBox())!
  const swipe = async (x: number, y: number): Promise<void> => {
    await fingers.down([x, y])
    for (let step = 1; step <= 8; step++) await fingers.move([x, y - step * 10])
    await fingers.up()
  }
  const scrollPosition = (): Promise<number> => page.evaluate(() => scrollY)
  await page.getByRole('button', { name: 'Zoom in' }).tap()
  await page.getByRole('button', { name: 'Zoom in' }).tap()
  const before = await cameraOf(page)
  await swipe(map.x + map.width / 2, map.y + map.height * 0.4)
  await expect.poll(() => cameraOf(page)).not.toBe(before)
  expect(await scrollPosition()).toBe(0)
  const beforeSwipe = await cameraOf(page)
  await swipe(map.x + map.width / 2, map.y - 30)
  await expect.poll(scrollPosition).toBeGreaterThan(20)
  expect(await cameraOf(page)).toBe(beforeSwipe)
})
