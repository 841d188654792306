import type { Page } from '@playwright/test'
import { evening } from '../support/journey.ts'
import { languagesOf, speak } from '../support/move.ts'
import { openMap } from '../support/seat-screen.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

/** How each locale names a free seat and one that is taken. */
const voices: Record<string, { readonly free: RegExp; readonly taken: RegExp }> = {
  en: { free: /^Row \S+ seat \S+, £\d+\.\d\d, /, taken: /^Row \S+ seat \S+, taken/ },
  'en-us': { free: /^Row \S+ seat \S+, £\d+\.\d\d, /, taken: /^Row \S+ seat \S+, taken/ },
  sv: { free: /^Rad \S+ plats \S+, \d+[,:]\d\d\s(£|GBP), /, taken: /^Rad \S+ plats \S+, upptagen/ },
  de: { free: /^Reihe \S+ Platz \S+, \d+,\d\d\s£, /, taken: /^Reihe \S+ Platz \S+, vergeben/ },
  es: { free: /^Fila \S+ butaca \S+, \d+,\d\d\s(£|GBP), /, taken: /^Fila \S+ butaca \S+, ocupada/ },
  ht: { free: /^Ranje \S+ plas \S+, .*\d+[.,]\d\d.*, /, taken: /^Ranje \S+ plas \S+, li pran/ },
}

test('§9.8 §9.9 §9.10 seats are named in every language, and map and list are accessible', async ({ page }) => {
  test.setTimeout(180_000)
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
  await openMap(page, await evening(page, 4))
  const languages = await languagesOf(page)
  expect(languages.map(({ locale }) => locale).sort()).toEqual(Object.keys(voices).sort())
  const view = page.getByRole('radio')
  for (const [nth, language] of languages.entries()) {
    await speak(page, language)
    const { locale } = language
    const { free, taken } = voices[locale]!
    const seats = await page
      .getByRole('grid')
      .getByRole('checkbox')
      .evaluateAll((all) => all.map((one) => ({ name: one.ariaLabel ?? '', isTaken: one.ariaDisabled === 'true' })))
    expect(seats.some(({ isTaken }) => isTaken)).toBe(true)
    expect(seats.filter(({ name, isTaken }) => !(isTaken ? taken : free).test(name))).toEqual([])
    // What a theme breaks it breaks in every language: the first is seen in both, the others in turn.
    const themes = nth === 0 ? (['light', 'dark'] as const) : ([nth % 2 === 0 ? 'light' : 'dark'] as const)
    await expectAccessibleIn(page, themes, `map, ${locale}`)
    await view.nth(1).press('Space')
    await expect(page.getByRole('table').getByRole('checkbox').first()).toBeVisible()
    await expectAccessibleIn(page, themes, `list, ${locale}`)
    await view.nth(0).press('Space')
    await expect(page.getByRole('grid').getByRole('checkbox').first()).toBeAttached()
  }
})

async function expectAccessibleIn(page: Page, themes: readonly ('light' | 'dark')[], screen: string): Promise<void> {
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page, `${screen}, ${colorScheme}`)
  }
}
