import type { Locale } from '@playhouse/domain/brand'
import type { Product } from '@playhouse/domain/product'
import { useLocale, useTheatreLanguage } from '#i18n'

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
