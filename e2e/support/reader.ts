import { createRequire } from 'node:module'
import type { virtual } from '@guidepup/virtual-screen-reader'
import { usualWait } from '@playhouse/testing/time-limit'
import { expect, type Page } from '@playwright/test'

const script = createRequire(import.meta.url).resolve('@guidepup/virtual-screen-reader/browser.js')
const address = '/virtual-screen-reader.js'

/** Guidepup's virtual screen reader, operated by its own keys. */
export type Reader = {
  /** Starts reading the current document. */
  readonly start: () => Promise<void>
  /** Activates the element at the reader's cursor. */
  readonly act: () => Promise<void>
  readonly press: (key: string) => Promise<void>
  readonly type: (text: string) => Promise<void>
  /** Presses Tab until an announcement matches. */
  readonly tabTo: (phrase: RegExp, atMost?: number) => Promise<void>
  /** Waits until an announcement matches, for at most the given milliseconds. */
  readonly hears: (phrase: RegExp, atMost?: number) => Promise<void>
}

type Listening = typeof globalThis & { reader: typeof virtual }

/** Call before the page is opened: the reader is served from the page's origin, as its content security policy requires. */
export async function readerOf(page: Page): Promise<Reader> {
  await page.route(`**${address}`, (route) => route.fulfill({ path: script, contentType: 'text/javascript' }))
  const readLog = (): Promise<string[]> => page.evaluate(() => (globalThis as Listening).reader.spokenPhraseLog())
  /** By the browser's Tab key: the reader's would stop at closed content that "find in page" can reveal. */
  const tab = async (before: number): Promise<string[]> => {
    await page.keyboard.press('Tab')
    await expect.poll(async () => (await readLog()).length, { intervals: [5, 10, 20, 50] }).toBeGreaterThan(before)
    return readLog()
  }
  return {
    start: () =>
      page.evaluate(async (from) => {
        const { virtual: reader } = (await import(from)) as { virtual: typeof virtual }
        await reader.start({ container: document.body })
        Object.assign(globalThis, { reader })
      }, address),
    act: () => page.evaluate(() => (globalThis as Listening).reader.act()),
    press: (key) => page.evaluate((name) => (globalThis as Listening).reader.press(name), key),
    type: (text) => page.evaluate((value) => (globalThis as Listening).reader.type(value), text),
    tabTo: async (phrase, atMost = 60) => {
      let count = (await readLog()).length
      // Polite announcements may come before or after the newly focused element.
      let since: readonly string[] = []
      for (let presses = 0; presses < atMost && !since.some((announcement) => phrase.test(announcement)); presses++) {
        const all = await tab(count)
        since = all.slice(count)
        count = all.length
      }
      expect(since).toContainEqual(expect.stringMatching(phrase))
    },
    hears: (phrase, timeout = usualWait) =>
      expect.poll(readLog, { message: String(phrase), timeout }).toContainEqual(expect.stringMatching(phrase)),
  }
}
