import type { Brand, Locale } from '@playhouse/domain/brand'
import { type Journey, journeys } from './journeys.ts'
import { languageTag, localeCookieOf } from './locale.ts'
import { type BrandMessages, createMessageStore, type MessageStore } from './message-store.ts'
import { fetchMessages } from './words.ts'

let store: MessageStore | undefined

/** The messages of the page. @throws before `initI18n` */
export function pageMessages(): MessageStore {
  if (!store) throw new Error('no messages: call initI18n first')
  return store
}

/**
 * Initialises the messages of the page in a locale: loads those of the first screens with the brand's texts, and those that
 * the page has loaded before; sets `lang` on the root element.
 */
export async function initI18n(brand: BrandMessages, locale: Locale): Promise<MessageStore> {
  const before = store?.namespaces() ?? []
  store = createMessageStore(brand, locale)
  await store.load([...journeys.first, ...before])
  setDocumentLanguage(locale)
  return store
}

/**
 * Loads all messages of the given journeys on the server, where pages of all locales are rendered.
 * @returns messages by locale, for `MessagesOf`
 */
export async function initServerMessages(
  brand: BrandMessages & Pick<Brand, 'locales'>,
  names: readonly Journey[],
): Promise<ReadonlyMap<Locale, MessageStore>> {
  const stores = brand.locales.map(async (locale) => {
    const messages = createMessageStore(brand, locale)
    await messages.load(names.flatMap((name) => journeys[name]))
    return [locale, messages] as const
  })
  const byLocale = new Map(await Promise.all(stores))
  store ??= byLocale.get(brand.locales[0]!)
  return byLocale
}

/**
 * Loads the messages of a journey in this and every later locale, so that its screens neither suspend nor show keys.
 * @throws if they can't be loaded
 */
export const loadMessages = (journey: Journey): Promise<void> => pageMessages().load(journeys[journey])

/** Prefetches the messages of a journey without adding them to the page. */
export const prefetchMessages = (journey: Journey): Promise<unknown> =>
  Promise.all(journeys[journey].map((namespace) => fetchMessages(pageMessages().locale(), namespace)))

/**
 * Switches to another locale and saves the choice for a year.
 * @throws if its messages can't be loaded: the choice then applies from the next page load
 */
export async function switchLocale(locale: Locale): Promise<void> {
  document.cookie = localeCookieOf(locale)
  await pageMessages().switchTo(locale)
  setDocumentLanguage(locale)
}

const setDocumentLanguage = (locale: Locale): void => document.documentElement.setAttribute('lang', languageTag(locale))
