/** Made by `build/brands.ts` from the folders of `brands/`. */
declare module 'virtual:brands' {
  import type { Brand } from '@playhouse/domain/brand'

  export const brands: readonly Brand[]
}
