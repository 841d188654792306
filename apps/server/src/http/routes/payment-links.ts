import type { FastifyRequest } from 'fastify'
import type { contract } from '@playhouse/api-client/contract'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { findBasket, isBasketEmpty } from '#modules/basket'
import { auditServing } from '#modules/counter'
import {
  cancelPaymentLink,
  createPaymentLink,
  linkTokenHash,
  listPaymentLinks,
  payByLink,
  readPaymentLink,
  resendPaymentLink,
  takeBackPaymentLink,
} from '#modules/payment-link'
import type { AppContext } from '../app-context.ts'
import type { Handlers } from '../call.ts'
import { type CounterSession, counterSessionOf } from '../visitor/counter-session.ts'
import { networkOf } from '../visitor/network.ts'

export function paymentLinkHandlers(context: AppContext): Handlers<typeof contract.paymentLinks> {
  const { throttle } = context
  return {
    read: async ({ body, visitor, request }) => {
      const network = networkOf(request.ip)
      const rejection = await throttle('payment-link', network)
      if (rejection) return fail(rejection)
      // Above the rate limit the stored state is returned, without a request to the provider.
      const isAsking = (await throttle.local('payment', network)) === undefined
      const view = await readPaymentLink(context, body.token, visitor.actor, isAsking)
      return view ? ok(view) : fail(problem('page-not-found'))
    },
    pay: async ({ body, visitor, request }) => {
      const rejection =
        (await throttle('payment-link', networkOf(request.ip))) ??
        (await request.server.maintenanceGate.requireOpen(request, visitor.session)) ??
        (await throttle('pay', linkTokenHash(body.token)))
      return rejection ? fail(rejection) : payByLink(context, body.token, body.quote, visitor)
    },
  }
}

export function staffPaymentLinkHandlers(context: AppContext): Handlers<typeof contract.staffPaymentLinks> {
  /** Runs what a staff user may do with payment links. */
  const asStaff = async <Value>(
    request: FastifyRequest,
    work: (counter: CounterSession) => Promise<Result<Value, Problem>>,
  ): Promise<Result<Value, Problem>> => {
    return work(await counterSessionOf(context, request))
  }
  const list = async () => ok({ links: await listPaymentLinks(context) })
  return {
    list: ({ request }) => asStaff(request, list),
    create: ({ body, request }) =>
      asStaff(request, async (counter) => {
        if (counter.basketId === undefined) return fail(problem('basket-empty'))
        const created = await createPaymentLink(context, counter.basketId, { ...body, staff: counter.staffSession.staff.id }, counter.actor)
        if (!created.ok) return created
        const { until, email } = created.value
        await counter.setBasket(null)
        return ok({ until: until.toISOString(), email, desk: await counter.read() })
      }),
    resend: ({ params, request }) =>
      asStaff(request, async (counter) => {
        const rejection = await context.throttle('payment-link-mail', params.link)
        if (rejection) return fail(rejection)
        const sent = await resendPaymentLink(context, params.link, counter.actor)
        return sent.ok ? list() : sent
      }),
    cancel: ({ params, request }) =>
      asStaff(request, async (counter) => {
        const cancelled = await cancelPaymentLink(context, params.link, counter.actor)
        return cancelled.ok ? list() : cancelled
      }),
    takeBack: ({ params, request }) =>
      asStaff(request, async (counter) => {
        if (await holdsItems(context, counter.basketId)) return fail(problem('basket-not-empty'))
        const taken = await takeBackPaymentLink(context, params.link, counter.actor)
        if (!taken.ok) return taken
        await counter.setCustomer(taken.value.customer)
        await auditServing(context, taken.value.customer, counter.actor)
        await counter.setBasket(taken.value.basket)
        return ok(await counter.read())
      }),
  }
}

/** Whether a basket is open and holds anything. */
async function holdsItems({ db }: AppContext, id: string | undefined): Promise<boolean> {
  const basket = id === undefined ? undefined : await findBasket(db, id)
  if (!basket || basket.lapsedNow || (basket.state !== 'open' && basket.state !== 'paying')) return false
  return !(await isBasketEmpty(db, basket.id))
}
