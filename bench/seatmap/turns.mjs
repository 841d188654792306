import { enter, openBrowser, phases } from './measure.mjs'

/** @typedef {import('./compare.mjs').Contestant} Contestant */
/** @typedef {Partial<import('./measure.mjs').Figures>} Figures */

const [rounds, frames, warm] = [5, 9, 1]
/** A few frames only, because each takes a hundred times as long; and only the far view, which is compared. */
const slow = { variant: 'svg', frames: 3 }
const [stillFrames, idleTime] = [20, 500]

/**
 * Measures contestants by processor time, in one browser and in turns of ten frames, so that other work on the machine
 * affects all of them. Each draws every camera, however long it takes, so that all draw the same.
 * @param {string} executable @param {string} origin @param {number} seats @param {readonly string[]} variants
 * @returns {Promise<Contestant[]>}
 */
export async function measureInTurns(executable, origin, seats, variants) {
  const browser = await openBrowser(executable)
  try {
    const contestants = []
    for (const variant of variants) {
      const contestant = await enter(browser, origin, { variant, seats })
      await contestant.page.evaluate(() => bench.start())
      contestants.push({ ...contestant, variant, rounds: /** @type {Figures[]} */ ([]) })
    }
    // The first round is the compiler's.
    for (let round = -1; round < rounds; round++)
      for (const { variant, draw, idle, ...contestant } of round % 2 ? contestants : contestants.toReversed()) {
        const isSlow = variant === slow.variant
        if (isSlow && round < 0) continue
        /** @type {Figures} */
        const figures = {}
        for (const phase of isSlow ? /** @type {const} */ (['far']) : phases)
          figures[phase] = await draw(phase, isSlow ? slow.frames : frames, { warm })
        if (round < 0) continue
        figures.loop = await idle(stillFrames)
        contestant.rounds.push(figures)
      }
    for (const { page, heap, check, rounds } of contestants) {
      const [bytes, idle] = [await heap(), await page.evaluate((time) => bench.idle(time), idleTime)]
      check()
      rounds.splice(0, rounds.length, ...rounds.map((figures) => ({ ...figures, heap: bytes, idle })))
    }
    return contestants.map(({ variant, rounds }) => ({ variant, seats, rounds }))
  } finally {
    await browser.close()
  }
}
