import type { Locale } from '@playhouse/domain/brand'
import { textIn } from '@playhouse/domain/text-in'
import type { TranslatedText } from '@playhouse/domain/translated-text'
import { useLocale, useTheatreLanguage } from '#i18n'

/** Returns a text of the theatre, translated where it has done so, with its language where that is not the page's. */
export function useTheatreText(theatreLocale: Locale): (text: TranslatedText) => { readonly text: string; readonly lang?: string } {
  const locale = useLocale()
  const lang = useTheatreLanguage(theatreLocale)
  return (text) => ({ text: textIn(text, locale), ...(lang !== undefined && !text.translations?.[locale] && { lang }) })
}
