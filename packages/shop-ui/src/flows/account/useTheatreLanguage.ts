import { languageTag, useLocale } from '#i18n'
import { useBrand } from '#server-state'

/** The language of the house's own copy, where it isn't the page's. */
export function useTheatreLanguage(): string | undefined {
  const { defaultLocale } = useBrand()
  return defaultLocale === useLocale() ? undefined : languageTag(defaultLocale)
}
