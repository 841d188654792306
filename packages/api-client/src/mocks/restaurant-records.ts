import type { ChangeDependent } from '@playhouse/domain/change'
import type { StoredRecord } from '@playhouse/domain/record'
import {
  losesTables,
  recordOfRestaurant,
  restaurantOfRecord,
  type RestaurantRecord,
  type RestaurantRules,
  sittingsAt,
} from '@playhouse/domain/restaurant-record'
import { placedOrdersOf } from './food.ts'
import type { MockShop } from './mock-shop.ts'
import type { PlannedProgramme } from './planned-programme.ts'

type Things = Pick<PlannedProgramme['things'], 'restaurant'>
type Stored<Value> = { readonly value: Value; readonly version: number }
/** The restaurants of a mock shop as records. */
export const restaurantRecordsOf = ({ restaurants }: Pick<MockShop, 'restaurants'>) => ({
  restaurant: new Map<string, Stored<StoredRecord<'restaurant'>>>(
    restaurants.map(({ sittings, hall, ...restaurant }, position) => {
      const record = recordOfRestaurant(restaurant, { position, sittings, ...(hall !== undefined && { hall }) })
      return [restaurant.restaurant, { value: { ...record, isWithdrawn: false }, version: 1 }]
    }),
  ),
})

const inOrder = (things: Things): [string, StoredRecord<'restaurant'>][] =>
  [...things.restaurant]
    .map(([id, { value }]): [string, StoredRecord<'restaurant'>] => [id, value])
    .toSorted(([a, one], [b, other]) => one.position - other.position || (a < b ? -1 : 1))

/** Makes the restaurants of a mock shop those of the records that take bookings. */
export const showRestaurants = (shop: MockShop, things: Things): void =>
  shop.replaceRestaurants(
    inOrder(things)
      .filter(([, { isWithdrawn }]) => !isWithdrawn)
      .map(([id, record]) => {
        const { hall, sittings } = record
        return { ...restaurantOfRecord(id, record), sittings, ...(hall !== undefined && { hall }) }
      }),
  )

/** People in orders and baskets whose tables a changed restaurant would take away, move or shrink. */
export function lostTables(shop: MockShop, things: Things, id: string, after: StoredRecord<'restaurant'>): ChangeDependent[] {
  type Booking = {
    readonly sitting: string
    readonly instance: string
    readonly table: number
    readonly sold: number
    readonly held: number
  }
  const held = [...shop.visits.values()]
    .flatMap(({ items }) => items)
    .flatMap(({ detail, quantity }): Booking[] =>
      detail && 'sitting' in detail
        ? [{ sitting: detail.sitting, instance: detail.performance.instance, table: detail.table, sold: 0, held: quantity }]
        : [],
    )
  const sold = placedOrdersOf(shop)
    .flatMap(({ order }) => order.items)
    .flatMap((item): Booking[] => {
      if (item.kind !== 'table' || item.isReturned) return []
      const { sitting, performance, table } = item.detail
      return [{ sitting, instance: performance.instance, table, sold: item.quantity, held: 0 }]
    })
  const bookings = [...held, ...sold]
  const rulesOf = (record: (restaurant: string, stored: RestaurantRecord) => RestaurantRecord): RestaurantRules[] =>
    inOrder(things).map(([restaurant, stored]) => ({ ...record(restaurant, stored), restaurant }))
  const before = rulesOf((_, stored) => stored)
  const next = rulesOf((restaurant, stored) => (restaurant === id ? after : stored))
  const lost = bookings.filter(({ sitting, instance }) => {
    const performance = shop.performance(instance)
    if (!performance || performance.startsAtInstant <= shop.now()) return false
    const same = bookings.filter((each) => each.sitting === sitting && each.instance === instance)
    const tables = new Map([...Map.groupBy(same, ({ table }) => table)].map(([size, ofSize]) => [size, ofSize.length]))
    const covers = same.reduce((sum, each) => sum + each.sold + each.held, 0)
    const at = (rules: readonly RestaurantRules[]) => sittingsAt(rules, performance).find((each) => each.sitting === sitting)
    return losesTables(at(before), at(next), { covers, tables })
  })
  const total = (field: 'sold' | 'held'): number => lost.reduce((sum, each) => sum + each[field], 0)
  return [
    ...(total('sold') > 0 ? [{ kind: 'reference' as const, id: 'order_item', count: total('sold') }] : []),
    ...(total('held') > 0 ? [{ kind: 'reference' as const, id: 'basket_item', count: total('held') }] : []),
  ]
}
