import { test as base, expect, type Page } from '@playwright/test'
import { timeLimit } from '@playhouse/testing/time-limit'
import { waitForHydration } from './hydration.ts'
import { openShop, type Shop } from './server.ts'

export { expect } from '@playwright/test'
export { expectAccessible, expectContrast } from './axe.ts'
export type { Shop } from './server.ts'

/** Tags of journeys that get no second try: a fault of money or of seats that shows now and then is a fault. */
const strictTags = ['@money', '@seats']

/** Errors of React where the browser's first rendering differs from the server's. */
const hydrationWarning = /hydrat|Minified React error #(418|419|421|422|423|425)\b/i

/** Lines of a failed journey's screen that are printed: its images and traces are lost with the machine that ran it. */
const printedLines = 120

/** Prints the accessibility trees of the open pages. */
async function printScreens(page: Page): Promise<void> {
  const pages = page
    .context()
    .browser()!
    .contexts()
    .flatMap((context) => context.pages())
  for (const each of pages.filter((one) => one.url() !== 'about:blank')) {
    const screen = await each.locator('body').ariaSnapshot().catch(String)
    console.log([`The screen at the failure, ${each.url()}:`, ...screen.split('\n').slice(0, printedLines)].join('\n'))
  }
}

/** A shop per worker; every page is watched for breaches of the content security policy and for uncaught errors. */
export const test = base.extend<{ strict: void; watched: void }, { shop: Shop }>({
  strict: [
    async ({}, use, { retry, tags }) => {
      if (retry > 0 && tags.some((tag) => strictTags.includes(tag))) throw new Error('failed at its first try, and gets no second one')
      await use()
    },
    { auto: true },
  ],
  shop: [
    async ({}, use, worker) => {
      const shop = await openShop(worker.parallelIndex * 10)
      await use(shop)
      await shop.stop()
    },
    { scope: 'worker', timeout: timeLimit(120_000) },
  ],
  baseURL: async ({ shop }, use) => use(shop.origin),
  watched: [
    async ({ page, shop }, use, info) => {
      const troubles: string[] = []
      waitForHydration(page)
      page.on('pageerror', (error) => troubles.push(`${hydrationWarning.test(error.message) ? 'hydration' : 'uncaught'}: ${error.message}`))
      page.on('console', (message) => {
        if (/Content Security Policy|TrustedHTML|TrustedScript/i.test(message.text())) troubles.push(`policy: ${message.text()}`)
        if (hydrationWarning.test(message.text())) troubles.push(`hydration: ${message.text()}`)
      })
      await use()
      if (info.status !== info.expectedStatus) await printScreens(page)
      // A remaining basket would be merged into that of the next test with the same customer.
      await page.request.delete(`${shop.origin}/api/basket`, { headers: { origin: shop.origin }, data: {} }).catch(() => undefined)
      expect(troubles).toEqual([])
      await shop.expectInvariants()
    },
    { auto: true },
  ],
})
