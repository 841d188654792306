import i18next, { type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Brand, Locale } from '@playhouse/domain/brand'
import { languageTag, localeCookieOf } from './locale.ts'
import { lazyWords, namespacesOf } from './words.ts'

type Speaker = Pick<Brand, 'name' | 'words' | 'contact'>

/**
 * Starts speaking a locale: loads its words, lays the brand's own texts over them, and says so on the root element.
 * `{{brand}}`, `{{phone}}` and `{{email}}` are the brand's in every text.
 */
export async function startSpeech(brand: Speaker, locale: Locale): Promise<i18n> {
  await i18next
    .use(lazyWords)
    .use(initReactI18next)
    .init({
      lng: locale,
      // Every locale has every text (see words.test.ts), so there is nothing to fall back to, and nothing more to fetch.
      fallbackLng: false,
      load: 'currentOnly',
      lowerCaseLng: true,
      ns: namespacesOf(locale),
      defaultNS: 'shell',
      interpolation: {
        escapeValue: false,
        defaultVariables: {
          brand: brand.name,
          phone: brand.contact.phone,
          email: brand.contact.email,
          groupSales: brand.contact.groupSales,
        },
      },
      react: { useSuspense: true },
    })
  countPlurals(i18next)
  overlay(brand, locale)
  showLanguage(locale)
  return i18next
}

/** Speaks another locale from now on, and remembers it for a year. */
export async function switchLocale(brand: Speaker, locale: Locale): Promise<void> {
  document.cookie = localeCookieOf(locale)
  await i18next.loadNamespaces(namespacesOf(locale))
  await i18next.changeLanguage(locale)
  overlay(brand, locale)
  showLanguage(locale)
}

const showLanguage = (locale: Locale): void => document.documentElement.setAttribute('lang', languageTag(locale))

/** Brand texts are keyed `namespace:key`. */
function overlay(brand: Speaker, locale: Locale): void {
  for (const [path, text] of Object.entries(brand.words[locale] ?? {})) {
    const [namespace, key] = path.includes(':') ? (path.split(/:(.*)/s) as [string, string]) : ['shell', path]
    i18next.addResource(locale, namespace, key, text)
  }
}

/** Intl has no plural rule for Haitian Creole and would count by the machine's own language; it counts as English does. */
function countPlurals(speech: i18n): void {
  const resolver: { getRule(code: string, options?: { ordinal?: boolean }): Intl.PluralRules } = speech.services.pluralResolver
  const byIntl = resolver.getRule.bind(resolver)
  resolver.getRule = (code, options) => byIntl(code === 'ht' || code.startsWith('en') ? 'en' : code, options)
}
