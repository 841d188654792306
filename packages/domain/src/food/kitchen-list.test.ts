import fc from 'fast-check'
import { expect, it } from 'vitest'
import { zero } from '../money/money.ts'
import { dishTotals, kitchenNote, type KitchenOrder, kitchenServings } from './kitchen-list.ts'

const dishOf = fc.record({ product: fc.constantFrom('soup', 'pie', 'fish'), count: fc.integer({ min: 1, max: 5 }) })
const order: fc.Arbitrary<KitchenOrder> = fc
  .record({
    point: fc.constantFrom('room', 'bar'),
    servedBefore: fc.constantFrom(null, 30, 90),
    guests: fc.integer({ min: 1, max: 20 }),
    dishes: fc.uniqueArray(dishOf, { selector: ({ product }) => product }),
  })
  .map(({ point, dishes, ...rest }) => ({
    ...{ number: 'A1', customer: 'Ada Quill', menuName: 'Dinner', menu: 'dinner', point, pointName: point, note: '', ...rest },
    courses: [{ course: 'main', name: 'Main', dishes: dishes.map((dish) => ({ ...dish, name: dish.product, supplement: zero })) }],
  }))

it('lists each order once, by collection point and time, the earliest first and the interval last', () => {
  fc.assert(
    fc.property(fc.array(order), (orders) => {
      const servings = kitchenServings(orders)
      expect(servings.flatMap((serving) => serving.orders)).toHaveLength(orders.length)
      expect(new Set(servings.map(({ point, servedBefore }) => `${point} ${servedBefore}`)).size).toBe(servings.length)
      const minutes = servings.map(({ servedBefore }) => servedBefore ?? 0)
      expect(minutes).toEqual(minutes.toSorted((a, b) => b - a))
    }),
  )
})

it('totals guests and dishes over all orders', () => {
  fc.assert(
    fc.property(fc.array(order), (orders) => {
      const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0)
      const servings = kitchenServings(orders)
      expect(sum(servings.map(({ guests }) => guests))).toBe(sum(orders.map(({ guests }) => guests)))
      const ordered = orders.flatMap(({ courses }) => courses.flatMap(({ dishes }) => dishes))
      for (const product of ['soup', 'pie', 'fish']) {
        const expected = sum(ordered.filter((dish) => dish.product === product).map(({ count }) => count))
        expect(dishTotals(orders).find((dish) => dish.product === product)?.count ?? 0).toBe(expected)
      }
    }),
  )
})

it('names each diet of an order once', () => {
  expect(kitchenNote(['No nuts', '', null, ' No nuts ', undefined, 'One vegan'])).toBe('No nuts · One vegan')
  expect(kitchenNote([null, ''])).toBe('')
})
