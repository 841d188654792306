import type { Page } from '@playwright/test'
import { note } from './looked-over.ts'
import { languagesOf, speak } from './move.ts'
import { expect, expectAccessible, expectContrast } from './test.ts'
import { cutTexts, shownKeys } from './texts.ts'

/** What a screen needs that is looked at in every language. */
export type Speaking = {
  /** Brings a screen without a chooser to where it was, for there a language takes a load. */
  readonly again?: () => Promise<void>
  /** What is to be seen in each language besides. */
  readonly also?: (locale: string) => Promise<void>
  /** Names, in its own language, of what a journey can't do without. */
  readonly ours?: RegExp
}

/**
 * A screen in every language, the one it is in last, as wide as it is and at 320 px: it is accessible in both themes, shows words
 * and no keys, and cuts none of them.
 */
export async function lookInEveryLanguage(page: Page, screen: string, { again, also }: Speaking): Promise<void> {
  const wide = page.viewportSize()!
  const narrow = { ...wide, width: 320 }
  const own = await page.locator('html').getAttribute('lang')
  const languages = (await languagesOf(page)).toSorted((a, b) => Number(a.tag === own) - Number(b.tag === own))
  expect(languages.length, 'languages').toBeGreaterThan(1)
  for (const language of languages) {
    const here = `${screen}, ${language.locale}`
    await speak(page, language, again)
    await lookInBothThemes(page, here)
    await also?.(language.locale)
    expect(await shownKeys(page), `§9.46 ${here}: keys`).toEqual([])
    await expect.poll(() => cutTexts(page), `${here}: cut`).toEqual([])
    await page.setViewportSize(narrow)
    await expect.poll(() => cutTexts(page), `${here}: cut at ${narrow.width} px`).toEqual([])
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth), `§9.21 ${here} at ${narrow.width} px`)
      .toBeLessThanOrEqual(narrow.width)
    await page.setViewportSize(wide)
  }
}

/** By every rule in the theme that is on, and in the other one by those that colours can break. It stays on. */
async function lookInBothThemes(page: Page, screen: string): Promise<void> {
  const { tag, first, second } = await page.evaluate(() => {
    const themes = ['light', 'dark'] as const
    const isDark = Number(matchMedia('(prefers-color-scheme: dark)').matches)
    return { tag: document.documentElement.lang, first: themes[isDark]!, second: themes[1 - isDark]! }
  })
  await expectAccessible(page, `${screen}, ${first}`)
  note(page, `${tag} ${first}`)
  await page.emulateMedia({ colorScheme: second })
  await expectContrast(page, `${screen}, ${second}`)
  note(page, `${tag} ${second}`)
}
