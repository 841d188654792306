import { languageTag, useLocale } from '#i18n'
import { useBrand } from '#server-state'

/** The language tag of texts that the theatre wrote; undefined where it is the page's language. */
export function useTheatreLanguage(): string | undefined {
  const { defaultLocale } = useBrand()
  return defaultLocale === useLocale() ? undefined : languageTag(defaultLocale)
}
