import { timeLimit } from '@playhouse/testing/time-limit'
import { findPerformance } from '../support/journey.ts'
import { checkEveryLanguage } from '../support/languages.ts'
import { checkScreen } from '../support/check-screen.ts'
import { repeatedInRows } from '../support/repeated-phrases.ts'
import { openList, openMap } from '../support/seat-screen.ts'
import { expect, test } from '../support/test.ts'

/** Controls that are needed to choose seats, in English. */
const ours = /^(Add|Choose |Zoom|Filters|Show the whole|Go to|Row|Details)/

/** Names of a free and a taken seat in each locale. */
const voices: Record<string, { readonly free: RegExp; readonly taken: RegExp }> = {
  en: { free: /^Row \S+ seat \S+, £\d+\.\d\d, /, taken: /^Row \S+ seat \S+, taken/ },
  'en-us': { free: /^Row \S+ seat \S+, £\d+\.\d\d, /, taken: /^Row \S+ seat \S+, taken/ },
  sv: { free: /^Rad \S+ plats \S+, \d+[,:]\d\d\s(£|GBP), /, taken: /^Rad \S+ plats \S+, upptagen/ },
  de: { free: /^Reihe \S+ Platz \S+, \d+,\d\d\s£, /, taken: /^Reihe \S+ Platz \S+, vergeben/ },
  es: { free: /^Fila \S+ butaca \S+, \d+,\d\d\s(£|GBP), /, taken: /^Fila \S+ butaca \S+, ocupada/ },
  ht: { free: /^Ranje \S+ plas \S+, .*\d+[.,]\d\d.*, /, taken: /^Ranje \S+ plas \S+, li pran/ },
}

test('§9.8 §9.9 §9.10 seats have names in every language, and the map passes the screen check', async ({ page }) => {
  await openMap(page, await findPerformance(page, 4))
  const checkedLocales = new Set<string>()
  const also = async (locale: string): Promise<void> => {
    const { free, taken } = voices[locale]!
    const seats = await page
      .getByRole('grid')
      .getByRole('checkbox')
      .evaluateAll((all) => all.map((element) => ({ name: element.ariaLabel ?? '', isTaken: element.ariaDisabled === 'true' })))
    expect(seats.some(({ isTaken }) => isTaken)).toBe(true)
    expect(seats.filter(({ name, isTaken }) => !(isTaken ? taken : free).test(name))).toEqual([])
    checkedLocales.add(locale)
  }
  await checkScreen(page, 'map', { also, ours })
  expect([...checkedLocales].toSorted()).toEqual(Object.keys(voices).toSorted())
})

// Without the Tab check: the list has hundreds of tab stops.
test('§9.10 the list of seats is accessible in every language and both themes', async ({ page }) => {
  test.setTimeout(timeLimit(180_000))
  await openList(page, await findPerformance(page, 4))
  // A section with the longest descriptions. Which of them are still free depends on the date.
  const restricted = page.locator('tr[data-held]').filter({ hasText: 'Restricted view' })
  for (const section of (await page.locator('main h2 button[aria-expanded]').all()).toReversed()) {
    if ((await section.getAttribute('aria-expanded')) === 'false') await section.press('Enter')
    await expect(section).toHaveAttribute('aria-expanded', 'true')
    if ((await restricted.count()) > 0) break
    await section.press('Enter')
  }
  await expect(restricted.first()).toBeVisible()
  const also = async (locale: string): Promise<void> => expect(await repeatedInRows(page), locale).toEqual([])
  await checkEveryLanguage(page, 'list', { also })
})
