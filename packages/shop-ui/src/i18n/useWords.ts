import i18next, { type TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Locale } from '@playhouse/domain/brand'

/**
 * The texts of a namespace in the visitor's locale: `t('add')`, `t('seats', { count })`, and `t('problem:…')` for
 * another one. Suspends until its chunk is there; a journey learns its words before its screens show.
 */
export const useWords = (namespace: string): TFunction => useTranslation(namespace).t

/** What {@link useWords} gives. */
export type Words = TFunction

/** A text in the locale of this moment, for what speaks outside of a component. */
export const translate = (key: string): string => i18next.t(key)

/** The locale being spoken. */
export const useLocale = (): Locale => useTranslation().i18n.language as Locale
