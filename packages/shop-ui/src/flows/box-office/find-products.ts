import { type ProductOnSale, productKey } from '@playhouse/domain/product'

/** A product with the name of its type. */
export type ListedProduct = { readonly product: ProductOnSale; readonly typeName: string }

/** Lower case without diacritics. */
const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

const codesOf = ({ product, variants }: ProductOnSale): readonly string[] => [
  product,
  ...variants.map(({ variant }) => productKey({ product, variant })),
]

/**
 * Finds the products whose name, type, variants or code have all words that staff typed, in their order. All products match an empty text. A
 * text that is a code, as a scanner types it, matches only the product with that code.
 */
export function findProducts(products: readonly ListedProduct[], typed: string): readonly ListedProduct[] {
  const text = plain(typed.trim())
  const exact = products.filter(({ product }) => codesOf(product).includes(text))
  if (exact.length > 0) return exact
  const words = text.split(/\s+/)
  return products.filter(({ product, typeName }) => {
    const { name, translations, variants } = product
    const names = Object.values(translations).map((translation) => translation.name)
    const searched = plain([name, ...names, typeName, ...variants.map((variant) => variant.name), ...codesOf(product)].join(' '))
    return words.every((word) => searched.includes(word))
  })
}

/** The variant whose code staff typed or scanned: `product/variant`. @returns undefined where the text is no such code */
export const variantOfCode = ({ product, variants }: ProductOnSale, typed: string): string | undefined =>
  variants.find(({ variant }) => productKey({ product, variant }) === plain(typed.trim()))?.variant
