import { createContext, use, useSyncExternalStore } from 'react'
import type { Locale } from '@playhouse/domain/brand'
import type { MessageStore } from './message-store.ts'
import { pageMessages } from './messages.ts'
import type { Translate } from './translator.ts'

/**
 * Returns the texts of a namespace in the visitor's locale: `t('add')`, `t('seats', { count })`, and `t('problem:…')` for another
 * namespace. Suspends until they are loaded; a journey loads its messages before its screens.
 */
export function useWords(namespace: string): Words {
  const messages = useMessages()
  // Thrown instead of `use`, which does not resume a hook that a test renders outside of an awaited `act`.
  if (!messages.has(namespace)) throw loading(messages, namespace)
  return messages.translator(namespace)
}

/** The function that {@link useWords} returns. */
export type Words = Translate

/** Returns a text in the current locale, for code outside of components. */
export const translate = (key: string): string => pageMessages().translator('shell')(key)

/** The current locale. */
export const useLocale = (): Locale => useMessages().locale()

/** Messages for the components below; without one, those of the page. */
export const MessagesContext = createContext<MessageStore | undefined>(undefined)

function useMessages(): MessageStore {
  const messages = use(MessagesContext) ?? pageMessages()
  useSyncExternalStore(messages.subscribe, messages.version, messages.version)
  return messages
}

const loads = new WeakMap<MessageStore, Map<string, Promise<void>>>()
/** The same promise for each render that waits for a namespace in a locale. A failed load is repeated by the next attempt to render. */
function loading(messages: MessageStore, namespace: string): Promise<void> {
  const pending = loads.get(messages) ?? new Map<string, Promise<void>>()
  loads.set(messages, pending)
  const key = `${messages.locale()}/${namespace}`
  const load = pending.get(key) ?? messages.load([namespace])
  if (!pending.has(key)) load.catch(() => pending.delete(key))
  pending.set(key, load)
  return load
}
