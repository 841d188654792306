import type { Locale } from '@playhouse/domain/brand'
import type { TranslatedText } from '@playhouse/domain/translated-text'
import { useTheatreText } from './TheatreText.tsx'

type MarkedTextProps = { readonly of: TranslatedText; /** The theatre's language. */ readonly theatreLocale: Locale }

/** A text of the theatre, marked with its language where that is not the page's. */
export function MarkedText({ of, theatreLocale }: MarkedTextProps) {
  const { text, lang } = useTheatreText(theatreLocale)(of)
  return lang === undefined ? text : <span lang={lang}>{text}</span>
}
