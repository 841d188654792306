import type { Brand } from '@playhouse/domain/brand'

type Parts = Pick<Brand, 'memberships' | 'giving'>
/** The brand of a mock shop, and a change of its levels of membership and its funds. */
export type MockBrand = { readonly brand: Brand; readonly replaceBrandParts: (parts: Parts) => void }

/** A brand whose levels and funds are always the current ones. */
export function createMockBrand(world: Brand): MockBrand {
  let parts: Parts = world
  const brand: Brand = Object.defineProperties(
    { ...world },
    { memberships: { enumerable: true, get: () => parts.memberships }, giving: { enumerable: true, get: () => parts.giving } },
  )
  return { brand, replaceBrandParts: (next) => void (parts = next) }
}
