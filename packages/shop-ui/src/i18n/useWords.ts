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
  if (!messages.has(namespace)) throw pendingLoad(messages, namespace)
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

const loads = new WeakMap<MessageStore, Map<string, Promise<void> | Error>>()
/**
 * What a component without its texts throws: the same promise for each render that waits for a namespace in a locale, and the error of a
 * load that has failed. Thrown instead of `use`, which does not resume a hook that a test renders outside of an awaited `act`.
 */
function pendingLoad(messages: MessageStore, namespace: string): Promise<void> | Error {
  const pending = loads.get(messages) ?? new Map<string, Promise<void> | Error>()
  loads.set(messages, pending)
  const key = `${messages.locale()}/${namespace}`
  const known = pending.get(key)
  if (known) return known
  const load = messages.load([namespace])
  pending.set(key, load)
  load.catch((error: Error) => pending.set(key, error))
  return load
}
