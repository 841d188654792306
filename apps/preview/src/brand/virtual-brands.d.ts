/** The module that `build/brands.ts` generates from the folders of `brands/`. */
declare module 'virtual:brands' {
  import type { Brand } from '@playhouse/domain/brand'

  export const brands: readonly Brand[]
}
