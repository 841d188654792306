import { devices } from '@playwright/test'
import {
  addToBasket,
  continueFromBasket,
  findPerformance,
  expectConfirmed,
  goToProvider,
  openSeats,
  payByCard,
  knownCustomer,
  signIn,
  walkToPayment,
} from '../support/journey.ts'
import { waitForCamera } from '../support/seat-screen.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

const { defaultBrowserType: _browser, ...phone } = devices['Pixel 7']
test.use({ ...phone, viewport: { width: 390, height: 844 }, reducedMotion: 'no-preference' })

test('by touch on a phone, a first tap zooms to the area and the next ones select seats @money @seats', async ({ page }) => {
  const pointers: string[] = []
  await page.exposeFunction('recordPointer', (kind: string) => void pointers.push(kind))
  await page.addInitScript(() => {
    const recording = window as unknown as { recordPointer: (kind: string) => void }
    addEventListener('pointerdown', ({ pointerType }) => recording.recordPointer(pointerType), true)
  })
  const chosenPerformance = await findPerformance(page, 3)
  await page.goto(`${chosenPerformance.path}/syos/all?map`)
  const canvas = page.locator('canvas')
  await expect(canvas).toBeVisible()
  await expect(page.getByRole('grid').getByRole('checkbox').first()).toBeAttached()
  await expectAccessible(page, 'seats on a phone')
  // The canvas may be larger than the map.
  const { x, y, width, height } = (await canvas.locator('..').boundingBox())!
  await page.touchscreen.tap(x + width / 2, y + height * 0.4)
  await expect.poll(async () => (await openSeats(page)).length).toBeGreaterThan(0)
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0)
  for (let count = 1; count <= 2; count++) {
    await waitForCamera(page)
    const [seat] = await openSeats(page)
    const box = (await seat!.boundingBox())!
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
    await expect(seat!).toHaveAttribute('aria-checked', 'true')
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await addToBasket(page)
  await expectAccessible(page, 'basket on a phone')
  await continueFromBasket(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in or register' })).toBeVisible()
  await expectAccessible(page, 'sign in on a phone')
  await signIn(page, knownCustomer)
  await walkToPayment(page, (step) => expectAccessible(page, `${step} on a phone`))
  await goToProvider(page)
  await payByCard(page)
  await expectConfirmed(page, 2)
  await expectAccessible(page, 'confirmed on a phone')
  expect(pointers.length).toBeGreaterThan(8)
  expect(pointers.filter((kind) => kind !== 'touch')).toEqual([])
})
