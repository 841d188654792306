import { type Page, test } from '@playwright/test'
import { invalidFields } from './fields.ts'
import { checkEveryLanguage, type LanguageOptions } from './languages.ts'
import { recordCheck } from './screen-checks.ts'
import { movingParts } from './motion.ts'
import { repeatedPhrases } from './repeated-phrases.ts'
import { coveredStops } from './tab-stops.ts'
import { smallTargets } from './targets.ts'
import { expect, expectAccessible } from './test.ts'
import { cutByTextSpacing } from './text-spacing.ts'

const desk = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }
/** What is left of 1280 px at 400 % (WCAG 1.4.10). */
const narrow = { width: 320, height: 700 }
/** A busy machine takes so long to look at one screen in six languages. */
const checkTimeoutMs = 120_000

/**
 * Looks a screen over as it is: by axe at a desk, and on a phone in every language and both themes; by Tab on the phone, where what
 * sticks to an edge covers most; then its fields, how large its targets are, what moves for whom nothing should, and how it bears
 * wide spacing and the narrowest window. Leaves language, size, light and focus as they were, and takes its own time of a test's.
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
  const focused = await page.evaluateHandle(() => document.activeElement)
  await page.setViewportSize(desk)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await expectAccessible(page, `${screen}, desk`)
  expect(await movingParts(page), `§9.20 ${screen}: moves`).toEqual([])
  expect(await smallTargets(page, speaking.ours), `§9.14 ${screen}, desk: too small`).toEqual([])
  expect(await repeatedPhrases(page), `${screen}: says twice`).toEqual([])
  await page.setViewportSize(phone)
  await checkEveryLanguage(page, screen, speaking)
  // The page moves after the focus: on a busy machine perhaps after a look. What is covered stays so the second time.
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
  // A screen that was loaded anew in between has put the focus where it belongs.
  await focused.evaluate((element) => (element as HTMLElement | null)?.focus()).catch(() => undefined)
}
