import i18next, { type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Brand, Locale } from '@playhouse/domain/brand'
import { type Journey, journeys } from './journeys.ts'
import { languageTag, localeCookieOf } from './locale.ts'
import { groupNumbers } from './numbers.ts'
import { countPlurals } from './plurals.ts'
import { fetchMessages, messagesBackend } from './words.ts'

type BrandMessages = Pick<Brand, 'name' | 'words' | 'contact'>

/**
 * Initialises i18next in a locale: loads the messages of the first screens with the brand's texts, and sets `lang` on the root
 * element. `{{brand}}`, `{{phone}}` and `{{email}}` are the brand's in every text.
 */
export async function initI18n(brand: BrandMessages, locale: Locale): Promise<i18n> {
  await i18next
    .use(messagesBackend(brand))
    .use(initReactI18next)
    .init({
      lng: locale,
      // Every locale has every text (see words.test.ts), so no fallback locale is loaded.
      fallbackLng: false,
      load: 'currentOnly',
      lowerCaseLng: true,
      ns: journeys.first,
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
  groupNumbers(i18next)
  setDocumentLanguage(locale)
  return i18next
}

/**
 * Loads the messages of a journey in this and every later locale, so that its screens neither suspend nor show keys.
 * @throws if they can't be loaded
 */
export async function loadMessages(journey: Journey): Promise<void> {
  await i18next.loadNamespaces(journeys[journey])
  await reloadMissing(i18next.language, journeys[journey])
}

/** Prefetches the messages of a journey without adding them to i18next. */
export const prefetchMessages = (journey: Journey): Promise<unknown> =>
  Promise.all(journeys[journey].map((namespace) => fetchMessages(i18next.language, namespace)))

/**
 * Switches to another locale and saves the choice for a year.
 * @throws if its messages can't be loaded: the choice then applies from the next page load
 */
export async function switchLocale(locale: Locale): Promise<void> {
  document.cookie = localeCookieOf(locale)
  await i18next.loadLanguages(locale)
  await reloadMissing(locale, i18next.options.ns as readonly string[])
  await i18next.changeLanguage(locale)
  setDocumentLanguage(locale)
}

/** Retries once what failed to load: the network may be back. */
async function reloadMissing(locale: string, namespaces: readonly string[]): Promise<void> {
  const missing = (): string[] => namespaces.filter((namespace) => !i18next.hasResourceBundle(locale, namespace))
  if (missing().length > 0) await i18next.reloadResources([locale], missing())
  if (missing().length > 0) throw new Error(`missing messages for ${locale}: ${missing().join(', ')}`)
}

const setDocumentLanguage = (locale: Locale): void => document.documentElement.setAttribute('lang', languageTag(locale))
