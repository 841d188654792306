import type { Page } from '@playwright/test'
import { recordCheck } from './screen-checks.ts'
import { languagesOf, switchLanguage } from './navigation.ts'
import { expect, expectAccessible, expectContrast } from './test.ts'
import { cutTexts, shownKeys } from './texts.ts'

/** Options of a screen that is checked in every language. */
export type LanguageOptions = {
  /** Restores the state of a screen without a language chooser, where a change of language reloads the page. */
  readonly restore?: () => Promise<void>
  /** Additional assertions in each language. */
  readonly also?: (locale: string) => Promise<void>
  /** Names of controls that a journey needs, in the current language. */
  readonly ours?: RegExp
}

/**
 * Checks a screen in every language, its current one last: accessible in both themes, no text keys shown, no text cut at the
 * current width and at 320 px. Each theme is combined with a width, and consecutive languages share one, to save layouts.
 */
export async function checkEveryLanguage(page: Page, screen: string, { restore, also }: LanguageOptions): Promise<void> {
  const wide = page.viewportSize()!
  const own = await page.locator('html').getAttribute('lang')
  const languages = (await languagesOf(page)).toSorted((a, b) => Number(a.tag === own) - Number(b.tag === own))
  expect(languages.length, 'languages').toBeGreaterThan(1)
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const [ownTheme, otherTheme] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)
  let [first, second] = [
    { theme: ownTheme, width: wide.width },
    { theme: otherTheme, width: 320 },
  ]
  for (const language of languages) {
    const label = `${screen}, ${language.locale}`
    await switchLanguage(page, language, restore)
    await expectAccessible(page, `${label}, ${first.theme}`)
    recordCheck(page, `${language.tag} ${first.theme}`)
    await also?.(language.locale)
    expect(await shownKeys(page), `§9.46 ${label}: keys`).toEqual([])
    await expectUncut(page, `${label} at ${first.width} px`)
    await Promise.all([page.setViewportSize({ ...wide, width: second.width }), page.emulateMedia({ colorScheme: second.theme })])
    // Rules that do not depend on colours were checked in the first theme.
    await expectContrast(page, `${label}, ${second.theme}`)
    recordCheck(page, `${language.tag} ${second.theme}`)
    await expectUncut(page, `${label} at ${second.width} px`)
    ;[first, second] = [second, first]
  }
  await page.setViewportSize(wide)
}

async function expectUncut(page: Page, label: string): Promise<void> {
  await expect.poll(() => cutTexts(page), `${label}: cut`).toEqual([])
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `§9.21 ${label}: reaches beyond the window`)
    .toBeLessThanOrEqual(0)
}
