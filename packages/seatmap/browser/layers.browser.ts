import type { Page } from '@playwright/test'
import { expect, test } from './page.ts'
import type { Opening } from './page/main.tsx'

// Every layer at every zoom, pixel by pixel. After a wanted change: `pnpm --filter @playhouse/seatmap browser --update-snapshots`,
// and look at what you commit.

/** Names: all that blocks say from afar, upright too. Tables: boxes with walls and a floor to stand on besides. Far: blocks, names, prices, the stage, pins. Middle: points of seats, names beside blocks. */
const zooms = {
  far: { hall: 'bowl', seatSize: 0 },
  names: { hall: 'opera', seatSize: 3.6 },
  upright: { hall: 'thrust', seatSize: 8.6 },
  middle: { hall: 'bowl', seatSize: 5.5 },
  glyphs: { hall: 'theatre', seatSize: 13 },
  near: { hall: 'theatre', seatSize: 30 },
  tables: { hall: 'cabaret', seatSize: 14 },
} as const
type Zoom = keyof typeof zooms

async function show(page: Page, zoom: Zoom, opening: Opening = {}): Promise<void> {
  const { hall, seatSize } = zooms[zoom]
  await page.goto('http://map.test/')
  await page.evaluate(
    async ({ opening, seatSize }) => {
      await theatre.open(opening)
      const { plan } = theatre.hall()
      const engine = theatre.engine()
      const free = (from: number): number => {
        while (theatre.hall().store.outlook[from] !== 0) from += 1
        return from
      }
      const middle = plan.rows[plan.areas[0]!.firstRow + 3]!
      const seat = free(middle.firstSeat + (middle.seatCount >> 1))
      if (seatSize > 0) await theatre.lookAt(seat, seatSize)
      engine.setChosen([free(seat + 2), free(seat + 4)], [free(seat + 7)])
      engine.setFilters({ bands: new Set(['premium', 'a', 'c', 'd', 'e']) })
      engine.setFocus(seat)
      await theatre.settle()
    },
    { opening: { hall, ...opening }, seatSize },
  )
}
/** Edges may differ by rounding in a browser of another version; a layer that is missing or moved differs by far more. */
const shot = async (page: Page, name: string): Promise<void> =>
  expect(await page.screenshot()).toMatchSnapshot(`${name}.png`, { threshold: 0.15, maxDiffPixelRatio: 0.004 })

for (const zoom of Object.keys(zooms) as Zoom[]) {
  for (const palette of ['dark', 'light'] as const)
    test(`${zoom}, ${palette}`, async ({ page }) => {
      await show(page, zoom, { palette })
      await shot(page, `${zoom}-${palette}`)
    })

  test(`${zoom}, forced colours`, async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' })
    await show(page, zoom, { palette: 'system' })
    await shot(page, `${zoom}-forced`)
  })

  test.describe('on a fine screen', () => {
    test.use({ deviceScaleFactor: 2, viewport: { width: 300, height: 200 } })
    test(`${zoom}, two device pixels a pixel`, async ({ page }) => {
      await show(page, zoom, { maxPixelRatio: 2 })
      await shot(page, `${zoom}-fine`)
    })
  })

  test(`${zoom}, without WebGL`, async ({ page }) => {
    await page.addInitScript(() => {
      const original = HTMLCanvasElement.prototype.getContext
      HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
        return kind.startsWith('webgl') ? null : Reflect.apply(original, this, [kind, ...rest])
      } as typeof original
    })
    await show(page, zoom)
    await shot(page, `${zoom}-canvas`)
  })
}
