import type { Brand } from '@playhouse/domain/brand'
import type { FlexDefinition } from '@playhouse/domain/flex-subscription'
import type { CollectionPoint, Dish, Menu, Serving } from '@playhouse/domain/menu'
import type { PackageDefinition } from '@playhouse/domain/package'
import type { StockedProduct } from '@playhouse/domain/product'
import type { StoredProductPerformances } from '@playhouse/domain/product-performances'
import type { Programme } from '@playhouse/domain/programme'
import type { ProgrammeCode } from '@playhouse/domain/programme-codes'
import { firstRestaurantsOf, type MockRestaurant } from './first-restaurants.ts'
import type { MockForm } from './forms.ts'
import type { MockWorld } from './mock-shop.ts'

type Parts = Pick<Brand, 'memberships' | 'giving' | 'giftVouchers'>
/** A programme with its access codes. A code without a last name is for any account. It exists between two instants, in epoch milliseconds. */
export type MockProgramme = {
  readonly programme: Programme
  readonly codes: readonly ProgrammeCode[]
  readonly opensAt?: number | null
  readonly closesAt?: number | null
  readonly isWithdrawn?: boolean
}
/** Menus, the places where they are served, and for which performances: for all where a serving names none, and no production. */
export type MockFood = {
  readonly menus: readonly Menu[]
  readonly points: readonly (CollectionPoint & { readonly hall?: string | undefined })[]
  readonly servings: readonly (Omit<Serving, 'placesLeft' | 'name' | 'translations'> & {
    readonly menu: string
    readonly productions?: readonly string[]
    readonly performances?: readonly string[]
    readonly guests: number | null
  })[]
}
/** A card of a flexible subscription. */
export type MockIssuedCard = {
  readonly number: string
  readonly flex: string
  /** What issued it; null for one that the shop began with. */
  readonly batch: { readonly id: string; readonly at: string; readonly by: string } | null
  readonly cancellations: string[]
  /** The subscription of its holder, once it is linked. */
  subscription: string | null
}
/** Whether a programme exists for visitors. */
export const isOpenProgramme = ({ opensAt, closesAt, isWithdrawn }: MockProgramme, now: number): boolean =>
  !isWithdrawn && (opensAt ?? -Infinity) <= now && (closesAt ?? Infinity) > now

/** What the records of a mock shop change: its products, and the levels, funds and gift vouchers of its brand. */
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
  /** Programmes, withdrawn ones too. */
  readonly programmes: readonly MockProgramme[]
  /** Codes that staff added or withdrew together, the earliest first. */
  readonly programmeCodeBatches: Map<string, { readonly action: 'add' | 'withdraw'; readonly codes: readonly ProgrammeCode[] }>
  /** The codes with which programmes began. */
  readonly firstProgrammeCodes: (programme: string) => readonly ProgrammeCode[]
  readonly replaceProgrammes: (programmes: readonly MockProgramme[]) => void
  /** The food and drink that is not withdrawn. */
  readonly food: MockFood
  /** The dishes with which the shop began, by their products. */
  readonly firstDishes: ReadonlyMap<string, Dish>
  readonly replaceFood: (food: MockFood) => void
  readonly issuedCards: MockIssuedCard[]
  /** The changes of cards that have effect. */
  readonly cardBatches: Set<string>
  /** The restaurants that take bookings, with their sittings. */
  readonly restaurants: readonly MockRestaurant[]
  readonly replaceRestaurants: (restaurants: readonly MockRestaurant[]) => void
  readonly replaceBrandParts: (parts: Parts) => void
  readonly replaceProducts: (products: readonly StockedProduct[]) => void
}

/** A brand whose levels, funds and gift vouchers are always the current ones, and the products. */
export function createMockCatalogue(
  world: Pick<
    MockWorld,
    'brand' | 'products' | 'food' | 'tables' | 'subscriptionCards' | 'packages' | 'forms' | 'flexSubscriptions' | 'programmes'
  >,
): MockCatalogue {
  let parts: Parts = world.brand
  const products = [...(world.products ?? [])]
  const flexSubscriptions: FlexDefinition[] = [...(world.flexSubscriptions ?? [])]
  const packages = [...(world.packages ?? [])]
  const forms = [...(world.forms ?? [])]
  const firstFood = world.food ?? { menus: [], points: [], servings: [] }
  const food = { menus: [...firstFood.menus], points: [...firstFood.points], servings: [...firstFood.servings] }
  const firstDishes = firstFood.menus.flatMap(({ courses }) => courses.flatMap(({ dishes }) => dishes))
  const restaurants = firstRestaurantsOf(world)
  const programmes: MockProgramme[] = [...(world.programmes ?? [])]
  const brand: Brand = Object.defineProperties(
    { ...world.brand },
    {
      memberships: { enumerable: true, get: () => parts.memberships },
      giving: { enumerable: true, get: () => parts.giving },
      giftVouchers: { enumerable: true, get: () => parts.giftVouchers },
    },
  )
  return {
    brand,
    products,
    flexSubscriptions,
    packages,
    replacePackages: (next) => void packages.splice(0, packages.length, ...next),
    forms,
    replaceForms: (next) => void forms.splice(0, forms.length, ...next),
    programmes,
    programmeCodeBatches: new Map(),
    firstProgrammeCodes: (id) => (world.programmes ?? []).find(({ programme }) => programme.id === id)?.codes ?? [],
    replaceProgrammes: (next) => void programmes.splice(0, programmes.length, ...next),
    withdrawnFlex: new Set(),
    replaceFlexSubscriptions: (next) => void flexSubscriptions.splice(0, flexSubscriptions.length, ...next),
    stocks: new Map(products.map(({ product, performances }) => [product, { ...(performances && { performances }) }])),
    offers: new Map(),
    food,
    firstDishes: new Map(firstDishes.map((dish) => [dish.product, dish])),
    replaceFood: ({ menus, points, servings }) => {
      food.menus.splice(0, food.menus.length, ...menus)
      food.points.splice(0, food.points.length, ...points)
      food.servings.splice(0, food.servings.length, ...servings)
    },
    issuedCards: (world.subscriptionCards ?? []).map((card) => ({ ...card, batch: null, cancellations: [], subscription: null })),
    cardBatches: new Set(),
    restaurants,
    replaceRestaurants: (next) => void restaurants.splice(0, restaurants.length, ...next),
    replaceBrandParts: (next) => void (parts = next),
    replaceProducts: (next) => void products.splice(0, products.length, ...next),
  }
}
