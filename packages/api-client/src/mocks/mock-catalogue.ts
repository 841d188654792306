import type { Brand } from '@playhouse/domain/brand'
import type { FlexDefinition } from '@playhouse/domain/flex-subscription'
import type { PackageDefinition } from '@playhouse/domain/package'
import type { StockedProduct } from '@playhouse/domain/product'
import type { StoredProductPerformances } from '@playhouse/domain/product-performances'
import type { MockForm } from './forms.ts'
import type { MockWorld } from './mock-shop.ts'

type Parts = Pick<Brand, 'memberships' | 'giving'>
/** What the records of a mock shop change: its products, and the levels of membership and the funds of its brand. */
export type MockCatalogue = {
  readonly brand: Brand
  readonly products: readonly StockedProduct[]
  /** The performances of products, also of those that are withdrawn. */
  readonly stocks: ReadonlyMap<string, Pick<StockedProduct, 'performances'>>
  /** The performances for which products are sold, where staff changed them. */
  readonly offers: Map<string, StoredProductPerformances>
  /** Flexible subscriptions, withdrawn ones too. */
  readonly flexSubscriptions: readonly FlexDefinition[]
  /** Those that are not sold; their vouchers can be used. */
  readonly withdrawnFlex: Set<string>
  readonly replaceFlexSubscriptions: (flexSubscriptions: readonly FlexDefinition[]) => void
  /** Packages and fixed series that are not withdrawn. */
  readonly packages: readonly PackageDefinition[]
  readonly replacePackages: (packages: readonly PackageDefinition[]) => void
  /** Forms that are not withdrawn. */
  readonly forms: readonly MockForm[]
  readonly replaceForms: (forms: readonly MockForm[]) => void
  readonly replaceBrandParts: (parts: Parts) => void
  readonly replaceProducts: (products: readonly StockedProduct[]) => void
}

/** A brand whose levels and funds are always the current ones, and the products. */
export function createMockCatalogue(
  world: Pick<MockWorld, 'brand' | 'products' | 'packages' | 'forms' | 'flexSubscriptions'>,
): MockCatalogue {
  let parts: Parts = world.brand
  const products = [...(world.products ?? [])]
  const flexSubscriptions: FlexDefinition[] = [...(world.flexSubscriptions ?? [])]
  const packages = [...(world.packages ?? [])]
  const forms = [...(world.forms ?? [])]
  const brand: Brand = Object.defineProperties(
    { ...world.brand },
    { memberships: { enumerable: true, get: () => parts.memberships }, giving: { enumerable: true, get: () => parts.giving } },
  )
  return {
    brand,
    products,
    flexSubscriptions,
    packages,
    replacePackages: (next) => void packages.splice(0, packages.length, ...next),
    forms,
    replaceForms: (next) => void forms.splice(0, forms.length, ...next),
    withdrawnFlex: new Set(),
    replaceFlexSubscriptions: (next) => void flexSubscriptions.splice(0, flexSubscriptions.length, ...next),
    stocks: new Map(products.map(({ product, performances }) => [product, { ...(performances && { performances }) }])),
    offers: new Map(),
    replaceBrandParts: (next) => void (parts = next),
    replaceProducts: (next) => void products.splice(0, products.length, ...next),
  }
}
