import type { contract } from '@playhouse/api-client/contract'
import { problem } from '@playhouse/domain/problem'
import { fail, ok } from '@playhouse/domain/result'
import { resetBasket } from '#modules/basket'
import {
  cancelPayment,
  checkPayment,
  findProvider,
  type ProviderCallback,
  startPayment,
  applyCallback,
  validatePage,
} from '#modules/payment'
import type { Handlers } from '../call.ts'
import type { AppContext } from '../app-context.ts'

export function checkoutHandlers(context: AppContext): Handlers<typeof contract.checkout> {
  return {
    validate: async ({ params, visitor }) =>
      visitor.basketId ? validatePage(context, visitor.customer!.id, visitor.basketId, params.page) : fail(problem('basket-empty')),
    start: async ({ body, visitor }) => {
      if (!visitor.basketId) return fail(problem('basket-empty'))
      const rejection = await context.throttle('pay', visitor.customer!.id)
      if (rejection) return fail(rejection)
      const { customer, basketId, locale, actor } = visitor
      const paymentStart = await startPayment(context, customer!, basketId, body.version, locale, actor, body.quote)
      if (paymentStart.ok) await visitor.keepPayment(paymentStart.value.payment)
      else if (paymentStart.error.code === 'basket-error') {
        const next = await resetBasket(context, basketId, actor)
        if (next.ok) await visitor.useBasket(next.value)
      }
      return paymentStart
    },
    status: async ({ params, visitor }) => {
      const { id } = visitor.customer!
      // Above the rate limit the stored state is returned, without a request to the provider.
      const isAsking = (await context.throttle.local('payment', id)) === undefined
      return checkPayment(context, id, params.payment, visitor.actor, { isAsking, isStartedHere: visitor.payment === params.payment })
    },
    cancel: ({ params, visitor }) => cancelPayment(context, visitor.customer!.id, params.payment, visitor.actor),
    callback: async ({ params, request }) => {
      const source = findProvider(context, params.provider)
      const callback = source && request.rawBody ? source.verifyCallback(request.rawBody, request.headers) : undefined
      if (!source || !callback) {
        request.log.warn({ provider: params.provider }, 'payment callback refused: signature')
        return fail(problem('not-allowed'))
      }
      if (callback === 'nothing-new') return ok({ received: true as const })
      const owner = await applyCallback(context, callback, { name: `provider ${params.provider}`, requestId: request.id }, source)
      const pageContext = {
        event: callback.eventId,
        about: subjectOf(callback),
      }
      if (owner === 'unmatched') request.log.error(pageContext, 'money arrived for an unknown payment attempt')
      if (owner === 'foreign') request.log.info(pageContext, 'payment callback of another shop')
      return ok({ received: true as const })
    },
  }
}

/** The provider's id of what a callback is about. */
function subjectOf(callback: ProviderCallback): string {
  if ('mandate' in callback) return callback.mandate
  if ('sessionId' in callback) return callback.sessionId
  return 'paymentId' in callback ? callback.paymentId : callback.refundId
}
