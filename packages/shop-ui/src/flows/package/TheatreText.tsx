import type { TranslatedText } from '@playhouse/domain/translated-text'
import { useBrand } from '#server-state'
import { useTheatreText } from '#ticketing/TheatreText'

/** A text of the theatre, marked with its language where that is not the page's. */
export function TheatreText({ of }: { readonly of: TranslatedText }) {
  const { text, lang } = useTheatreText(useBrand().defaultLocale)(of)
  return lang === undefined ? text : <span lang={lang}>{text}</span>
}
