import type { Page } from '@playwright/test'
import { expect, test } from './page.ts'
import { lookAtPage, type Picture } from './picture.ts'

// A moving camera shows frames that were drawn for an earlier camera. They must show the right content at their position.

/** Moves the camera in steps of whole pixels or of scale. Returns how often the map was drawn. */
const walk = (page: Page, by: { readonly pixels?: readonly [number, number]; readonly factor?: number }): Promise<number> =>
  page.evaluate(async ({ pixels: [right, down] = [0, 0], factor = 1 }) => {
    let drawCount = 0
    const context = document.querySelector('canvas')!.getContext('webgl2') ?? document.querySelector('canvas')!.getContext('2d')!
    const clear = 'clear' in context ? 'clear' : 'fillRect'
    const original = (context as unknown as Record<string, () => void>)[clear]!
    Object.assign(context, { [clear]: (...values: []) => ((drawCount += 1), original.apply(context, values)) })
    for (let step = 0; step < 40; step++) {
      const { x, y, seatSize } = theatre.engine().framing()
      const k = seatSize / theatre.seatSize()
      theatre.engine().setFraming({ x: x + right / k, y: y + down / k, seatSize: seatSize * factor })
      await new Promise(requestAnimationFrame)
    }
    await theatre.settle()
    Object.assign(context, { [clear]: original })
    return drawCount
  }, by)

/** Sets the same camera again, which makes the map draw. */
const drawAnew = (page: Page): Promise<void> =>
  page.evaluate(() => {
    theatre.engine().setFraming(theatre.engine().framing())
    return theatre.settle()
  })

/** Of 255: what a light edge rounds to in one place or another. A picture that lies off by half a pixel differs by a hundred. */
const rounding = 10
/** By how much two pictures differ where they differ most. */
function furthest(one: Picture, other: Picture): number {
  let most = 0
  for (let y = 0; y < one.height; y++)
    for (let x = 0; x < one.width; x++) {
      const colour = other.at(x, y)
      one.at(x, y).forEach((channel, i) => void (most = Math.max(most, Math.abs(channel - colour[i]!))))
    }
  return most
}

for (const [kind, withheld] of [
  ['WebGL', []],
  ['a 2D canvas', ['webgl2']],
] as const)
  test.describe(`by ${kind}`, () => {
    test.beforeEach(async ({ page }) => {
      await page.addInitScript((withheld: readonly string[]) => {
        const original = HTMLCanvasElement.prototype.getContext
        HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
          return withheld.includes(kind) ? null : Reflect.apply(original, this, [kind, ...rest])
        } as typeof original
      }, withheld)
      await page.goto('http://map.test/')
      await page.evaluate(() => theatre.open())
      await page.evaluate(() => theatre.lookAt(60, 30))
    })

    for (const [way, pixels] of [
      ['right and down', [3, 2]],
      ['left and up', [-4, -1]],
    ] as const)
      test(`after a walk to the ${way}, most of it on pictures drawn before, the picture is the one that is drawn there`, async ({
        page,
      }) => {
        expect(await walk(page, { pixels })).toBeLessThan(15)
        const walked = await lookAtPage(page)
        await drawAnew(page)
        expect(furthest(walked, await lookAtPage(page))).toBeLessThan(rounding)
      })

    for (const [way, factor] of [
      ['in', 1.01],
      ['out', 1 / 1.03],
    ] as const)
      test(`after zooming ${way} the picture is the one that is drawn there`, async ({ page }) => {
        expect(await walk(page, { factor })).toBeLessThan(30)
        const zoomed = await lookAtPage(page)
        await drawAnew(page)
        expect(furthest(zoomed, await lookAtPage(page))).toBeLessThan(rounding)
      })
  })
