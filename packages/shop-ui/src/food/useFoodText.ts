import type { Locale } from '@playhouse/domain/brand'
import { useLocale, useTheatreLanguage } from '#i18n'
import { useBrand } from '#server-state'

type Text = { readonly name: string; readonly summary?: string | undefined }
type Translated = Text & { readonly translations: Partial<Record<Locale, Text>> }

/** Returns the texts of a menu, a course, a dish or a collection point: translated, else in the theatre's language with its tag. */
export function useFoodText(): (text: Translated) => Text & { readonly lang?: string } {
  const locale = useLocale()
  const lang = useTheatreLanguage(useBrand().defaultLocale)
  return ({ name, summary, translations }) => translations[locale] ?? { name, summary, ...(lang !== undefined && { lang }) }
}
