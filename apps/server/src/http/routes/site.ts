import type { FastifyRequest } from 'fastify'
import type { contract, Customer, Session, Site } from '@playhouse/api-client/contract'
import { problem } from '@playhouse/domain/problem'
import { fail, ok } from '@playhouse/domain/result'
import { currentPreview } from '#modules/shop-preview'
import { type loadBasketContent, readBasketSummary } from '#modules/basket'
import { currentBrand } from '#modules/planning'
import type { CustomerRow } from '#modules/session'
import type { Call, Handlers, Visitor } from '../call.ts'
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
    session: sessionHandler(context),
  }
}

/** Reads the session of a call. @param contentOf loads the basket of the call's visitor, which the caller may share with other reads */
export const sessionHandler =
  (
    context: AppContext,
    contentOf?: (call: Call<typeof contract.site.session>) => ReturnType<typeof loadBasketContent>,
  ): Handlers<typeof contract.site>['session'] =>
  async (call) => {
    const { visitor, request, reply } = call
    if (visitor.session === undefined) request.server.firstVisits.issue(request, reply)
    return ok(await readSession(context, visitor, contentOf?.(call)))
  }

/** The brand, and whether the shop is closed to this visitor. */
export async function readSite({ brand, wallets }: AppContext, request: FastifyRequest, session: string | undefined): Promise<Site> {
  const preview = currentPreview()
  const until = await request.server.maintenanceGate.closedUntil(request, session)
  return {
    brand: currentBrand(brand),
    underMaintenance: until !== undefined,
    ...(until && { backAt: until.toISOString() }),
    ...(preview && { preview: { at: new Date(preview.at).toISOString(), person: preview.person, event: preview.event } }),
    ...(wallets?.offeredWallets.length && { wallets: wallets.offeredWallets }),
  }
}

/** Reads the session of a visitor. @param content of the visitor's basket, if the caller has loaded it */
export async function readSession(context: AppContext, visitor: Visitor, content?: ReturnType<typeof loadBasketContent>): Promise<Session> {
  const [basket, now] = await Promise.all([readBasketSummary(context, visitor.basketId, content), context.catalogue.now()])
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
