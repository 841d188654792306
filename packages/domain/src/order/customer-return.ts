import type { Brand } from '../brand/brand.ts'
import { type CounterPaymentMethod, tenderRules } from '../payment/counter-tender.ts'
import type { ItemKind } from '../pricing/item-kind.ts'
import { type Money, money } from '../money/money.ts'
import type { ReturnDestination } from '../staff.ts'

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs

type CustomerReturnRule = {
  /** `credit`: new account credit. `origin`: the means of payment. What gift vouchers and credit paid for returns to them in both cases. */
  readonly to: ReturnDestination
  /** `performance`: until the brand's hours before it. `days`: within the brand's days after the purchase. `ticket`: with the last ticket of the order. `order-deadline`: until orders of its food, or bookings of its table, end. */
  readonly until: 'performance' | 'days' | 'ticket' | 'order-deadline'
}

/** How customers return each part of an order themselves. The brand decides which parts and until when; staff return the others. */
export const customerReturnRules = {
  ticket: { to: 'credit', until: 'performance' },
  donation: { to: 'origin', until: 'days' },
  membership: { to: 'origin', until: 'days' },
  'gift-membership': { to: 'origin', until: 'days' },
  'refund-protection': { to: 'credit', until: 'ticket' },
  'gift-voucher': { to: 'origin', until: 'days' },
  'voucher-top-up': { to: 'origin', until: 'days' },
  product: { to: 'origin', until: 'days' },
  food: { to: 'origin', until: 'order-deadline' },
  table: { to: 'origin', until: 'order-deadline' },
  'flex-subscription': { to: 'origin', until: 'days' },
} as const satisfies Record<'ticket' | ItemKind, CustomerReturnRule>

/**
 * Whether an order is cancelled as a whole, for account credit: only with parts that become credit. Donations, memberships and gift vouchers
 * are returned one by one, to the means of payment.
 */
const isCancellable = (kinds: readonly ('ticket' | ItemKind)[]): boolean => kinds.every((kind) => customerReturnRules[kind].to === 'credit')

/** An order that its customer wants to cancel: what is left of it, and the start of its first performance in epoch milliseconds. */
export type OrderToCancel = {
  /** Account credit needs an account. */
  readonly isGuest: boolean
  /** Undefined without tickets. */
  readonly firstStartsAt: number | undefined
  readonly items: readonly ItemKind[]
}

/** Whether its customer can cancel a confirmed order now, in epoch milliseconds: until the brand's hours before the first performance. */
export const canCancelOrder = (
  { features, limits }: Pick<Brand, 'features' | 'limits'>,
  { isGuest, firstStartsAt, items }: OrderToCancel,
  now: number,
): boolean =>
  features.cancelOrders &&
  !isGuest &&
  firstStartsAt !== undefined &&
  now < firstStartsAt - limits.cancelHoursBefore * hourMs &&
  isCancellable(items)

type Rules = typeof customerReturnRules
/** Kinds of item for which a brand sets the days after the purchase in which customers return them. */
export type ReturnDaysKind = { [Kind in keyof Rules]: Rules[Kind]['until'] extends 'days' ? Kind : never }[keyof Rules]
/** Kinds of item that are returned until orders of them end. */
type OrderDeadlineKind = { [Kind in keyof Rules]: Rules[Kind]['until'] extends 'order-deadline' ? Kind : never }[keyof Rules]
export const hasOrderDeadline = (kind: keyof Rules): kind is OrderDeadlineKind => customerReturnRules[kind].until === 'order-deadline'
const hasReturnDays = (kind: keyof Rules): kind is ReturnDaysKind => customerReturnRules[kind].until === 'days'
export const returnDaysKinds = (Object.keys(customerReturnRules) as (keyof Rules)[]).filter(hasReturnDays)

/**
 * Why a customer cannot return a part of an order. `not-offered`: the brand leaves it to staff. `too-late`: its deadline has passed.
 * `used`: spent, upgraded or made use of. `cash`: it was paid in cash, which only staff return. `box-office`: by another method of the counter.
 */
export const returnRefusals = ['not-offered', 'too-late', 'used', 'cash', 'box-office', 'with-tickets'] as const
export type ReturnRefusal = (typeof returnRefusals)[number]

/** A part of a sold order. Instants in epoch milliseconds. */
export type SoldPart =
  | { readonly kind: 'ticket'; readonly startsAt: number }
  /** `isUsed`: a voucher or a top-up that was spent, a gift membership that was claimed, or a membership that was upgraded, renewed or made use of. */
  | { readonly kind: Exclude<ItemKind, OrderDeadlineKind>; readonly isUsed: boolean }
  /** `closesAt`: when orders of it end. */
  | { readonly kind: OrderDeadlineKind; readonly isUsed: boolean; readonly closesAt: number }
type Sale = { readonly placedAt: number; readonly method: CounterPaymentMethod }
type ReturningBrand = Pick<Brand, 'features' | 'limits' | 'returnDays'>

/** The deadline of a return in epoch milliseconds; undefined for a part that the customer does not return by itself. */
export function returnDeadline({ features, limits, returnDays }: ReturningBrand, part: SoldPart, { placedAt }: Sale): number | undefined {
  if (part.kind === 'ticket') return features.cancelOrders ? part.startsAt - limits.cancelHoursBefore * hourMs : undefined
  if ('closesAt' in part) return part.closesAt
  const days = hasReturnDays(part.kind) ? returnDays?.[part.kind] : undefined
  return days === undefined ? undefined : placedAt + days * dayMs
}

/** Finds the reason why a customer cannot return a part now; undefined where they can. `now` in epoch milliseconds. */
export function findReturnRefusal(brand: ReturningBrand, part: SoldPart, sale: Sale, now: number): ReturnRefusal | undefined {
  const { to, until } = customerReturnRules[part.kind]
  if (until === 'ticket') return 'with-tickets'
  const deadline = returnDeadline(brand, part, sale)
  if (deadline === undefined) return 'not-offered'
  if (part.kind !== 'ticket' && part.isUsed) return 'used'
  if (deadline <= now) return 'too-late'
  if (to === 'credit') return tenderRules[sale.method].isCreditable ? undefined : 'box-office'
  return sale.method === 'card' ? undefined : sale.method === 'cash' ? 'cash' : 'box-office'
}

/** The money of an order in minor units: what was paid by card or in cash, what of it was refunded, and what was given as credit. */
export type OrderMoney = { readonly taken: number; readonly refunded: number; readonly credited: number }
/** The destinations of a returned amount, in minor units: card or cash, new credit, and the vouchers and credit that paid for it. */
export type ReturnSplit = { readonly origin: Money; readonly credit: Money; readonly purses: Money }

/**
 * Splits a returned amount by destination. Only what was paid by card or in cash becomes new credit: new credit would extend the
 * last day of vouchers and credit.
 */
export function splitReturn(amount: number, to: ReturnDestination, { taken, refunded, credited }: OrderMoney): ReturnSplit {
  const most = to === 'credit' ? taken - refunded - credited : taken - refunded
  const part = Math.max(0, Math.min(amount, most))
  const [origin, credit] = to === 'credit' ? [0, part] : [part, 0]
  return { origin: money(origin), credit: money(credit), purses: money(amount - part) }
}

/** The value of chosen parts of an order by the destination of their rules, in minor units. */
export type ReturnValue = { readonly toOrigin: number; readonly toCredit: number }

/** Splits the value of a customer's return: first what goes to its origin, then the rest, which becomes credit. */
export function splitCustomerReturn({ toOrigin, toCredit }: ReturnValue, order: OrderMoney): ReturnSplit {
  const first = splitReturn(toOrigin, 'origin', order)
  const second = splitReturn(toCredit, 'credit', { ...order, refunded: order.refunded + first.origin })
  return { origin: first.origin, credit: second.credit, purses: money(first.purses + second.purses) }
}

type ReturnablePart = { readonly id: string; readonly kind: 'ticket' | ItemKind; readonly value: number }
/** The parts of an order that are not returned, and what remains of its value with delivery; minor units. */
export type ReturnableOrder = { readonly parts: readonly ReturnablePart[]; readonly remaining: number }

/** The parts that a return of chosen ones includes: the last tickets take along what is returned with them. */
export function withDependentParts({ parts }: ReturnableOrder, chosen: ReadonlySet<string>): ReturnablePart[] {
  const tickets = parts.filter(({ kind }) => kind === 'ticket')
  const isLast = tickets.length > 0 && tickets.every(({ id }) => chosen.has(id))
  return parts.filter(({ id, kind }) => chosen.has(id) || (isLast && customerReturnRules[kind].until === 'ticket'))
}

/**
 * Whether chosen parts can be returned without the others: a membership that was bought with tickets is returned with them, because
 * it may have opened their seats or prices.
 */
export function isCompleteChoice({ parts }: ReturnableOrder, chosen: ReadonlySet<string>): boolean {
  const hasMembership = parts.some(({ id, kind }) => kind === 'membership' && chosen.has(id))
  return !hasMembership || parts.every(({ id, kind }) => kind !== 'ticket' || chosen.has(id))
}

/** The value of chosen parts. With everything that remains, delivery is returned too. */
export function valueOfReturn(order: ReturnableOrder, chosen: ReadonlySet<string>): ReturnValue {
  const included = withDependentParts(order, chosen)
  const sum = (to: ReturnDestination): number =>
    included.filter(({ kind }) => customerReturnRules[kind].to === to).reduce((all, { value }) => all + value, 0)
  const total = included.length === order.parts.length ? order.remaining : Math.min(order.remaining, sum('origin') + sum('credit'))
  const hasCredit = included.some(({ kind }) => customerReturnRules[kind].to === 'credit')
  const toOrigin = hasCredit ? Math.min(total, sum('origin')) : total
  return { toOrigin, toCredit: total - toOrigin }
}
