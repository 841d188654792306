import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { openShop, type Shop } from './server.ts'

export { expect } from '@playwright/test'
export type { Shop } from './server.ts'

/** A shop per worker; every page is watched for breaches of the content security policy and for uncaught errors. */
export const test = base.extend<{ watched: void }, { shop: Shop }>({
  shop: [
    async ({}, use, worker) => {
      const shop = await openShop(worker.parallelIndex * 10)
      await use(shop)
      await shop.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ shop }, use) => use(shop.origin),
  watched: [
    async ({ page, shop }, use) => {
      const troubles: string[] = []
      page.on('pageerror', (error) => troubles.push(`uncaught: ${error.message}`))
      page.on('console', (message) => {
        if (/Content Security Policy|TrustedHTML|TrustedScript/i.test(message.text())) troubles.push(`policy: ${message.text()}`)
      })
      await use()
      // What somebody leaves in a basket would join that of the next test in which they sign in.
      await page.request.delete(`${shop.origin}/api/basket`, { headers: { origin: shop.origin }, data: {} }).catch(() => undefined)
      expect(troubles).toEqual([])
      await shop.expectSound()
    },
    { auto: true },
  ],
})

/**
 * What fades from one colour into another is judged when it has arrived; what goes on for ever, as it is. Counted in frames:
 * a second may pass without one on a machine that stands still.
 */
const stillness = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    const isUnderWay = ({ effect, playState }: Animation): boolean =>
      playState === 'running' && effect?.getComputedTiming().endTime !== Infinity
    for (let frames = 0; frames < 2 || (frames < 90 && document.getAnimations().some(isUnderWay)); frames++)
      await new Promise(requestAnimationFrame)
  })

/** No violation of WCAG 2.0 to 2.2, levels A and AA, on what the page shows now. */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  const axe = await axeOn(page)
  await expectNone(axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']), screen)
}

/** No violation of the rules among those that colours can break. */
export async function expectContrast(page: Page, screen: string): Promise<void> {
  const axe = await axeOn(page)
  await expectNone(axe.withRules(['color-contrast', 'link-in-text-block']), screen)
}

async function axeOn(page: Page): Promise<AxeBuilder> {
  await stillness(page)
  // To hand half a megabyte of axe to a page that has it takes longer than all its checks.
  const isThere = await page.evaluate(() => 'axe' in globalThis)
  return (
    new AxeBuilder({ page, ...(isThere && { axeSource: 'void 0' }) })
      // Only what is wrong is told of in full: to find a selector for each of a thousand right seats takes seconds.
      .options({ resultTypes: ['violations'] })
      // No screen has frames, so the results need no page of their own to be gathered on.
      .setLegacyMode()
      // React Aria's announcer keeps what it said for some seconds, by the id of a button that may be gone by then.
      .exclude('[data-live-announcer]')
  )
}

async function expectNone(axe: AxeBuilder, screen: string): Promise<void> {
  const { violations } = await axe.analyze()
  expect(violations.map(({ id, nodes }) => `${screen}: ${id} at ${nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual([])
}
