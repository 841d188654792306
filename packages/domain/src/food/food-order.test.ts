import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { money } from '../money/money.ts'
import {
  chosenOf,
  findFoodFault,
  foodDetailSchema,
  type FoodOrder,
  foodOrderOf,
  foodPrice,
  mostGuests,
  mostGuestsByNetwork,
  mostGuestsByWideNetwork,
  offerFood,
} from './food-order.ts'
import { foodDeadline, type FoodOffer, isFoodOpen, type MenuOnSale, servedAt } from './menu.ts'

const dish = (product: string, supplement = 0) => ({
  ...{ product, name: product.toUpperCase(), summary: '', translations: {}, supplement: money(supplement), allergens: [], diets: [] },
})
const menu: MenuOnSale = {
  ...{ menu: 'dinner', name: 'Dinner', summary: '', translations: {}, price: money(25_00), fee: money(1_00), vatBasisPoints: null },
  courses: [
    { course: 'starter', name: 'Starter', translations: {}, dishes: [dish('soup'), dish('salad', 1_50)] },
    { course: 'main', name: 'Main', translations: {}, dishes: [dish('pie'), dish('fish', 4_00), dish('steak', 9_00)] },
  ],
  servings: [{ point: 'room', name: 'The room', translations: {}, placesLeft: 30, closesBefore: 60, servedBefore: 90 }],
}
const startsAt = '2031-03-01T19:30:00.000Z'
const offer: FoodOffer = {
  performance: { instance: 'tonight', event: 'play', title: 'Play', startsAt, timeZone: 'Europe/London' },
  menus: [menu],
}

/** A party with dishes of each course for exactly its guests. */
const party: fc.Arbitrary<FoodOrder> = fc
  .record({ guests: fc.integer({ min: 1, max: mostGuests }), picks: fc.infiniteStream(fc.nat()) })
  .map(({ guests, picks }) => {
    const counts = new Map<string, number>()
    for (const { course, dishes } of menu.courses)
      for (let guest = 0; guest < guests; guest++) {
        const { product } = dishes[picks.next().value! % dishes.length]!
        counts.set(`${course}/${product}`, (counts.get(`${course}/${product}`) ?? 0) + 1)
      }
    const choices = [...counts].map(([key, count]) => ({ course: key.split('/')[0]!, product: key.split('/')[1]!, count }))
    return { instance: 'tonight', menu: 'dinner', guests, point: 'room', choices, note: '' }
  })

describe('an order with one dish of each course for each guest', () => {
  it('is offered at the price of the menu for each guest and the supplements', () => {
    fc.assert(
      fc.property(party, (order) => {
        const offered = offerFood(offer, order)
        if (!offered.ok) throw new Error(offered.error.code)
        const { amount, quantity, detail, product } = offered.value
        const supplements = detail.courses
          .flatMap(({ dishes }) => dishes)
          .reduce((sum, { count, supplement }) => sum + count * supplement, 0)
        expect([product, quantity, amount]).toEqual(['dinner@tonight', order.guests, 25_00 * order.guests! + supplements])
        for (const { course } of menu.courses) expect(chosenOf(order.choices, course)).toBe(order.guests)
      }),
    )
  })

  it('can be made again from its stored detail', () => {
    fc.assert(
      fc.property(party, (order) => {
        const offered = offerFood(offer, order)
        if (!offered.ok) throw new Error(offered.error.code)
        const { name: _, ...detail } = offered.value.detail
        const again = foodOrderOf(foodDetailSchema.parse(detail), offered.value.quantity)
        expect(offerFood(offer, again)).toEqual(offered)
      }),
    )
  })

  it('is rejected with the count of the course, once a dish is missing or extra', () => {
    fc.assert(
      fc.property(party, fc.constantFrom(-1, 1), fc.nat(), ({ choices, ...order }, change, nth) => {
        const changed = choices.map((choice, index) =>
          index === nth % choices.length ? { ...choice, count: choice.count + change } : choice,
        )
        const fault = findFoodFault(menu, { ...order, choices: changed.filter(({ count }) => count > 0) })
        expect(fault).toMatchObject({
          code: change < 0 ? 'food-too-few' : 'food-too-many',
          params: { chosen: order.guests! + change, guests: order.guests },
        })
      }),
    )
  })
})

it('names a course of a fault in the language of the visitor, else in that of the theatre', () => {
  const translated = { ...menu, courses: menu.courses.map((course) => ({ ...course, translations: { sv: { name: 'Rätt' } } })) }
  const party = { guests: 1, point: 'room', choices: [] }
  expect(findFoodFault(translated, party, 'sv')).toMatchObject({ params: { course: 'Rätt' } })
  expect(findFoodFault(translated, party, 'de')).toMatchObject({ params: { course: menu.courses[0]!.name } })
})

it('keeps the translated names of menu, collection point, courses and dishes', () => {
  const [soup] = menu.courses[0]!.dishes
  const translated: MenuOnSale = {
    ...{ ...menu, translations: { sv: { name: 'Middag', summary: '' } } },
    courses: [
      {
        ...{ course: 'starter', name: 'Starter', translations: { sv: { name: 'Förrätt' } } },
        dishes: [{ ...soup!, translations: { sv: { name: 'Soppa', summary: '' } } }],
      },
    ],
    servings: [{ ...menu.servings[0]!, translations: { sv: { name: 'Rummet' } } }],
  }
  const choices = [{ course: 'starter', product: 'soup', count: 1 }]
  const order: FoodOrder = { instance: 'tonight', menu: 'dinner', guests: 1, point: 'room', choices, note: '' }
  expect(offerFood({ ...offer, menus: [translated] }, order)).toMatchObject({
    value: {
      detail: {
        names: { sv: 'Middag' },
        pointNames: { sv: 'Rummet' },
        courses: [{ name: 'Starter', names: { sv: 'Förrätt' }, dishes: [{ names: { sv: 'Soppa' } }] }],
      },
    },
  })
})

describe('faults of an order', () => {
  const choices = [
    { course: 'starter', product: 'soup', count: 2 },
    { course: 'main', product: 'pie', count: 2 },
  ]
  const order: FoodOrder = { instance: 'tonight', menu: 'dinner', guests: 2, point: 'room', choices, note: '' }
  it.each([
    ['no number of guests', { guests: null }, 'food-guests-required'],
    ['no guests', { guests: 0 }, 'food-guests-required'],
    ['more than the most guests', { guests: 21 }, 'food-guests-limit'],
    ['no collection point', { point: null }, 'food-point-required'],
    ['a collection point without this menu', { point: 'bar' }, 'food-not-found'],
    ['another menu', { menu: 'lunch' }, 'food-not-found'],
    ['another performance', { instance: 'tomorrow' }, 'food-not-found'],
    ['a dish of another course', { choices: [{ course: 'main', product: 'soup', count: 2 }] }, 'invalid-input'],
    ['a dish twice', { choices: [...choices, choices[0]!] }, 'invalid-input'],
  ] as readonly (readonly [string, Partial<FoodOrder>, string])[])('rejects %s', (_what, change, code) => {
    expect(offerFood(offer, { ...order, ...change })).toMatchObject({ error: { code } })
  })

  it('rejects every order where nothing is offered', () => {
    expect(offerFood(undefined, order)).toMatchObject({ error: { code: 'food-not-found' } })
    const free = { ...offer, menus: offer.menus.map((menu) => ({ ...menu, price: money(0) })) }
    expect(offerFood(free, order), 'a menu without a price').toMatchObject({ error: { code: 'food-not-found' } })
  })

  it('prices only what the menu has', () => {
    expect(foodPrice(menu, 1, [{ course: 'main', product: 'cake', count: 1 }])).toBe(25_00)
  })
})

describe('times of a serving', () => {
  it('end orders the given minutes before the start, to the millisecond', () => {
    const deadline = foodDeadline(startsAt, menu.servings[0]!)
    expect(new Date(deadline).toISOString()).toBe('2031-03-01T18:30:00.000Z')
    expect([isFoodOpen(startsAt, menu.servings[0]!, deadline - 1), isFoodOpen(startsAt, menu.servings[0]!, deadline)]).toEqual([
      true,
      false,
    ])
  })

  it('serve before the start, or in the interval', () => {
    expect(new Date(servedAt(startsAt, menu.servings[0]!)!).toISOString()).toBe('2031-03-01T18:00:00.000Z')
    expect(servedAt(startsAt, { servedBefore: null })).toBeUndefined()
  })
})

it('limits the guests of one network to the largest order or a tenth of the room, and those of a wide network to a multiple', () => {
  expect([0, 48, 200, 999].map(mostGuestsByNetwork)).toEqual([20, 20, 20, 99])
  const wide = (prefix: string, isVerified: boolean) => mostGuestsByWideNetwork(48, { prefix, isVerified })
  expect([wide('192.0.2.', false), wide('2001:db8:5:', false), wide('2001:db8:5:', true)]).toEqual([80, 80, 320])
  expect(wide('192.0.2.', true)).toBe(Infinity)
})
