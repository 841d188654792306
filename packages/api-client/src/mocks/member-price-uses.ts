import { calendarDay } from '@playhouse/domain/calendar'
import { findMemberPriceUses, type MemberTicket, type SoldTerm } from '@playhouse/domain/membership-return'
import { placeName } from '@playhouse/domain/plan'
import type { Order, SoldOrder } from '#contract'
import type { MockAccount, MockShop } from './mock-shop.ts'

type MockTicket = Omit<SoldOrder['memberPrices'][number], 'items'> & MemberTicket

/** The tickets that only memberships of an order opened the price for members of: valid ones, and those that are being paid for. */
export function memberPriceUses(shop: MockShop, { number, items }: Order, customer: string): SoldOrder['memberPrices'] {
  const { timeZone } = shop.brand
  const account = [...shop.accounts.values()].find((each) => each.customer.id === customer)
  if (!account) return []
  const sold = items.flatMap((item): SoldTerm[] => {
    const term = item.kind === 'membership' && !item.isReturned ? soldTerm(account, number, item.detail.membership) : undefined
    return term
      ? [{ item: item.id, term: term.id, restores: account.terms.flatMap((old) => (old.replacedBy === term.id ? [old.id] : [])) }]
      : []
  })
  const membershipsFor = (performance: string, isType: (type: { readonly id: string; readonly name: string }) => boolean) =>
    shop.pricedPerformanceOf(performance)?.list.priceTypes.find((type) => type.kind === 'member' && isType(type))?.memberships ?? []
  const today = calendarDay(new Date(shop.now()).toISOString(), timeZone)
  const tickets = [...shop.payments.values()].flatMap(({ order, state, visit, customer: payer }): MockTicket[] => {
    if (payer !== customer) return []
    if (order)
      return order.tickets.map(({ id, instance, area, row, number: seat, seating, priceTypeName }) => ({
        ...{ id, ticket: id, order: order.number, area, row, number: seat, seating },
        boughtOn: calendarDay(order.placedAt, timeZone),
        memberships: membershipsFor(instance, ({ name }) => name === priceTypeName),
      }))
    if (state !== 'redirected') return []
    return visit.tickets.map(({ id, performance, seat, priceType }) => ({
      ...{ id, ticket: id, order: null, ...placeName(shop.pricedPerformanceOf(performance)!.plan, seat), boughtOn: today },
      memberships: membershipsFor(performance, (type) => type.id === priceType),
    }))
  })
  return findMemberPriceUses(account.terms, sold, tickets).map((use) => {
    const { ticket, order, area, row, number: seat, seating } = tickets.find(({ id }) => id === use.ticket)!
    return { ticket, order, area, row, number: seat, seating, items: [...use.items] }
  })
}

/** The term that an order sold. */
export const soldTerm = ({ terms }: Pick<MockAccount, 'terms'>, order: string, membership: string) =>
  terms.find((term) => term.soldBy === order && term.membership === membership)

/** Ends the term that an order sold. The terms that it replaced or continued are as before. */
export function endSoldTerm(account: MockAccount, order: string, membership: string): void {
  const ended = soldTerm(account, order, membership)
  if (!ended) return
  account.terms = account.terms
    .filter((term) => term !== ended)
    .map(({ replacedBy, ...term }) => ({
      ...term,
      isRenewed: term.isRenewed && term.id !== ended.continues,
      ...(replacedBy === ended.id ? { isCancelled: false } : replacedBy !== undefined && { replacedBy }),
    }))
}
