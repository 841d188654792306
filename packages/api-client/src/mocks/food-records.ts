import type { ChangeDependent, ChangeRow } from '@playhouse/domain/change'
import type { Dish } from '@playhouse/domain/menu'
import {
  losesGuests,
  menuOfRecord,
  type MenuServing,
  namesOfTranslations,
  nameTranslations,
  recordOfMenu,
  type ServedPerformance,
  servingsAt,
  type ServingPoint,
} from '@playhouse/domain/menu-record'
import { dishType } from '@playhouse/domain/product-type'
import type { FoodFacts, StoredRecord } from '@playhouse/domain/record'
import { placedOrdersOf } from './food.ts'
import type { MockShop } from './mock-shop.ts'
import type { PlannedProgramme } from './planned-programme.ts'

type Things = Pick<PlannedProgramme['things'], 'menu' | 'collection-point' | 'product' | 'hall-plan'>
type Stored<Value> = { readonly value: Value; readonly version: number }

/** The menus and the collection points that a mock shop begins with, as records. */
export function foodRecordsOf({ food: { menus, points, servings } }: Pick<MockShop, 'food'>) {
  const menuRecords = menus.map((menu, position) => {
    const own = servings.filter((each) => each.menu === menu.menu)
    const rules = own.map(({ menu: _, productions = [], performances = [], ...serving }): MenuServing => ({
      ...serving,
      ...{ productions: [...productions], performances: [...performances] },
    }))
    const value: StoredRecord<'menu'> = { ...recordOfMenu(menu, { position, servings: rules }), isWithdrawn: false }
    return [menu.menu, { value, version: 1 }] as const
  })
  const pointRecords = points.map(({ point, name, translations, hall }, position) => {
    const names = namesOfTranslations(translations)
    const value: StoredRecord<'collection-point'> = {
      ...{ name, position, isWithdrawn: false, ...(names && { names }), ...(hall !== undefined && { hall }) },
    }
    return [point, { value, version: 1 }] as const
  })
  return {
    menu: new Map<string, Stored<StoredRecord<'menu'>>>(menuRecords),
    'collection-point': new Map<string, Stored<StoredRecord<'collection-point'>>>(pointRecords),
  }
}

/** What menus and collection points may name. */
export const foodFactsOf = (things: Things): FoodFacts => ({
  dishes: [...things.product].flatMap(([id, { value }]) => (value.type === dishType ? [id] : [])),
  points: pointsOf(things),
  halls: [...things['hall-plan'].values()].map(({ value }) => value.hall),
  servings: [...things.menu.values()].flatMap(({ value }) => value.servings),
})

const pointsOf = (things: Pick<Things, 'collection-point'>): ServingPoint[] =>
  [...things['collection-point']].map(
    ([
      point,
      {
        value: { hall, opensBefore },
      },
    ]) => ({ point, hall, opensBefore }),
  )

const inOrder = <Value extends { readonly position: number }>(records: ReadonlyMap<string, Stored<Value>>): [string, Value][] =>
  [...records]
    .map(([id, { value }]): [string, Value] => [id, value])
    .toSorted(([a, one], [b, other]) => one.position - other.position || (a < b ? -1 : 1))

/** Makes the menus of a mock shop and their collection points those of the records that are on offer. */
export function showFood(shop: MockShop, things: Things): void {
  const dishOf = (product: string): Omit<Dish, 'supplement'> | undefined => {
    const stored = things.product.get(product)?.value
    if (!stored) return shop.firstDishes.get(product)
    const { name, summary, translations, allergens, diets, isWithdrawn } = stored
    return isWithdrawn ? undefined : { product, name, summary, translations, allergens, diets }
  }
  const points = inOrder(things['collection-point']).filter(([, { isWithdrawn }]) => !isWithdrawn)
  const menus = inOrder(things.menu).filter(([, { isWithdrawn }]) => !isWithdrawn)
  shop.replaceFood({
    points: points.map(([point, { name, names, hall }]) => ({ point, name, translations: nameTranslations(names), hall })),
    menus: menus
      .map(([id, record]) => menuOfRecord(id, record, dishOf))
      .filter(({ courses }) => courses.every(({ dishes }) => dishes.length > 0)),
    servings: menus.flatMap(([menu, { servings }]) => servings.map((serving) => ({ ...serving, menu }))),
  })
}

type Change = {
  readonly menu?: readonly [id: string, record: StoredRecord<'menu'>]
  readonly point?: readonly [id: string, record: StoredRecord<'collection-point'>]
}

/** Orders and baskets that a changed menu, or a changed collection point, would take the room of. */
export function lostGuests(shop: MockShop, things: Things, { menu: changedMenu, point: changedPoint }: Change): ChangeDependent[] {
  type Guests = { readonly menu: string; readonly point: string; readonly instance: string; readonly sold: number; readonly held: number }
  const held = [...shop.visits.values()]
    .flatMap(({ items }) => items)
    .flatMap(({ detail, quantity }): Guests[] =>
      detail && 'courses' in detail
        ? [{ menu: detail.menu, point: detail.point, instance: detail.performance.instance, sold: 0, held: quantity }]
        : [],
    )
  const sold = placedOrdersOf(shop)
    .flatMap(({ order }) => order.items)
    .flatMap((item): Guests[] =>
      item.kind === 'food' && !item.isReturned
        ? [{ menu: item.detail.menu, point: item.detail.point, instance: item.detail.performance.instance, sold: item.quantity, held: 0 }]
        : [],
    )
  const isSame = (one: Guests, other: Guests): boolean =>
    one.menu === other.menu && one.point === other.point && one.instance === other.instance
  const all = [...held, ...sold]
  const guestsAt = (each: Guests, field: 'sold' | 'held'): number =>
    all.filter((other) => isSame(each, other)).reduce((sum, other) => sum + other[field], 0)
  const before = pointsOf(things)
  const after = before.map((each) => (each.point === changedPoint?.[0] ? { ...each, hall: changedPoint[1].hall } : each))
  const lost = all.filter((each) => {
    const performance = shop.performance(each.instance)
    if (!performance || performance.startsAtInstant <= shop.now()) return false
    const rules = things.menu.get(each.menu)?.value.servings ?? []
    const next = each.menu === changedMenu?.[0] ? changedMenu[1].servings : rules
    const at = (servings: readonly MenuServing[], points: readonly ServingPoint[], of: ServedPerformance) =>
      servingsAt(servings, points, of).find(({ point }) => point === each.point)
    return losesGuests(at(rules, before, performance), at(next, after, performance), guestsAt(each, 'sold') + guestsAt(each, 'held'))
  })
  const total = (field: 'sold' | 'held'): number => lost.reduce((sum, each) => sum + each[field], 0)
  return [
    ...(total('sold') > 0 ? [{ kind: 'reference' as const, id: 'order_item', count: total('sold') }] : []),
    ...(total('held') > 0 ? [{ kind: 'reference' as const, id: 'basket_item', count: total('held') }] : []),
  ]
}

/** What was ordered, or is in baskets, of menus that were created, and at collection points that were. */
export function foodDependents(shop: MockShop, rowsOf: (subject: 'menu' | 'collection-point') => readonly ChangeRow[]): ChangeDependent[] {
  const createdIn = (subject: 'menu' | 'collection-point') => rowsOf(subject).flatMap(({ id, before }) => (before === null ? [id] : []))
  const [menus, points] = [createdIn('menu'), createdIn('collection-point')]
  const isOf = ({ menu, point }: { readonly menu: string; readonly point: string }): boolean =>
    menus.includes(menu) || points.includes(point)
  const sold = placedOrdersOf(shop)
    .flatMap(({ order }) => order.items)
    .filter((item) => item.kind === 'food' && isOf(item.detail)).length
  const held = [...shop.visits.values()]
    .flatMap(({ items }) => items)
    .filter(({ detail }) => detail && 'courses' in detail && isOf(detail)).length
  return [
    ...(sold > 0 ? [{ kind: 'reference' as const, id: 'order_item', count: sold }] : []),
    ...(held > 0 ? [{ kind: 'reference' as const, id: 'basket_item', count: held }] : []),
  ]
}
