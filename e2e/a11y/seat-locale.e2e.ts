import { evening } from '../support/journey.ts'
import { openMap } from '../support/seat-screen.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

/** How each locale names a free seat and one that is taken. */
const voices = {
  en: { free: /^Row \S+ seat \S+, £\d+\.\d\d, /, taken: /^Row \S+ seat \S+, taken/ },
  'en-us': { free: /^Row \S+ seat \S+, £\d+\.\d\d, /, taken: /^Row \S+ seat \S+, taken/ },
  sv: { free: /^Rad \S+ plats \S+, \d+[,:]\d\d\s(£|GBP), /, taken: /^Rad \S+ plats \S+, upptagen/ },
  de: { free: /^Reihe \S+ Platz \S+, \d+,\d\d\s£, /, taken: /^Reihe \S+ Platz \S+, vergeben/ },
  es: { free: /^Fila \S+ butaca \S+, \d+,\d\d\s(£|GBP), /, taken: /^Fila \S+ butaca \S+, ocupada/ },
  ht: { free: /^Ranje \S+ plas \S+, .*\d+[.,]\d\d.*, /, taken: /^Ranje \S+ plas \S+, li pran/ },
} as const

for (const [locale, voice] of Object.entries(voices))
  test(`§9.8 §9.9 §9.10 seats are named, and map and list are accessible in both themes: ${locale}`, async ({ page, context, shop }) => {
    await context.addCookies([{ name: 'lang', value: locale, url: shop.origin }])
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
    await openMap(page, await evening(page, 4))
    await expect(page.locator('html')).toHaveAttribute('lang', locale === 'en' ? 'en-GB' : locale === 'en-us' ? 'en-US' : locale)
    const seats = await page
      .getByRole('grid')
      .getByRole('checkbox')
      .evaluateAll((all) => all.map((one) => ({ name: one.ariaLabel ?? '', isDisabled: one.ariaDisabled === 'true' })))
    expect(seats.filter(({ isDisabled }) => !isDisabled).filter(({ name }) => !voice.free.test(name))).toEqual([])
    const taken = seats.filter(({ isDisabled }) => isDisabled)
    expect(taken.length).toBeGreaterThan(0)
    expect(taken.filter(({ name }) => !voice.taken.test(name))).toEqual([])
    await expectAccessible(page, `map, ${locale}, light`)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page, `map, ${locale}, dark`)
    await page.getByRole('radio').nth(1).press('Space')
    await expect(page.getByRole('table').getByRole('checkbox').first()).toBeVisible()
    await expectAccessible(page, `list, ${locale}, dark`)
    await page.emulateMedia({ colorScheme: 'light' })
    await expectAccessible(page, `list, ${locale}, light`)
  })
