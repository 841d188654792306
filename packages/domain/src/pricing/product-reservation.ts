import { type Problem, problem } from '../problem.ts'

/** A product of a basket or an order. `isReservation` is absent in details of older versions. */
type ProductItem = {
  readonly quantity: number
  readonly detail: {
    readonly product: string
    readonly name: string
    readonly isReservation?: boolean
    readonly performance?: { readonly instance: string } | null
  }
}

/** Whether an item is a free reservation, such as a captioning unit. */
export const isReservation = <Item extends { readonly detail: object | null }>(item: Item): item is Item & ProductItem =>
  item.detail !== null && 'isReservation' in item.detail && item.detail.isReservation === true

/**
 * Finds the reservations that tickets no longer cover: of each product, at most as many as tickets for its performance stay.
 * @param items in the order of their sale; the last ones are surplus first
 * @param tickets number of valid tickets by performance
 * @returns items that are no longer covered, with the pieces beyond their tickets
 */
export function findSurplusReservations<Item extends { readonly quantity: number; readonly detail: object | null }>(
  items: readonly Item[],
  tickets: ReadonlyMap<string, number>,
): { readonly item: Item; readonly pieces: number }[] {
  const covered = new Map<string, number>()
  return items.filter(isReservation).flatMap((item) => {
    const { detail, quantity } = item
    const instance = detail.performance?.instance ?? ''
    const key = `${detail.product}@${instance}`
    const before = covered.get(key) ?? 0
    const kept = Math.max(0, Math.min(quantity, (tickets.get(instance) ?? 0) - before))
    covered.set(key, before + kept)
    return kept < quantity ? [{ item, pieces: quantity - kept }] : []
  })
}

type Reserved = { readonly name: string; readonly instance: string; readonly quantity: number }

/**
 * Checks that no product is reserved more often than there are tickets for its performance.
 * @param items of the basket, and of the orders that it adds to
 * @param tickets number of valid tickets by performance, in the basket and in the order that it adds to
 */
export function findReservationProblem(
  items: readonly { readonly quantity: number; readonly detail: object | null }[],
  tickets: ReadonlyMap<string, number>,
): Problem<'reservations-exceed-tickets'> | undefined {
  const reserved = new Map<string, Reserved>()
  for (const { quantity, detail } of items.filter(isReservation)) {
    const instance = detail.performance?.instance ?? ''
    const key = `${detail.product}@${instance}`
    reserved.set(key, { name: detail.name, instance, quantity: quantity + (reserved.get(key)?.quantity ?? 0) })
  }
  for (const { name, instance, quantity } of reserved.values()) {
    const count = tickets.get(instance) ?? 0
    if (quantity > count) return problem('reservations-exceed-tickets', { name, tickets: count, requested: quantity })
  }
  return undefined
}
