import { titleOf } from '@playhouse/domain/production-texts'
import { type FoodDetail, mostGuestsByNetwork, mostGuestsByWideNetwork } from '@playhouse/domain/food-order'
import { foodDeadline, foodKey, type FoodOffer, isFoodOpen, isMenuOffered } from '@playhouse/domain/menu'
import { wideNetworkPrefix } from '@playhouse/domain/limit'
import { kitchenNote } from '@playhouse/domain/kitchen-list'
import { servingsAt } from '@playhouse/domain/menu-record'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok } from '@playhouse/domain/result'
import type { OfferedItem } from '@playhouse/domain/item-offer'
import type { Order } from '#contract'
import type { MockCounter } from './mock-counter.ts'
import type { Contract, MockHandlers } from './mock-handler.ts'
import type { MockShop, MockVisit } from './mock-shop.ts'
import { productionOf } from './read-basket.ts'

/** Mock handlers of food and drink. */
export function foodHandlers(shop: MockShop, { signedIn }: MockCounter): MockHandlers<Contract['food']> {
  return {
    event: ({ params }) => {
      if (!shop.brand.foodAndDrink) return fail(problem('page-not-found'))
      const production = shop.productions.find(({ id }) => id === params.event)
      if (!production) return fail(problem('event-unavailable'))
      const performances = foodOffersOf(shop, production.id).map((offer) => {
        const { instance, startsAt, timeZone } = offer.performance
        return { instance, startsAt, timeZone, isOpen: isOfferOpen(shop, offer) }
      })
      return ok({ event: production.id, ...titleOf(production), performances })
    },
    instance: ({ params, visit }) => {
      if (!shop.brand.foodAndDrink) return fail(problem('page-not-found'))
      const offer = foodOfferOf(shop, params.instance, visit)
      return offer ? ok(offer) : fail(problem('instance-unavailable'))
    },
    kitchen: ({ params, visit }) => {
      const session = signedIn(visit)
      if (!session.ok) return session
      const offer = foodOfferOf(shop, params.instance)
      if (!offer) return fail(problem('instance-unavailable'))
      const placed = placedOrdersOf(shop)
      const rootOf = ({ addsTo }: Order) => placed.find(({ order }) => order.number === addsTo)?.order
      const orders = placed.flatMap(({ order, customer }) =>
        order.items.flatMap((item) => {
          if (item.kind !== 'food' || item.isReturned || item.performance !== params.instance) return []
          const { menu, point, pointName, servedBefore, courses } = item.detail
          const note = kitchenNote([item.detail.note, order.notes.dietary, rootOf(order)?.notes.dietary])
          return [
            {
              number: order.number,
              customer,
              menuName: item.name,
              guests: item.quantity,
              menu,
              point,
              pointName,
              servedBefore,
              courses,
              note,
            },
          ]
        }),
      )
      const ordered = new Set(orders.flatMap(({ courses }) => courses.flatMap(({ dishes }) => dishes.map(({ product }) => product))))
      const dishes = shop.food.menus.flatMap(({ courses }) => courses.flatMap((course) => course.dishes))
      const known = new Map(dishes.map(({ product, allergens, diets }) => [product, { product, allergens, diets }]))
      return ok({ performance: offer.performance, orders, dishes: [...ordered].toSorted().flatMap((product) => known.get(product) ?? []) })
    },
  }
}

/** The orders of the mock shop that are not returned, with the names of their customers. */
export const placedOrdersOf = (shop: MockShop): { order: Order; customer: string }[] =>
  [...shop.payments.values()].flatMap(({ order, customer: id, visit }) => {
    if (!order || order.state === 'returned') return []
    const person = [...shop.accounts.values()].find(({ customer }) => customer.id === id)?.customer ?? visit.customer
    return [{ order, customer: person ? `${person.firstName} ${person.lastName}` : '' }]
  })

/** The menus of the performances of a production that are not over, in order of their start; none where the brand sells none. */
export const foodOffersOf = (shop: MockShop, event: string): FoodOffer[] =>
  shop.brand.foodAndDrink
    ? shop.performances
        .filter((each) => each.production === event && each.startsAtInstant > shop.now())
        .toSorted((a, b) => a.startsAtInstant - b.startsAtInstant)
        .flatMap(({ id }) => foodOfferOf(shop, id) ?? [])
        .filter(({ menus }) => menus.length > 0)
    : []

const isOfferOpen = (shop: MockShop, { performance, menus }: FoodOffer): boolean =>
  menus.some(({ servings }) => servings.some((serving) => isFoodOpen(performance.startsAt, serving, shop.now())))

/** Whether a performance has menus, and whether one of them can be ordered now. */
export function findMenus(shop: MockShop, instance: string): { readonly hasMenus: boolean; readonly isOpen: boolean } {
  const offer = shop.brand.foodAndDrink ? foodOfferOf(shop, instance) : undefined
  return { hasMenus: (offer?.menus ?? []).length > 0, isOpen: offer !== undefined && isOfferOpen(shop, offer) }
}

/** What can be ordered for a performance of the mock shop. @param visit the visit whose guests count as left */
export function foodOfferOf(shop: MockShop, instance: string, visit?: MockVisit): FoodOffer | undefined {
  const performance = shop.performance(instance)
  if (!performance) return undefined
  const { menus, servings, points } = shop.food
  const { id: event, title } = productionOf(shop, instance)
  const ofMenu = (menu: string) => {
    const own = servings.filter((each) => each.menu === menu)
    const served = servingsAt(own, points, performance)
    return points.flatMap(({ point, name, translations }) =>
      served
        .filter((each) => each.point === point)
        .map(({ guests, closesBefore, servedBefore }) => {
          const taken = guestsOf(shop, foodKey({ menu, instance }), point, visit)
          const placesLeft = guests === null ? null : Math.max(0, guests - taken)
          return { point, name, translations, closesBefore, servedBefore, placesLeft }
        }),
    )
  }
  return {
    performance: {
      ...{ instance, event, title, timeZone: performance.timeZone },
      startsAt: new Date(performance.startsAtInstant).toISOString(),
    },
    menus: menus
      .filter((menu) => isMenuOffered(performance, menu))
      .map((menu) => ({ ...menu, servings: ofMenu(menu.menu) }))
      .filter((menu) => menu.servings.length > 0),
  }
}

/** The orders of a menu at a collection point in the baskets of other visits. @param isCounted which visits count */
const heldOf = (
  shop: MockShop,
  { key, point }: { readonly key: string; readonly point: string },
  isCounted: (visit: MockVisit) => boolean,
): MockVisit['items'][number][] =>
  [...shop.visits.values()]
    .filter((each) => isCounted(each) && (each.state === 'paying' || (each.deadline !== null && each.deadline > shop.now())))
    .flatMap(({ items }) => items.filter(({ product, detail }) => product === key && detail && 'point' in detail && detail.point === point))

/** The guests of a menu at a collection point in orders, and in the baskets of other visits. */
function guestsOf(shop: MockShop, key: string, point: string, visit: MockVisit | undefined): number {
  const held = heldOf(shop, { key, point }, (each) => each !== visit)
  const sold = placedOrdersOf(shop)
    .flatMap(({ order }) => order.items)
    .filter(
      (item) =>
        item.kind === 'food' &&
        !item.isReturned &&
        foodKey({ menu: item.detail.menu, instance: item.detail.performance.instance }) === key &&
        item.detail.point === point,
    )
  return [...held, ...sold].reduce((sum, { quantity }) => sum + quantity, 0)
}

/** When orders of food end, in epoch milliseconds. */
export function closingOf(shop: MockShop, { performance, closesBefore }: Pick<FoodDetail, 'performance' | 'closesBefore'>): number {
  const startsAt = shop.performance(performance.instance)?.startsAtInstant
  return foodDeadline(startsAt === undefined ? performance.startsAt : new Date(startsAt).toISOString(), { closesBefore })
}

/** The problem of an order of food after its deadline, or without room for its guests; undefined for other kinds. */
export function findFoodProblem(shop: MockShop, visit: MockVisit, { quantity, detail }: OfferedItem): Problem | undefined {
  if (!detail || !('courses' in detail)) return undefined
  const { name, menu, point, performance } = detail
  if (closingOf(shop, detail) <= shop.now()) return problem('food-closed', { name })
  const serving = foodOfferOf(shop, performance.instance, visit)
    ?.menus.find((each) => each.menu === menu)
    ?.servings.find((each) => each.point === point)
  if (!serving) return problem('food-not-found')
  if (serving.placesLeft === null) return undefined
  if (quantity > serving.placesLeft) return problem('food-sold-out', { name, placesLeft: serving.placesLeft })
  return findGuestsProblem(shop, visit, { quantity, detail })
}

/** The problem of a visit whose network or wide network would hold more guests at a collection point than the limits allow. */
function findGuestsProblem(
  shop: MockShop,
  visit: MockVisit,
  { quantity, detail }: { readonly quantity: number; readonly detail: FoodDetail },
): Problem<'food-network-limit' | 'bot-check-required'> | undefined {
  const { network, isAtCounter } = visit
  const { name, menu, point, performance } = detail
  const total = shop.food.servings.find((each) => each.menu === menu && each.point === point)?.guests ?? null
  if (network === undefined || isAtCounter || total === null) return undefined
  const place = { key: foodKey({ menu, instance: performance.instance }), point }
  const guestsIn = (isCounted: (id: string) => boolean): number =>
    heldOf(shop, place, (each) => each !== visit && each.network !== undefined && isCounted(each.network)).reduce(
      (sum, held) => sum + held.quantity,
      quantity,
    )
  const maximum = mostGuestsByNetwork(total)
  if (guestsIn((id) => id === network) > maximum) return problem('food-network-limit', { name, maximum })
  const prefix = wideNetworkPrefix(network)
  const isVerified = false
  return prefix !== undefined && guestsIn((id) => id.startsWith(prefix)) > mostGuestsByWideNetwork(total, { prefix, isVerified })
    ? problem('bot-check-required')
    : undefined
}
