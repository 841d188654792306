import type { Band } from '../pricing/band.ts'
import type { FlexDefinition } from './flex-subscription.ts'

/** What the vouchers of a subscription pay for. */
export type VoucherRules = Pick<FlexDefinition, 'productions' | 'performances' | 'bands' | 'priceTypes' | 'perPerformance'>

/** A subscription of a customer that has not ended. */
export type HeldSubscription = {
  readonly id: string
  readonly rules: VoucherRules
  /** Vouchers that are neither spent nor reserved by another payment. */
  readonly left: number
  /** Its last day, an ISO date. */
  readonly expiresOn: string
  /** The performances of the vouchers that are spent or reserved: one id for each voucher. */
  readonly uses: readonly string[]
}

/** A ticket of a basket at its usual price in minor units. */
export type VoucherTicket = {
  readonly id: string
  readonly performance: string
  readonly production: string
  readonly band: Band
  readonly priceType: string
  readonly price: number
}

const includes = <Value>(list: readonly Value[], value: Value): boolean => list.length === 0 || list.includes(value)

/** Whether a voucher may pay for a ticket, but for the limits of a performance. Vouchers are not used for free tickets. */
export const isVoucherFor = (
  { productions, performances, bands, priceTypes }: VoucherRules,
  { production, performance, band, priceType, price }: VoucherTicket,
): boolean =>
  price > 0 &&
  includes(productions, production) &&
  includes(performances, performance) &&
  includes(bands, band) &&
  includes(priceTypes, priceType)

/**
 * Chooses the tickets that vouchers pay for. The most expensive ticket comes first, of equal ones the first of the basket. Each
 * takes a voucher of the subscription that ends first, and may be used for it.
 * @returns id of the subscription by id of the ticket
 */
export function allocateVouchers(
  subscriptions: readonly HeldSubscription[],
  tickets: readonly VoucherTicket[],
): ReadonlyMap<string, string> {
  const order = subscriptions.toSorted((a, b) => compare(a.expiresOn, b.expiresOn) || compare(a.id, b.id))
  const left = new Map(order.map(({ id, left: vouchers }) => [id, vouchers]))
  const uses = new Map(order.map(({ id, uses: performances }) => [id, [...performances]]))
  const chosen = new Map<string, string>()
  for (const ticket of tickets.toSorted((a, b) => b.price - a.price)) {
    const subscription = order.find(
      ({ id, rules }) =>
        left.get(id)! > 0 &&
        isVoucherFor(rules, ticket) &&
        (rules.perPerformance === null ||
          uses.get(id)!.filter((performance) => performance === ticket.performance).length < rules.perPerformance),
    )
    if (!subscription) continue
    left.set(subscription.id, left.get(subscription.id)! - 1)
    uses.get(subscription.id)!.push(ticket.performance)
    chosen.set(ticket.id, subscription.id)
  }
  return chosen
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
