import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

/** Mbit/s, milliseconds and a multiple of the machine's time: a slow phone. */
const throttle = { megabits: 1.6, latency: 150, processor: 4 }
/** Milliseconds without requests and long tasks after which a page is complete. */
const quietMs = 1_500
const limitMs = 90_000

/** @typedef {{ firstPaint: number, largestPaint: number, layoutShift: number, blocking: number, longestTask: number, scriptBytes: number, firstFrame: number }} Figures */

/** Opens a Chromium of the system, with WebGL by software. */
export async function openBrowser() {
  const executablePath = [process.env.CHROMIUM_PATH, '/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(
    (path) => path && existsSync(path),
  )
  return chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'],
  })
}

/**
 * Opens a page on a slow phone with an empty cache, and waits until it is complete.
 * @param {import('@playwright/test').Browser} browser @param {string} url @param {boolean} hasMap whether to wait for the seat map's first frame
 * @returns {Promise<Figures>} times in milliseconds since the navigation
 */
export async function measurePage(browser, url, hasMap) {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'en-GB',
  })
  try {
    const page = await context.newPage()
    const client = await context.newCDPSession(page)
    await client.send('Network.enable')
    await client.send('Network.setCacheDisabled', { cacheDisabled: true })
    const bytes = (throttle.megabits * 1e6) / 8
    await client.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: throttle.latency,
      downloadThroughput: bytes,
      uploadThroughput: bytes / 2,
    })
    await client.send('Emulation.setCPUThrottlingRate', { rate: throttle.processor })
    /** @type {Set<string>} */
    const open = new Set()
    let lastActivity = Date.now()
    client.on('Network.requestWillBeSent', ({ requestId, request }) => {
      // A stream stays open.
      if (request.url.endsWith('/stream') || request.url.includes('/stream?')) return
      open.add(requestId)
      lastActivity = Date.now()
    })
    const end = (/** @type {string} */ id) => {
      if (open.delete(id)) lastActivity = Date.now()
    }
    client.on('Network.loadingFinished', ({ requestId }) => end(requestId))
    client.on('Network.loadingFailed', ({ requestId }) => end(requestId))
    await page.addInitScript(observe)
    await page.goto(url, { waitUntil: 'commit' })
    const from = Date.now()
    const isComplete = async () => {
      const [longTaskAge, hasFrame] = await page.evaluate(() => [
        performance.now() - window.bench.lastTask,
        performance.getEntriesByName('seatmap-first-frame').length > 0,
      ])
      return open.size === 0 && Date.now() - lastActivity > quietMs && longTaskAge > quietMs && (!hasMap || hasFrame)
    }
    while (!(await isComplete())) {
      if (Date.now() - from > limitMs) throw new Error(`${url} is not complete after ${limitMs / 1000} s`)
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    return await page.evaluate(collect)
  } finally {
    await context.close()
  }
}

/** Runs in the page before its scripts. */
function observe() {
  const bench = { lastTask: 0, largestPaint: 0, layoutShift: 0, tasks: /** @type {[number, number][]} */ ([]), idleAt: 0 }
  window.bench = bench
  const watch = (/** @type {string} */ type, /** @type {(entry: any) => void} */ note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  watch('largest-contentful-paint', ({ startTime }) => (bench.largestPaint = startTime))
  watch('layout-shift', ({ value, hadRecentInput }) => (bench.layoutShift += hadRecentInput ? 0 : value))
  watch('longtask', ({ startTime, duration }) => {
    bench.lastTask = startTime + duration
    bench.tasks.push([startTime, duration])
  })
  // Idle as the shop sees it: the first idle callback that one of its screens requests is where prefetching starts.
  const request = window.requestIdleCallback
  window.requestIdleCallback = (work, options) =>
    request((deadline) => {
      bench.idleAt ||= performance.now()
      work(deadline)
    }, options)
}

/** Reads the figures in the page. */
function collect() {
  const { bench } = window
  const resources = /** @type {PerformanceResourceTiming[]} */ (performance.getEntriesByType('resource'))
  const isScript = (/** @type {PerformanceResourceTiming} */ { name }) => new URL(name).pathname.endsWith('.js')
  const firstPaint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN
  return {
    firstPaint,
    largestPaint: bench.largestPaint,
    layoutShift: bench.layoutShift,
    blocking: bench.tasks.filter(([start]) => start >= firstPaint).reduce((sum, [, duration]) => sum + duration - 50, 0),
    longestTask: Math.max(0, ...bench.tasks.filter(([start]) => start >= firstPaint).map(([, duration]) => duration)),
    firstFrame: performance.getEntriesByName('seatmap-first-frame')[0]?.startTime ?? Number.NaN,
    // Compressed sizes of the bodies; requests after the first idle moment are prefetches.
    scriptBytes: resources
      .filter((entry) => isScript(entry) && (bench.idleAt === 0 || entry.startTime < bench.idleAt))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  }
}
