import { type Brand, type Locale, locales } from '@playhouse/domain/brand'

/** Name and life of the cookie that remembers the visitor's choice: 365 days. */
export const localeCookie = { name: 'lang', maxAgeSeconds: 365 * 24 * 60 * 60 } as const

/** What each locale calls itself, for the chooser. */
export const localeNames: Readonly<Record<Locale, string>> = {
  en: 'English',
  'en-us': 'English (US)',
  sv: 'Svenska',
  de: 'Deutsch',
  es: 'Español',
  ht: 'Kreyòl ayisyen',
}

/** What `lang` says on the page. `ht` and the others are BCP 47 as they stand; only the region is written large. */
export const languageTag = (locale: Locale): string => (locale === 'en' ? 'en-GB' : locale === 'en-us' ? 'en-US' : locale)

/**
 * The locale rule: saved cookie, then the browser's list, then the brand's fallback, then its default; only locales the
 * brand offers. Pure, so that the server writes the page in the locale the browser will choose.
 * @param saved value of the cookie, whatever it is
 * @param preferred language tags in the visitor's order: `navigator.languages` or Accept-Language, sorted
 */
export function chooseLocale(
  brand: Pick<Brand, 'locales' | 'defaultLocale' | 'fallbackLocale'>,
  saved: string | undefined,
  preferred: readonly string[],
): Locale {
  const offered = (tag: string | undefined): Locale | undefined => brand.locales.find((locale) => locale === tag?.toLowerCase())
  const spoken = (tag: string): Locale | undefined => offered(tag) ?? offered(tag.split('-')[0])
  const wanted = preferred.map(spoken).find((locale) => locale !== undefined)
  return offered(saved) ?? wanted ?? offered(brand.fallbackLocale) ?? offered(brand.defaultLocale) ?? locales[0]
}

/** The saved choice in a Cookie header or `document.cookie`. */
export const savedLocale = (cookies: string): string | undefined => /(?:^|;\s*)lang=([a-z-]+)/i.exec(cookies)?.[1]

/** The text of a cookie that saves a choice. */
export const localeCookieOf = (locale: Locale): string =>
  `${localeCookie.name}=${locale}; Max-Age=${localeCookie.maxAgeSeconds}; Path=/; SameSite=Lax`
