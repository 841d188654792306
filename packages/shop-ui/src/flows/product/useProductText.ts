import type { Product } from '@playhouse/domain/product'
import { useLocale, useTheatreLanguage } from '#i18n'
import { useBrand } from '#server-state'

type ProductText = {
  readonly name: string
  readonly summary: string
  /** The language of both, where it is not the page's. */ readonly lang?: string
}

/** Returns the name and the summary of a product: translated where the theatre has done so, else in the theatre's language. */
export function useProductText(): (product: Pick<Product, 'name' | 'summary' | 'translations'>) => ProductText {
  const locale = useLocale()
  const lang = useTheatreLanguage(useBrand().defaultLocale)
  return ({ name, summary, translations }) => translations[locale] ?? { name, summary, ...(lang !== undefined && { lang }) }
}
