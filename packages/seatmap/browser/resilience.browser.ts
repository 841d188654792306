import type { Page } from '@playwright/test'
import { expect, test } from './page.ts'
import { coloursOf, lookAtPage } from './picture.ts'

// Whatever a browser or a plan does, the map is never blank, and its texts stay available.

const open = (page: Page, hall = 'theatre'): Promise<string> =>
  page.goto('http://map.test/').then(() => page.evaluate((hall) => theatre.open({ hall }), hall))

/** Browsers that can't draw in these ways. */
const withhold = (page: Page, kinds: readonly string[]): Promise<unknown> =>
  page.addInitScript((withheld) => {
    const original = HTMLCanvasElement.prototype.getContext
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
      return withheld.includes(kind) ? null : Reflect.apply(original, this, [kind, ...rest])
    } as typeof original
  }, kinds)

test('a lost context comes back with the very same picture', async ({ page }) => {
  await open(page)
  await page.evaluate(() => theatre.lookAt(60, 30))
  const before = await page.screenshot()
  await page.evaluate(async () => {
    const canvas = document.querySelector('canvas')!
    const lost = new Promise((resolve) => canvas.addEventListener('webglcontextlost', resolve, { once: true }))
    const restored = new Promise((resolve) => canvas.addEventListener('webglcontextrestored', resolve, { once: true }))
    const extension = canvas.getContext('webgl2')!.getExtension('WEBGL_lose_context')!
    extension.loseContext()
    await lost
    // Only once the event has been heard by all may it be undone.
    await new Promise((resolve) => setTimeout(resolve))
    // Changes during that time are not lost.
    theatre.hall().store.apply([[61, 1]], 2)
    theatre.hall().store.apply([[61, 0]], 3)
    extension.restoreContext()
    await restored
    await theatre.settle()
  })
  expect((await page.screenshot()).equals(before)).toBe(true)
})

test('mounted twice by React, it is drawn once', async ({ page }) => {
  await page.goto('http://map.test/')
  await page.evaluate(() => theatre.mount())
  expect(await page.evaluate(() => theatre.told())).toEqual({ ready: ['webgl'], undrawable: 0 })
  expect(await page.locator('canvas').count()).toBe(1)
  expect(coloursOf(await lookAtPage(page))).toBeGreaterThan(8)
})

test('without WebGL a 2D canvas draws the hall', async ({ page }) => {
  await withhold(page, ['webgl', 'webgl2'])
  expect(await open(page)).toBe('canvas')
  expect(coloursOf(await lookAtPage(page))).toBeGreaterThan(8)
})

test('without any canvas calls onUndrawable and keeps the grid of seats', async ({ page }) => {
  await withhold(page, ['webgl', 'webgl2', '2d'])
  await page.goto('http://map.test/')
  await page.evaluate(() => theatre.mount())
  expect((await page.evaluate(() => theatre.told())).undrawable).toBeGreaterThan(0)
  await expect(page.getByRole('grid').getByRole('checkbox').first()).toBeAttached()
})

for (const [hall, what] of [
  ['astray', 'seats on one spot and seats far outside the hall'],
  ['unknownTypes', 'seats of a type that nobody knows'],
  ['unpriced', 'bands without a price and bands that do not exist'],
  ['closed', 'nothing for sale'],
] as const)
  test(`a plan with ${what} is drawn, near and far`, async ({ page }) => {
    expect(await open(page, hall)).toBe('webgl')
    expect(coloursOf(await lookAtPage(page))).toBeGreaterThan(3)
    await page.evaluate(() => theatre.lookAt(45, 30))
    expect(coloursOf(await lookAtPage(page))).toBeGreaterThan(3)
  })

test('a hall with nowhere to sit shows its stage, is walked without harm and offers nothing', async ({ page }) => {
  expect(await open(page, 'empty')).toBe('webgl')
  expect(coloursOf(await lookAtPage(page))).toBeGreaterThan(1)
  await page.goto('http://map.test/')
  await page.evaluate(() => theatre.mount('empty'))
  expect(await page.evaluate(() => theatre.told())).toEqual({ ready: ['webgl'], undrawable: 0 })
  await expect(page.getByRole('grid').getByRole('checkbox')).toHaveCount(0)
  await page.mouse.click(200, 150)
  for (const key of ['Tab', 'ArrowDown', 'Space', '+']) await page.keyboard.press(key)
})

test('states of seats that are not there change nothing', async ({ page }) => {
  await open(page)
  const before = await page.screenshot()
  await page.evaluate(async () => {
    const { store, plan } = theatre.hall()
    store.apply(
      [
        [plan.seatCount, 1],
        [-1, 1],
        [1e9, 2],
      ],
      9,
    )
    theatre.engine().setChosen([plan.seatCount + 5, -3], [1e9])
    theatre.engine().setFocus(-1)
    await theatre.settle()
  })
  expect((await page.screenshot()).equals(before)).toBe(true)
})

test('as a layer of a Pixi scene it draws the same seats', async ({ page }) => {
  await open(page)
  await page.evaluate(() => theatre.lookAt(60, 30))
  const own = await lookAtPage(page)
  await page.goto('http://scene.test/')
  await page.evaluate(() => theatre.compose(60, 30))
  const layer = await lookAtPage(page)
  let same = 0
  for (let y = 0; y < own.height; y++)
    for (let x = 0; x < own.width; x++) if (own.at(x, y).every((part, i) => Math.abs(part - layer.at(x, y)[i]!) < 24)) same += 1
  expect(same / own.width / own.height).toBeGreaterThan(0.98)
  expect(coloursOf(layer)).toBeGreaterThan(8)
})
