import type { Locale } from '@playhouse/domain/brand'
import type { Product } from '@playhouse/domain/product'
import { useLocale, useTheatreLanguage } from '#i18n'

type Named = { readonly name: string; readonly names?: Partial<Record<Locale, string>> | undefined }
type NameText = { readonly text: string; /** Its language, where it is not the page's. */ readonly lang?: string }

/**
 * Returns a name of the theatre, such as that of a type or a variant, in the page's language where it is translated.
 * @param defaultLocale the theatre's
 */
export function useNameText(defaultLocale: Locale): (named: Named) => NameText {
  const locale = useLocale()
  const lang = useTheatreLanguage(defaultLocale)
  return ({ name, names }) => {
    const translated = names?.[locale]
    return translated === undefined ? { text: name, ...(lang !== undefined && { lang }) } : { text: translated }
  }
}

type ProductText = {
  readonly name: string
  readonly summary: string
  /** The language of both, where it is not the page's. */ readonly lang?: string
}

/** Returns the name and the summary of a product: translated where the theatre has done so, else in the theatre's language. @param defaultLocale the theatre's */
export function useProductText(defaultLocale: Locale): (product: Pick<Product, 'name' | 'summary' | 'translations'>) => ProductText {
  const locale = useLocale()
  const lang = useTheatreLanguage(defaultLocale)
  return ({ name, summary, translations }) => translations[locale] ?? { name, summary, ...(lang !== undefined && { lang }) }
}
