import type { RestaurantRecord } from '@playhouse/domain/restaurant-record'
import type { Restaurant } from '@playhouse/domain/sitting'
import type { MockWorld } from './mock-shop.ts'

/** A restaurant of a mock shop with its sittings. */
export type MockRestaurant = Restaurant & Pick<RestaurantRecord, 'hall' | 'sittings'>

/** The restaurants that a mock shop begins with, whose sittings are for every performance. */
export const firstRestaurantsOf = ({ tables }: Pick<MockWorld, 'tables'>): MockRestaurant[] =>
  (tables?.restaurants ?? []).map((restaurant) => ({
    ...restaurant,
    sittings: tables!.sittings
      .filter((sitting) => sitting.restaurant === restaurant.restaurant)
      .map(({ restaurant: _, tables: sizes, ...rules }) => ({
        ...{ ...rules, tables: [...sizes], productions: [], performances: [], fromHour: null, beforeHour: null },
      })),
  }))
