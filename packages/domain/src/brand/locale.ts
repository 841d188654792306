/** The locales of the interface. Tables by locale are records of these, so that a locale without an entry does not compile. */
export const locales = ['en', 'en-us', 'sv', 'de', 'es', 'ht'] as const
export type Locale = (typeof locales)[number]

export const isLocale = (tag: string): tag is Locale => locales.some((locale) => locale === tag)
