import i18next, { type TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Locale } from '@playhouse/domain/brand'

/**
 * Returns the texts of a namespace in the visitor's locale: `t('add')`, `t('seats', { count })`, and `t('problem:…')` for another
 * namespace. Suspends until they are loaded; a journey loads its messages before its screens.
 */
export const useWords = (namespace: string): TFunction => useTranslation(namespace).t

/** The function that {@link useWords} returns. */
export type Words = TFunction

/** Returns a text in the current locale, for code outside of components. */
export const translate = (key: string): string => i18next.t(key)

/** The current locale. */
export const useLocale = (): Locale => useTranslation().i18n.language as Locale
