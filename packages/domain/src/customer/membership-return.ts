import { isHeldOn, type MembershipTerm } from './membership-term.ts'

/** A valid ticket at a price for members. `boughtOn`: an ISO date in the theatre's time zone; `memberships`: those that open its price. */
export type MemberTicket = { readonly id: string; readonly boughtOn: string; readonly memberships: readonly string[] }
/** An item of an order that sold a term. `restores`: the terms that continue if it is returned. */
export type SoldTerm = { readonly item: string; readonly term: string; readonly restores: readonly string[] }
/** A ticket that was bought at a price which only these items of an order had opened. */
export type MemberPriceUse = { readonly ticket: string; readonly items: readonly string[] }

/**
 * Finds the tickets that a customer could not have bought at their price without the memberships of an order.
 * @param terms all terms of the customer
 * @param sold the terms that the order sold
 */
export function findMemberPriceUses(
  terms: readonly MembershipTerm[],
  sold: readonly SoldTerm[],
  tickets: readonly MemberTicket[],
): MemberPriceUse[] {
  const restored = new Set(sold.flatMap(({ restores }) => restores))
  const opens = (term: MembershipTerm, { boughtOn, memberships }: MemberTicket): boolean =>
    memberships.includes(term.membership) && isHeldOn(restored.has(term.id) ? { ...term, isCancelled: false } : term, boughtOn)
  return tickets.flatMap((ticket) => {
    const opening = terms.filter((term) => opens(term, ticket)).map(({ id }) => id)
    const items = sold.filter(({ term }) => opening.includes(term)).map(({ item }) => item)
    return items.length > 0 && items.length === opening.length ? [{ ticket: ticket.id, items }] : []
  })
}

/**
 * The tickets that would stay at a price for members without the membership that opened it. Memberships are not returned before
 * these tickets, unless a staff user leaves them their price.
 * @param returned ids of the tickets and items that are returned
 */
export const findUncoveredTickets = <Use extends MemberPriceUse>(
  uses: readonly Use[],
  returned: { readonly tickets: readonly string[]; readonly items: readonly string[] },
): Use[] => uses.filter(({ ticket, items }) => !returned.tickets.includes(ticket) && items.every((item) => returned.items.includes(item)))
