import { devices } from '@playwright/test'
import { evening } from '../support/journey.ts'
import { cameraOf, openMap } from '../support/seat-screen.ts'
import { expect, test } from '../support/test.ts'

const { defaultBrowserType: _browser, ...phone } = devices['Pixel 7']
test.use({ ...phone, viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' })

/** What WCAG 2.5.8 asks of everything, and what this shop asks of what a journey can't do without; CSS pixels. */
const smallest = 24
const primary = 44

type Target = { readonly name: string; readonly width: number; readonly height: number; readonly isPrimary: boolean }

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

for (const as of ['map', 'list'] as const)
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
  ])
    test(`§9.14 targets are at least 24 px, those of the journey 44: ${as}, ${viewport.width} px`, async ({ page }) => {
      await page.setViewportSize(viewport)
      const chosen = await evening(page, 7)
      await page.goto(`${chosen.path}/syos/all?${as}`)
      await expect(page.getByRole('button', { name: /^Add/ })).toBeVisible()
      await expect(page.getByRole('checkbox', { name: /^Row/ }).first()).toBeAttached()
      const targets = await page.evaluate((): Target[] =>
        [...document.querySelectorAll<HTMLElement>('main :is(a[href], button, select, input, [role=radio])')]
          .filter(
            (element) => !element.closest('[role=grid]') && element.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
          )
          .flatMap((element) => {
            // A checkbox may be pressed by its label too; what is hidden until it has focus is no target.
            const label = element.closest('label') ?? (element as HTMLInputElement).labels?.[0]
            const boxes = [element, label].flatMap((part) => (part ? [part.getBoundingClientRect()] : []))
            const [width, height] = [Math.max(...boxes.map((box) => box.width)), Math.max(...boxes.map((box) => box.height))]
            if (width <= 1 && height <= 1) return []
            const name = (element.getAttribute('aria-label') ?? label?.textContent ?? element.textContent ?? '').trim().slice(0, 40)
            const isPrimary = /^(Add|Choose |Zoom|Filters|Show the whole|Go to|Row|Details)/.test(name)
            return [{ name, width, height, isPrimary }]
          }),
      )
      expect(targets.length).toBeGreaterThan(10)
      // Half a pixel is lost where a browser rounds.
      const least = (target: Target): number => (target.isPrimary ? primary : smallest) - 0.5
      expect(targets.filter((target) => target.height < least(target) || target.width < smallest - 0.5)).toEqual([])
    })
