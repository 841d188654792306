import type { Brand, Locale } from '@playhouse/domain/brand'
import { createTranslator, overlay, type Texts, type Translate } from './translator.ts'
import { fetchMessages } from './words.ts'

export type BrandMessages = Pick<Brand, 'name' | 'words' | 'contact'>

/** The messages of one locale at a time. Components subscribe to it. */
export type MessageStore = {
  readonly locale: () => Locale
  /** Increases whenever the locale or its texts change. */
  readonly version: () => number
  readonly subscribe: (changed: () => void) => () => void
  /** The translation function of a namespace; the same until the locale changes. */
  readonly translator: (namespace: string) => Translate
  readonly has: (namespace: string) => boolean
  /** The namespaces that were loaded in some locale. */
  readonly namespaces: () => Iterable<string>
  /**
   * Loads namespaces in this and every later locale.
   * @throws if some can't be loaded, after a second try
   */
  readonly load: (namespaces: readonly string[]) => Promise<void>
  /** Loads all namespaces in another locale, and switches to it. @throws if some can't be loaded: the locale is then unchanged */
  readonly switchTo: (locale: Locale) => Promise<void>
  /** Adds the texts of a namespace that no file of the shop has. */
  readonly add: (locale: Locale, namespace: string, texts: Texts) => void
}

/** Creates a store without texts. `{{brand}}`, `{{phone}}`, `{{email}}` and `{{groupSales}}` are the brand's in every text. */
export function createMessageStore(brand: BrandMessages, first: Locale): MessageStore {
  const { phone, email, groupSales } = brand.contact
  const constants = { brand: brand.name, phone, email, groupSales }
  const loaded = new Map<string, Texts>()
  const wanted = new Set<string>()
  const listeners = new Set<() => void>()
  let translators = new Map<string, Translate>()
  let locale = first
  let version = 0
  const keyOf = (of: string, namespace: string): string => `${of}/${namespace}`
  const changed = (): void => {
    version++
    for (const listener of listeners) listener()
  }
  const add = (of: Locale, namespace: string, texts: Texts): void =>
    void loaded.set(keyOf(of, namespace), overlay(texts, namespace, brand.words[of] ?? {}))
  const missing = (of: Locale, namespaces: Iterable<string>): string[] =>
    [...namespaces].filter((namespace) => !loaded.has(keyOf(of, namespace)))
  const loadIn = async (of: Locale, namespaces: Iterable<string>): Promise<void> => {
    // The second round retries what failed: the network may be back.
    for (let round = 0; round < 2; round++)
      await Promise.allSettled(missing(of, namespaces).map(async (namespace) => add(of, namespace, await fetchMessages(of, namespace))))
    const failed = missing(of, namespaces)
    if (failed.length > 0) throw new Error(`missing messages for ${of}: ${failed.join(', ')}`)
  }
  return {
    locale: () => locale,
    version: () => version,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    translator: (namespace) => {
      const translate =
        translators.get(namespace) ?? createTranslator({ locale, namespace, constants, textsOf: (of) => loaded.get(keyOf(locale, of)) })
      translators.set(namespace, translate)
      return translate
    },
    namespaces: () => wanted,
    has: (namespace) => loaded.has(keyOf(locale, namespace)),
    load: async (namespaces) => {
      for (const namespace of namespaces) wanted.add(namespace)
      if (missing(locale, namespaces).length === 0) return
      await loadIn(locale, namespaces)
      changed()
    },
    switchTo: async (to) => {
      await loadIn(to, wanted)
      locale = to
      translators = new Map()
      changed()
    },
    add: (of, namespace, texts) => {
      add(of, namespace, texts)
      changed()
    },
  }
}
