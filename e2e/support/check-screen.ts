import { type Page, test } from '@playwright/test'
import { invalidFields } from './fields.ts'
import { checkEveryLanguage, type LanguageOptions } from './languages.ts'
import { recordCheck } from './screen-checks.ts'
import { movingParts } from './motion.ts'
import { repeatedPhrases } from './repeated-phrases.ts'
import { coveredStops } from './tab-stops.ts'
import { smallTargets } from './target-size.ts'
import { expect, expectAccessible } from './test.ts'
import { cutByTextSpacing } from './text-spacing.ts'

const desk = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }
/** 1280 px at 400 % zoom (WCAG 1.4.10). */
const narrow = { width: 320, height: 700 }
/** Milliseconds that a busy machine needs to check one screen in six languages. */
const checkTimeoutMs = 120_000

/**
 * Checks the current state of a screen: axe on a desktop, and on a phone in every language and both themes; focus visibility by Tab
 * on the phone, where sticky elements cover most; then fields, target sizes, reduced motion, text spacing and the narrowest window.
 * Restores language, size, theme and focus, and extends the timeout of the test.
 */
export async function checkScreen(page: Page, screen: string, speaking: LanguageOptions = {}): Promise<void> {
  test.setTimeout(test.info().timeout + checkTimeoutMs)
  const before = page.viewportSize()!
  const [light, motion] = await page.evaluate(
    () =>
      [
        matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
        matchMedia('(prefers-reduced-motion: reduce)').matches ? 'reduce' : 'no-preference',
      ] as const,
  )
  const focusedElement = await page.evaluateHandle(() => document.activeElement)
  await page.setViewportSize(desk)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await expectAccessible(page, `${screen}, desk`)
  expect(await movingParts(page), `§9.20 ${screen}: moves`).toEqual([])
  expect(await smallTargets(page, speaking.ours), `§9.14 ${screen}, desk: too small`).toEqual([])
  expect(await repeatedPhrases(page), `${screen}: says twice`).toEqual([])
  await page.setViewportSize(phone)
  await checkEveryLanguage(page, screen, speaking)
  // The page scrolls after the focus moves, on a busy machine perhaps after the check: retried, since a covered stop stays covered.
  await expect(async () => {
    expect(await coveredStops(page), `§9.15 ${screen}: has the focus and lies under something else`).toEqual([])
  }).toPass({ timeout: 40_000 })
  expect(await invalidFields(page), `§9.36 ${screen}: fields`).toEqual([])
  expect(await smallTargets(page, speaking.ours), `§9.14 ${screen}, phone: too small`).toEqual([])
  expect(await cutByTextSpacing(page), `§9.23 ${screen}: cut by wide spacing`).toEqual([])
  await page.setViewportSize(narrow)
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), `§9.21 ${screen} at ${narrow.width} px`)
    .toBeLessThanOrEqual(narrow.width)
  recordCheck(page, 'over')
  await page.setViewportSize(before)
  await page.emulateMedia({ colorScheme: light, reducedMotion: motion })
  // A screen that was reloaded has set its own focus.
  await focusedElement.evaluate((element) => (element as HTMLElement | null)?.focus()).catch(() => undefined)
}
