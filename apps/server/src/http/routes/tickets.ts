import type { contract } from '@playhouse/api-client/contract'
import { problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { listHeldTickets, readOrder, toTicketedOrder } from '#modules/order'
import { findSharedTicket, listLinks, shareTickets, revokeLinks } from '#modules/share'
import { type PassTicket, passOf } from '#modules/wallet'
import type { Handlers, Visitor } from '../call.ts'
import type { AppContext } from '../app-context.ts'

export function ticketsHandlers(context: AppContext): Handlers<typeof contract.tickets> {
  const { brand, origin, throttle, wallets } = context
  /** The content of a wallet pass for one of the visitor's tickets; undefined if the order is not theirs. */
  const passFor = async (visitor: Visitor, number: string, ticket: string): Promise<PassTicket | undefined> => {
    const found = await readOrder(context, visitor.customer!.id, number)
    return found && passOf({ brand, locale: visitor.locale, order: toTicketedOrder(brand, found, visitor.locale), ticket })
  }
  const chosenBy = (visitor: Visitor, number: string, tickets: readonly string[]) => ({ customer: visitor.customer!.id, number, tickets })
  return {
    held: async ({ visitor }) => ok({ customer: visitor.customer!.id, tickets: await listHeldTickets(context, visitor.customer!.id) }),
    links: async ({ params, visitor }) => withUrls(origin, await listLinks(context, visitor.customer!.id, params.number)),
    share: async ({ params, body, visitor }) =>
      withUrls(origin, await shareTickets(context, chosenBy(visitor, params.number, body.tickets), visitor.actor)),
    unshare: async ({ params, body, visitor }) =>
      withUrls(origin, await revokeLinks(context, chosenBy(visitor, params.number, body.tickets), visitor.actor)),
    shared: async ({ body }) => {
      const shared = await findSharedTicket(context, body.token)
      return shared ? ok(shared) : fail(problem('shared-ticket-link-broken'))
    },
    wallet: async ({ params, query, visitor }) => {
      const pass = await passFor(visitor, params.number, params.pass)
      if (!pass) return fail(problem('order-not-found'))
      if (!wallets?.offeredWallets.includes(query.wallet)) return fail(problem('page-not-found'))
      const file = `${context.apiOrigin ?? origin}/api/me/orders/${params.number}/wallet/${params.pass}/ticket.pkpass`
      return ok({ url: query.wallet === 'apple' ? file : (await wallets.googleLink(pass))! })
    },
    applePass: async ({ params, visitor, reply }) => {
      const refused = await throttle.local('paper', visitor.customer!.id)
      if (refused) return fail(refused)
      const pass = await passFor(visitor, params.number, params.pass)
      if (!pass) return fail(problem('order-not-found'))
      const file = await wallets?.applePass(pass)
      if (!file) return fail(problem('page-not-found'))
      void reply.header('content-disposition', `attachment; filename="ticket-${pass.qr.slice(-4)}.pkpass"`)
      return ok(file)
    },
  }
}

type Links = Awaited<ReturnType<typeof listLinks>>
/** The token is behind the `#`, which browsers send to no server; the page sends it in the body of its call. */
const withUrls = (
  origin: string,
  found: Links,
): Result<{ links: { ticket: string; url: string; sharedAt: string }[] }, ReturnType<typeof problem<'order-not-found'>>> =>
  found.ok
    ? ok({
        links: found.value.map(({ ticket, token, sharedAt }) => ({
          ticket,
          url: `${origin}/shared-tickets#${token}`,
          sharedAt: sharedAt.toISOString(),
        })),
      })
    : found
