import { useNameText as useNameIn, useProductText as useTextIn } from '#ticketing/ProductText'
import { useBrand } from '#server-state'

/** Returns the name and the summary of a product: translated where the theatre has done so, else in the theatre's language. */
export const useProductText = (): ReturnType<typeof useTextIn> => useTextIn(useBrand().defaultLocale)

/** Returns a name of the theatre, such as that of a type or a variant, in the page's language where it is translated. */
export const useNameText = (): ReturnType<typeof useNameIn> => useNameIn(useBrand().defaultLocale)
