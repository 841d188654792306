// In a separate file, because the first script has it, without the schemas.
type ProductTypes = { readonly productTypes?: readonly { readonly type: string }[] | undefined }

/** The path of the products of a type. */
export const productsPathOf = (type: string): string => `/aux/${type}`

/** The path of a product's page. */
export const productPathOf = ({ type, product }: { readonly type: string; readonly product: string }): string =>
  `${productsPathOf(type)}/${product}`

/** The path of the products of a type that are sold for a performance. */
export const performanceProductsPathOf = (type: string, instance: string): string => `${productsPathOf(type)}/${instance}`

/** Whether a brand sells the type of product that a path names. @returns undefined where `path` names none */
export function hasProductPage({ productTypes = [] }: ProductTypes, path: string): boolean | undefined {
  const [, aux, name] = path.split('/')
  return aux === 'aux' ? productTypes.some(({ type }) => type === name) : undefined
}
