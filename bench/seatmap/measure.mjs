import { chromium } from '@playwright/test'
import { addressOf } from './build.mjs'

/** @typedef {{ interval: number, js: number, main: number, gpu: number, frames: number }} PhaseFigures */
/** @typedef {{ first: number, heap: number, loop: number, far: PhaseFigures, zooming: PhaseFigures, near: PhaseFigures,
 *   change?: { js: number, done: number }, recolour?: { js: number, done: number }, filter?: { js: number, done: number },
 *   pick?: { build: number, each: number }, idle?: number }} Figures */

const stillFrames = 120
export const phases = /** @type {const} */ (['far', 'zooming', 'near'])

/** One frame in flight and no display to wait for; pages are rastered in software, as without a graphics card. */
const common = [
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--disable-gpu-rasterization',
  '--disable-accelerated-2d-canvas',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
]
const unpacedFlags = ['--disable-frame-rate-limit', '--disable-gpu-vsync']

/** @param {string} executablePath @param {{ paced?: boolean }} [options] */
export const openBrowser = (executablePath, { paced = false } = {}) =>
  chromium.launch({ executablePath, args: paced ? common : [...common, ...unpacedFlags] })

/**
 * Opens the page of one contestant, with nothing drawn yet.
 * @param {import('@playwright/test').Browser} browser @param {string} origin @param {{ variant: string, seats: number }} who
 */
export async function enter(browser, origin, { variant, seats }) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 })
  const errors = /** @type {string[]} */ ([])
  page.on('pageerror', (error) => errors.push(error.message))
  await page.goto(addressOf(origin, variant, seats))
  await page.waitForFunction(() => 'bench' in window)
  const session = await page.context().newCDPSession(page)
  const processes = await browser.newBrowserCDPSession()
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const heapBefore = await heap(session)
  return {
    page,
    heap: async () => (await heap(session)) - heapBefore,
    /** @param {'far' | 'zooming' | 'near'} phase @param {number} frames @param {{ longest?: number, warm?: number }} pace @returns {Promise<PhaseFigures>} */
    async draw(phase, frames, pace) {
      await page.evaluate(() => bench.fit())
      const [main, gpu] = [await mainTime(session), await gpuTime(processes)]
      const result = await page.evaluate(
        ([phase, frames, pace]) => bench.phase(phase, frames, pace),
        /** @type {const} */ ([phase, frames, pace]),
      )
      const count = result.frames + result.warmUpFrames
      return {
        interval: result.interval,
        js: result.js,
        frames: result.frames,
        main: ((await mainTime(session)) - main) / count,
        gpu: ((await gpuTime(processes)) - gpu) / count,
      }
    },
    /** Main-thread cost of an idle frame, in which nothing is drawn. @param {number} frames */
    async idle(frames) {
      const before = await mainTime(session)
      await page.evaluate((frames) => bench.idleFrames(frames), frames)
      return ((await mainTime(session)) - before) / frames
    },
    /** @throws where the page had an error */
    check() {
      if (errors.length > 0) throw new Error(`${variant} at ${seats}: ${errors[0]}`)
    },
  }
}

/**
 * Measures one contestant in a new page.
 * @param {import('@playwright/test').Browser} browser
 * @param {string} origin
 * @param {{ variant: string, seats: number, frames: number, longest: number, rounds: number }} run
 *   `longest`: milliseconds a phase may take
 * @returns {Promise<Figures>}
 */
export async function measure(browser, origin, { variant, seats, frames, longest, rounds }) {
  const contestant = await enter(browser, origin, { variant, seats })
  const { page } = contestant
  try {
    const first = await page.evaluate(() => bench.start())
    const farFrames = await contestant.draw('far', frames, { longest })
    const zooming = await contestant.draw('zooming', frames, { longest })
    const nearFrames = await contestant.draw('near', frames, { longest })
    // Measured with warm code, as in the frames that it is subtracted from.
    const loop = await contestant.idle(stillFrames)
    const heap = await contestant.heap()
    await page.evaluate(() => bench.fit())
    const change = await page.evaluate((rounds) => bench.change(rounds), rounds)
    const recolour = await page.evaluate((rounds) => bench.recolour(rounds), rounds)
    const filter = await page.evaluate((rounds) => bench.filter(rounds), rounds)
    const pick = await page.evaluate(() => bench.pick())
    const idle = await page.evaluate(() => bench.idle(300))
    contestant.check()
    return {
      first,
      heap,
      loop,
      far: farFrames,
      zooming,
      near: nearFrames,
      change,
      recolour,
      ...(filter && { filter }),
      ...(pick && { pick }),
      idle,
    }
  } finally {
    await page.close()
  }
}

/**
 * Frames a second under the display's own pace.
 * @param {import('@playwright/test').Browser} browser @param {string} origin @param {string} variant @param {number} seats
 */
export async function measurePaced(browser, origin, variant, seats) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 })
  try {
    await page.goto(addressOf(origin, variant, seats))
    await page.waitForFunction(() => 'bench' in window)
    await page.evaluate(() => bench.start())
    /** @type {Record<string, number>} */
    const rates = {}
    for (const phase of phases) {
      await page.evaluate(() => bench.fit())
      const { interval } = await page.evaluate((phase) => bench.phase(phase, 120, { longest: 2_500, paced: true }), phase)
      rates[phase] = 1_000 / interval
    }
    return rates
  } finally {
    await page.close()
  }
}

/** Bytes of JavaScript objects and of the buffers they hold, after a collection. @param {import('@playwright/test').CDPSession} session */
async function heap(session) {
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize, backingStorageSize = 0 } = await session.send('Runtime.getHeapUsage')
  return usedSize + backingStorageSize
}

/** Processor time of the page's main thread, ms. @param {import('@playwright/test').CDPSession} session */
async function mainTime(session) {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000
}

/** Processor time of the graphics process, ms. @param {import('@playwright/test').CDPSession} session */
async function gpuTime(session) {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  return processInfo.filter(({ type }) => type === 'GPU').reduce((sum, { cpuTime }) => sum + cpuTime, 0) * 1_000
}
