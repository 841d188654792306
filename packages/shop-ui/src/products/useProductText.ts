import type { Locale } from '@playhouse/domain/brand'
import { useLocale, useTheatreLanguage } from '#i18n'
import { useProductText as useTextIn } from '#ticketing/ProductText'
import { useBrand } from '#server-state'

/** Returns the name and the summary of a product: translated where the theatre has done so, else in the theatre's language. */
export const useProductText = (): ReturnType<typeof useTextIn> => useTextIn(useBrand().defaultLocale)

type Named = { readonly name: string; readonly names?: Partial<Record<Locale, string>> | undefined }
type NameText = { readonly text: string; /** Its language, where it is not the page's. */ readonly lang?: string }

/** Returns a name of the theatre, such as that of a type or a variant, in the page's language where it is translated. */
export function useNameText(): (named: Named) => NameText {
  const locale = useLocale()
  const lang = useTheatreLanguage(useBrand().defaultLocale)
  return ({ name, names }) => {
    const translated = names?.[locale]
    return translated === undefined ? { text: name, ...(lang !== undefined && { lang }) } : { text: translated }
  }
}
