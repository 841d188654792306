import type { Locale } from '../brand/locale.ts'
import type { TranslatedText } from './translated-text.ts'

/** The text in a locale, or in the theatre's language where it has no translation. */
export const textIn = ({ text, translations }: TranslatedText, locale: Locale): string => translations?.[locale] ?? text
