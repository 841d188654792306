import { median } from './compare.mjs'

/**
 * Milliseconds: medians, and the 95th percentile (`slow`).
 * @typedef {{ focused: number, drawn: number, slow: number }} KeyFigures
 */

const arrows = ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp']
const presses = 20

/**
 * From an arrow key to the next seat focused, which is when readers speak it, and to its picture: in one block of 2,500 seats.
 * @param {import('@playwright/test').Browser} browser @param {string} origin @param {'map' | 'plain'} kind
 * @returns {Promise<KeyFigures>}
 */
export async function measureKeys(browser, origin, kind) {
  // A camera that flies would be drawn for half a second after each press.
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1, reducedMotion: 'reduce' })
  try {
    await page.goto(`${origin}/keys.html${kind === 'plain' ? '?plain' : ''}`)
    await page.waitForFunction(() => 'keyBench' in window)
    await page.evaluate(() => keyBench.open())
    /** @type {{ focused: number[], drawn: number[] }} */
    const all = { focused: [], drawn: [] }
    // The first round is the compiler's.
    for (const round of [0, 1])
      for (const key of arrows) {
        const result = await page.evaluate(([key, presses]) => keyBench.walk(key, presses), /** @type {const} */ ([key, presses]))
        if (round === 0) continue
        all.focused.push(...result.focusTimes)
        all.drawn.push(...result.drawTimes)
      }
    const slow = all.drawn.toSorted((a, b) => a - b)[Math.floor(all.drawn.length * 0.95)] ?? NaN
    return { focused: median(all.focused), drawn: median(all.drawn), slow }
  } finally {
    await page.close()
  }
}
