import type { CDPSession, Page } from '@playwright/test'
import { expect, test } from './page.ts'

// The steady state: a camera that moves allocates next to nothing, a map at rest does nothing at all.

type Node = { readonly selfSize: number; readonly callFrame: { readonly url: string }; readonly children: readonly Node[] }

/** Bytes our own files allocate in a frame of panning, from samples of every 128 bytes. Pixi and d3 are in separate chunks. */
async function bytesPerFrame(page: Page, session: CDPSession, frames: number, reach: number): Promise<number> {
  // The first round trip fills what is kept: letters of rows, glyphs, room in buffers.
  await page.evaluate(({ frames, reach }) => theatre.walk(frames, reach), { frames: 130, reach })
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.startSampling', {
    samplingInterval: 128,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  })
  await page.evaluate(({ frames, reach }) => theatre.walk(frames, reach), { frames, reach })
  const { profile } = await session.send('HeapProfiler.stopSampling')
  const isOurs = (url: string): boolean => url.includes('map.test') && !url.includes('library')
  const sum = (node: Node): number =>
    (isOurs(node.callFrame.url) ? node.selfSize : 0) + node.children.reduce((all, child) => all + sum(child), 0)
  return sum(profile.head) / frames
}

// The remaining allocations: camera reports to the host and, in the near view, numbers that become visible.
for (const [where, seatSize, reach, limit] of [
  ['far', 0, 300, 2_048],
  ['near', 27, 120, 6_144],
] as const)
  test(`panning ${where} over 20,000 seats allocates next to nothing`, async ({ page }) => {
    await page.goto('http://map.test/')
    await page.evaluate(() => theatre.open({ hall: 'arena' }))
    if (seatSize > 0) await page.evaluate((size) => theatre.lookAt(900, size), seatSize)
    const session = await page.context().newCDPSession(page)
    const bytes = await bytesPerFrame(page, session, 300, reach)
    expect(bytes).toBeLessThan(limit)
  })

test('a map at rest asks for no frame', async ({ page }) => {
  await page.addInitScript(() => {
    const original = window.requestAnimationFrame.bind(window)
    Object.assign(window, { frames: 0 })
    window.requestAnimationFrame = (callback) => {
      ;(window as unknown as { frames: number }).frames += 1
      return original(callback)
    }
  })
  await page.goto('http://map.test/')
  await page.evaluate(() => theatre.open({ hall: 'arena' }))
  const frameCount = await page.evaluate(async () => {
    const count = window as unknown as { frames: number }
    count.frames = 0
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    return count.frames
  })
  expect(frameCount).toBe(0)
})
