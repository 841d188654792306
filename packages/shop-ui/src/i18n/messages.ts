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
 * Starts speaking a locale: loads the words of the first screens, the brand's own texts among them, and says so on the
 * root element. `{{brand}}`, `{{phone}}` and `{{email}}` are the brand's in every text.
 */
export async function initI18n(brand: BrandMessages, locale: Locale): Promise<i18n> {
  await i18next
    .use(messagesBackend(brand))
    .use(initReactI18next)
    .init({
      lng: locale,
      // Every locale has every text (see words.test.ts), so there is nothing to fall back to, and nothing more to fetch.
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
 * Learns the words of a journey, in this and every later locale, so that its screens never wait for them nor show a key.
 * @throws when they can't be had
 */
export async function loadMessages(journey: Journey): Promise<void> {
  await i18next.loadNamespaces(journeys[journey])
  await reloadMissing(i18next.language, journeys[journey])
}

/** Fetches the words of a journey that is likely to come; they are learnt when it does. */
export const prefetchMessages = (journey: Journey): Promise<unknown> =>
  Promise.all(journeys[journey].map((namespace) => fetchMessages(i18next.language, namespace)))

/**
 * Speaks another locale from now on, and remembers it for a year.
 * @throws when its words can't be had: then the choice waits for the next load
 */
export async function switchLocale(locale: Locale): Promise<void> {
  document.cookie = localeCookieOf(locale)
  await i18next.loadLanguages(locale)
  await reloadMissing(locale, i18next.options.ns as readonly string[])
  await i18next.changeLanguage(locale)
  setDocumentLanguage(locale)
}

/** What failed once is asked for once more: the network may be back. */
async function reloadMissing(locale: string, namespaces: readonly string[]): Promise<void> {
  const missing = (): string[] => namespaces.filter((namespace) => !i18next.hasResourceBundle(locale, namespace))
  if (missing().length > 0) await i18next.reloadResources([locale], missing())
  if (missing().length > 0) throw new Error(`no words for ${locale}: ${missing().join(', ')}`)
}

const setDocumentLanguage = (locale: Locale): void => document.documentElement.setAttribute('lang', languageTag(locale))
