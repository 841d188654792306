import { textIn } from '@playhouse/domain/text-in'
import type { TranslatedText } from '@playhouse/domain/translated-text'
import { useLocale, useTheatreLanguage } from '#i18n'
import { useBrand } from '#server-state'

/** A text of a form, with its language where it is not the page's. */
export type FormText = { readonly text: string; readonly lang?: string }

/** Returns a text of a form: translated where the theatre has done so, else in the theatre's language. */
export function useFormText(): (text: TranslatedText) => FormText {
  const locale = useLocale()
  const lang = useTheatreLanguage(useBrand().defaultLocale)
  return (text) => ({ text: textIn(text, locale), ...(lang !== undefined && !text.translations?.[locale] && { lang }) })
}
