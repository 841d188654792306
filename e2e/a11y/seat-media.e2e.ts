import type { Page } from '@playwright/test'
import { findPerformance } from '../support/journey.ts'
import { movingParts } from '../support/motion.ts'
import { cameraOf, colourAt, openMap } from '../support/seat-screen.ts'
import { expect, test } from '../support/test.ts'

test('§9.19 in forced colours the list is the default, and the map is drawn in the system’s colours', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
  const chosenPerformance = await findPerformance(page, 8)
  await page.goto(`${chosenPerformance.path}/syos/all`)
  await expect(page.getByRole('table').getByRole('checkbox').first()).toBeVisible()
  await expect(page.locator('canvas')).toHaveCount(0)
  await openMap(page, chosenPerformance)
  const { x, y, width, height } = (await page.locator('canvas').locator('..').boundingBox())!
  // Between the panels, below the hall: only the background is drawn there.
  const ground = { x: Math.round(x + width * 0.6), y: Math.round(y + height - 16), width: 3, height: 3 }
  const system = await systemColour(page, 'Canvas')
  await expect.poll(() => colourAt(page, ground)).toBe(system)
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'light' })
  const forcedColour = await systemColour(page, 'Canvas')
  expect(forcedColour).not.toBe(system)
  await expect.poll(() => colourAt(page, ground)).toBe(forcedColour)
})

const systemColour = (page: Page, name: string): Promise<string> =>
  page.evaluate((colour) => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.backgroundColor = colour
    const [red, green, blue] = getComputedStyle(probe).backgroundColor.match(/\d+/g)!
    probe.remove()
    return [red, green, blue].join(',')
  }, name)

test('§9.20 with reduced motion the camera jumps and nothing is animated', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openMap(page, await findPerformance(page, 8))
  for (const name of ['Zoom in', 'Show the whole house']) {
    const button = page.getByRole('button', { name, exact: true })
    const positions = page.getByRole('grid').evaluate(async (grid) => {
      const camera = (): string => getComputedStyle(grid.parentElement!).transform
      const places = [camera()]
      // Every frame until the camera has moved and has stopped.
      for (let idleFrames = 0; idleFrames < 30 || places.length < 2; idleFrames++) {
        await new Promise(requestAnimationFrame)
        if (camera() === places.at(-1)) continue
        places.push(camera())
        idleFrames = 0
      }
      return places.length
    })
    await button.click()
    expect(await positions, name).toBe(2)
  }
  expect(await movingParts(page)).toEqual([])
  expect(await cameraOf(page)).not.toBe('none')
})
