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
