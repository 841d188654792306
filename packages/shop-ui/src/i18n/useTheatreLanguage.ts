import type { Locale } from '@playhouse/domain/brand'
import { languageTag } from './locale.ts'
import { useLocale } from './useWords.ts'

/** The language tag of texts that the theatre wrote in its default locale; undefined where it is the page's language. */
export function useTheatreLanguage(defaultLocale: Locale): string | undefined {
  return defaultLocale === useLocale() ? undefined : languageTag(defaultLocale)
}
