import { brands } from 'virtual:brands'
import type { Brand } from '@playhouse/domain/brand'

export { brands } from 'virtual:brands'
export { paletteCss } from './palette-css.ts'

/** The brand of that name, else the first there is. */
export const brandNamed = (id: string): Brand => brands.find((brand) => brand.id === id) ?? brands[0]!
