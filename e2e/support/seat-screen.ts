import type { Browser, Locator, Page } from '@playwright/test'
import type { JourneyPerformance } from './journey.ts'
import { expect } from './test.ts'

type Rect = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** Opens the map of a performance and waits until it is drawn and operable. */
export async function openMap(page: Page, performance: JourneyPerformance): Promise<void> {
  await page.goto(`${performance.path}/syos/all?map`)
  await expect(page.locator('canvas')).toBeVisible()
  await expect(page.getByRole('grid').getByRole('checkbox').first()).toBeAttached()
  await expect.poll(() => cameraOf(page)).not.toBe('none')
}

export async function openList(page: Page, performance: JourneyPerformance): Promise<void> {
  await page.goto(`${performance.path}/syos/all?list`)
  await expect(page.getByRole('table').getByRole('checkbox').first()).toBeVisible()
}

/** Matrix that maps the grid's seats onto the drawn ones. */
export const cameraOf = (page: Page): Promise<string> =>
  page.getByRole('grid').evaluate((grid) => getComputedStyle(grid.parentElement!).transform)

/** Waits until the camera has stopped, because a moving seat would be clicked at its old position. Counted in frames, not in seconds. */
export const waitForCamera = (page: Page): Promise<void> =>
  page.getByRole('grid').evaluate(async (grid) => {
    const camera = (): string => getComputedStyle(grid.parentElement!).transform
    for (let idleFrames = 0, before = camera(); idleFrames < 12; idleFrames++) {
      await new Promise(requestAnimationFrame)
      if (camera() === before) continue
      before = camera()
      idleFrames = 0
    }
  })

/** Focuses the seats by Tab, from the control before them. */
export async function tabToSeats(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Whole house' }).focus()
  await page.keyboard.press('Tab')
  await expect(page.locator(':focus')).toHaveAttribute('data-seat', /\d+/)
}

/** Current text of all live regions. */
export const liveRegionText = (page: Page): Promise<string> =>
  page.evaluate(() => [...document.querySelectorAll('[role=status], [role=alert]')].map(({ textContent }) => textContent).join(' '))

/** Whether a seat of the map is on the screen and unobscured. */
export const isClear = (seat: Locator): Promise<boolean> =>
  seat.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const map = element.closest('section')!
    const corners = [
      [left, top],
      [right, top],
      [left, bottom],
      [right, bottom],
    ] as const
    return corners.every(
      ([x, y]) => x >= 0 && y >= 0 && x <= innerWidth && y <= innerHeight && map.contains(document.elementFromPoint(x, y)),
    )
  })

/** The colour in the middle of a part of the screen, as `r,g,b`. */
export async function colourAt(page: Page, clip: Rect): Promise<string> {
  const image = (await page.screenshot({ clip })).toString('base64')
  const reader = await page.context().newPage()
  const colour = await reader.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
    const context = canvas.getContext('2d')!
    context.drawImage(bitmap, 0, 0)
    return [...context.getImageData(bitmap.width >> 1, bitmap.height >> 1, 1, 1).data.slice(0, 3)].join(',')
  }, image)
  await reader.close()
  return colour
}

/** Another visitor holds a seat, by its name in the list. */
export async function holdAsOtherVisitor(browser: Browser, origin: string, performance: JourneyPerformance, name: string): Promise<void> {
  const context = await browser.newContext({ baseURL: origin, locale: 'en-GB' })
  const otherVisitor = await context.newPage()
  await openList(otherVisitor, performance)
  await otherVisitor.getByRole('checkbox', { name, exact: true }).press('Space')
  await otherVisitor.getByRole('button', { name: /^Add 1 seat to basket/ }).press('Enter')
  await expect(otherVisitor).toHaveURL(/\/checkout\/basket$/)
  await context.close()
}
