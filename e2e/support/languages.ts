import type { Page } from '@playwright/test'
import { recordCheck } from './screen-checks.ts'
import { languagesOf, switchLanguage } from './move.ts'
import { expect, expectAccessible, expectContrast } from './test.ts'
import { cutTexts, shownKeys } from './texts.ts'

/** What a screen needs that is looked at in every language. */
export type LanguageOptions = {
  /** Brings a screen without a chooser to where it was, for there a language takes a load. */
  readonly again?: () => Promise<void>
  /** What is to be seen in each language besides. */
  readonly also?: (locale: string) => Promise<void>
  /** Names, in its own language, of what a journey can't do without. */
  readonly ours?: RegExp
}

/**
 * A screen in every language, the one it is in last: it is accessible in both themes, shows words and no keys, and cuts none of
 * them, as wide as it is and at 320 px. A theme comes with a width, and what a language ended with the next begins with: each
 * change of them is a new layout and a new picture of all there is.
 */
export async function checkEveryLanguage(page: Page, screen: string, { again, also }: LanguageOptions): Promise<void> {
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
    const here = `${screen}, ${language.locale}`
    await switchLanguage(page, language, again)
    await expectAccessible(page, `${here}, ${first.theme}`)
    recordCheck(page, `${language.tag} ${first.theme}`)
    await also?.(language.locale)
    expect(await shownKeys(page), `§9.46 ${here}: keys`).toEqual([])
    await expectUncut(page, `${here} at ${first.width} px`)
    await Promise.all([page.setViewportSize({ ...wide, width: second.width }), page.emulateMedia({ colorScheme: second.theme })])
    // Whatever colours can't break was looked at in the first theme.
    await expectContrast(page, `${here}, ${second.theme}`)
    recordCheck(page, `${language.tag} ${second.theme}`)
    await expectUncut(page, `${here} at ${second.width} px`)
    ;[first, second] = [second, first]
  }
  await page.setViewportSize(wide)
}

async function expectUncut(page: Page, here: string): Promise<void> {
  await expect.poll(() => cutTexts(page), `${here}: cut`).toEqual([])
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `§9.21 ${here}: reaches beyond the window`)
    .toBeLessThanOrEqual(0)
}
