import type { FastifyRequest } from 'fastify'
import type { contract, Customer, Session, Site } from '@playhouse/api-client/contract'
import { problem } from '@playhouse/domain/problem'
import { fail, ok } from '@playhouse/domain/result'
import { readBasketSummary } from '#modules/basket'
import type { CustomerRow } from '#modules/session'
import type { Handlers, Visitor } from '../call.ts'
import type { AppContext } from '../app-context.ts'
import { networkOf } from '../visitor/network.ts'

export function siteHandlers(context: AppContext): Handlers<typeof contract.site> {
  return {
    site: async ({ visitor, request }) => ok(await readSite(context, request, visitor.session)),
    bypassMaintenance: async ({ body, visitor, request, reply }) => {
      const refused = await context.throttle('bypass', networkOf(request.ip))
      if (refused) return fail(refused)
      const { maintenanceGate } = request.server
      if (!maintenanceGate.isBypassKey(body.key)) return fail(problem('not-allowed'))
      await maintenanceGate.grantBypass(reply, await visitor.ensureSession())
      return ok({ letIn: true as const })
    },
    session: async ({ visitor, request, reply }) => {
      if (visitor.session === undefined) request.server.firstVisits.issue(request, reply)
      return ok(await readSession(context, visitor))
    },
  }
}

/** The brand, and whether the shop is closed to this visitor. */
export async function readSite({ brand, wallets }: AppContext, request: FastifyRequest, session: string | undefined): Promise<Site> {
  const until = await request.server.maintenanceGate.closedUntil(request, session)
  return {
    brand,
    underMaintenance: until !== undefined,
    ...(until && { backAt: until.toISOString() }),
    ...(wallets?.offeredWallets.length && { wallets: wallets.offeredWallets }),
  }
}

export async function readSession(context: AppContext, visitor: Visitor): Promise<Session> {
  const [basket, now] = await Promise.all([readBasketSummary(context, visitor.basketId), context.catalogue.now()])
  return {
    customer: visitor.customer ? customerView(visitor.hasLinkAccess ? { ...visitor.customer, phone: '' } : visitor.customer) : null,
    basket,
    serverTime: new Date(now).toISOString(),
    idleSeconds: context.brand.limits.sessionIdleSeconds,
    ...(visitor.otherBasket && { otherBasket: otherBasketView(visitor.otherBasket) }),
  }
}

const otherBasketView = (other: NonNullable<Visitor['otherBasket']>) =>
  other.became === 'joined' ? other : { ...other, until: other.until.toISOString() }

export function customerView(row: CustomerRow): Customer {
  return {
    id: row.id,
    email: row.email,
    title: row.title,
    firstName: row.first_name,
    lastName: row.last_name,
    phone: row.phone,
    ...(row.is_guest && { isGuest: true as const }),
  }
}
