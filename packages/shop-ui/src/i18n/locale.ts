import { type Brand, type Locale, locales } from '@playhouse/domain/brand'

/** Name and maximum age of the cookie that stores the visitor's choice: 365 days. */
export const localeCookie = { name: 'lang', maxAgeSeconds: 365 * 24 * 60 * 60 } as const

/** Name of each locale in its own language, for the language menu. */
export const localeNames: Readonly<Record<Locale, string>> = {
  en: 'English',
  'en-us': 'English (US)',
  sv: 'Svenska',
  de: 'Deutsch',
  es: 'Español',
  ht: 'Kreyòl ayisyen',
}

/** Value of the `lang` attribute, a BCP 47 tag: only the region is upper case. */
export const languageTag = (locale: Locale): string => (locale === 'en' ? 'en-GB' : locale === 'en-us' ? 'en-US' : locale)

/**
 * Chooses the locale: the saved cookie, then the browser's list, then the brand's fallback, then its default; only locales that
 * the brand offers. Pure, so that the server renders the page in the locale that the browser will choose.
 * @param savedLocale value of the cookie, unvalidated
 * @param browserLocales language tags in the visitor's order: `navigator.languages` or Accept-Language, sorted
 */
export function chooseLocale(
  brand: Pick<Brand, 'locales' | 'defaultLocale' | 'fallbackLocale'>,
  savedLocale: string | undefined,
  browserLocales: readonly string[],
): Locale {
  const offeredLocale = (tag: string | undefined): Locale | undefined => brand.locales.find((locale) => locale === tag?.toLowerCase())
  const matchingLocale = (tag: string): Locale | undefined => offeredLocale(tag) ?? offeredLocale(tag.split('-')[0])
  const preferredLocale = browserLocales.map(matchingLocale).find((locale) => locale !== undefined)
  return (
    offeredLocale(savedLocale) ?? preferredLocale ?? offeredLocale(brand.fallbackLocale) ?? offeredLocale(brand.defaultLocale) ?? locales[0]
  )
}

/** Returns the saved locale of a Cookie header or `document.cookie`. */
export const savedLocale = (cookies: string): string | undefined => /(?:^|;\s*)lang=([a-z-]+)/i.exec(cookies)?.[1]

/** Returns the cookie that saves a locale. */
export const localeCookieOf = (locale: Locale): string =>
  `${localeCookie.name}=${locale}; Max-Age=${localeCookie.maxAgeSeconds}; Path=/; SameSite=Lax`
