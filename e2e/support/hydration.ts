import type { Page } from '@playwright/test'

type Opening = Pick<Page, 'goto' | 'reload' | 'goBack' | 'goForward'>
const openings = ['goto', 'reload', 'goBack', 'goForward'] as const
let isInstalled = false

/**
 * From now on every page of this process waits for hydration when it is opened or reloaded: what a test presses before would be
 * lost. Not with the option `waitUntil`, for tests of the page as the server rendered it.
 */
export function waitForHydration(page: Page): void {
  if (isInstalled) return
  isInstalled = true
  const pages = Object.getPrototypeOf(page) as { [Name in keyof Opening]: (...input: unknown[]) => Promise<unknown> }
  for (const name of openings) {
    const open = pages[name]
    pages[name] = async function (this: Page, ...input: unknown[]) {
      const response = await open.apply(this, input)
      const isWaiting = !input.some((each) => typeof each === 'object' && each !== null && 'waitUntil' in each)
      if (isWaiting) await this.locator('#shop[data-rendered]').waitFor({ state: 'detached' })
      return response
    }
  }
}
