import { type Locale, locales } from '@playhouse/domain/brand'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseLocale, localeCookieOf, savedLocale } from './locale.ts'

const bridge = { locales: [...locales], defaultLocale: 'en', fallbackLocale: 'en-us' } as const satisfies Parameters<typeof chooseLocale>[0]

describe('the locale rule', () => {
  it('takes the saved choice before the browser’s list', () => {
    expect(chooseLocale(bridge, 'de', ['sv-SE', 'en'])).toBe('de')
  })

  it('takes the first language of the list that the brand offers', () => {
    expect(chooseLocale(bridge, undefined, ['fr-FR', 'es-MX', 'sv'])).toBe('es')
    expect(chooseLocale(bridge, undefined, ['en-US', 'en'])).toBe('en-us')
    expect(chooseLocale(bridge, undefined, ['en-AU'])).toBe('en')
    expect(chooseLocale(bridge, undefined, ['ht'])).toBe('ht')
  })

  it('uses the brand’s fallback locale, and then its default locale', () => {
    expect(chooseLocale(bridge, undefined, ['fr-FR'])).toBe('en-us')
    expect(chooseLocale({ ...bridge, locales: ['en', 'sv'] }, undefined, ['fr-FR'])).toBe('en')
  })

  it('returns only locales that the brand offers, for any input', () => {
    const offers = fc.subarray([...locales], { minLength: 1 })
    fc.assert(
      fc.property(
        offers,
        fc.option(fc.string(), { nil: undefined }),
        fc.array(fc.oneof(fc.string(), fc.constantFrom('sv-SE', 'de', 'EN-us'))),
        (offered, saved, preferred) => {
          const brand = { locales: offered, defaultLocale: offered[0] as Locale, fallbackLocale: 'en-us' as Locale }
          expect(offered).toContain(chooseLocale(brand, saved, preferred))
        },
      ),
    )
  })
})

it('reads the cookie that it writes, which is valid for a year on the whole site', () => {
  const cookie = localeCookieOf('en-us')
  expect(cookie).toBe('lang=en-us; Max-Age=31536000; Path=/; SameSite=Lax')
  expect(savedLocale(`other=1; ${cookie.split(';')[0]}; more=2`)).toBe('en-us')
  expect(savedLocale('slang=sv')).toBeUndefined()
})
