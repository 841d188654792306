import { brands } from 'virtual:brands'
import type { Brand } from '@playhouse/domain/brand'

export { brands } from 'virtual:brands'
export { paletteCss } from './palette-css.ts'

/** The brand with that id, else the first one. */
export const brandNamed = (id: string): Brand => brands.find((brand) => brand.id === id) ?? brands[0]!
