import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import type { Order } from '#contract'
import type { MockHandlers, Contract } from './mock-handler.ts'
import type { MockShop, MockVisit } from './mock-shop.ts'

/** Mock handlers of paid tickets and share links. A mock shop has no phone wallets. */
export function ticketHandlers(shop: MockShop): MockHandlers<Contract['tickets']> {
  const ordersOf = (visit: MockVisit): Order[] =>
    [...shop.payments.values()].flatMap(({ order, customer }) => (order && customer === visit.customer?.id ? [order] : []))
  const find = (visit: MockVisit, number: string): Result<Order, Problem<'login-required' | 'order-not-found'>> => {
    if (!visit.customer) return fail(problem('login-required'))
    const order = ordersOf(visit).find((each) => each.number === number)
    return order ? ok(order) : fail(problem('order-not-found'))
  }
  const tokenOf = (ticket: string): string | undefined => [...shop.sharedTickets].find(([, link]) => link.ticket === ticket)?.[0]
  const linksOf = ({ tickets }: Order) =>
    ok({
      links: tickets.flatMap(({ id }) => {
        const token = tokenOf(id)
        return token
          ? [
              {
                ticket: id,
                url: `https://shop.example/shared-tickets#${token}`,
                sharedAt: new Date(shop.sharedTickets.get(token)!.at).toISOString(),
              },
            ]
          : []
      }),
    })
  /** Applies a change to tickets that all belong to one order of the visitor; else `order-not-found`. */
  const change = (visit: MockVisit, number: string, tickets: readonly string[], work: (ticket: string) => void) => {
    const order = find(visit, number)
    if (!order.ok) return order
    if (!tickets.every((id) => order.value.tickets.some((ticket) => ticket.id === id))) return fail(problem('order-not-found'))
    for (const id of new Set(tickets)) work(id)
    return linksOf(order.value)
  }
  const passOf = (visit: MockVisit, { number, pass }: { readonly number: string; readonly pass: string }) => {
    const order = find(visit, number)
    if (!order.ok) return order
    return fail(problem(order.value.tickets.some(({ id }) => id === pass) ? 'page-not-found' : 'order-not-found'))
  }
  return {
    held: ({ visit }) =>
      visit.customer
        ? ok({
            customer: visit.customer.id,
            tickets: ordersOf(visit)
              .flatMap(({ number, tickets }) => tickets.map(({ price: _, voucher: __, ...ticket }) => ({ ...ticket, order: number })))
              .toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt)),
          })
        : fail(problem('login-required')),
    wallet: ({ visit, params }) => passOf(visit, params),
    applePass: ({ visit, params }) => passOf(visit, params),
    links: ({ visit, params }) => {
      const order = find(visit, params.number)
      return order.ok ? linksOf(order.value) : order
    },
    share: ({ visit, params, body }) =>
      change(visit, params.number, body.tickets, (ticket) => {
        if (!tokenOf(ticket)) shop.sharedTickets.set(crypto.randomUUID(), { ticket, at: shop.now() })
      }),
    unshare: ({ visit, params, body }) =>
      change(visit, params.number, body.tickets, (ticket) => {
        const token = tokenOf(ticket)
        if (token) shop.sharedTickets.delete(token)
      }),
    shared: ({ body }) => {
      const link = shop.sharedTickets.get(body.token)
      for (const { order, customer } of link ? shop.payments.values() : []) {
        const ticket = order?.tickets.find(({ id }) => id === link?.ticket)
        if (!ticket) continue
        const { price: _, voucher: __, ...sharedTicket } = ticket
        const owner = [...shop.accounts.values()].find((account) => account.customer.id === customer)
        return ok({ ticket: sharedTicket, sharedBy: owner?.customer.firstName ?? '' })
      }
      return fail(problem('shared-ticket-link-broken'))
    },
  }
}
