import type { contract } from '@playhouse/api-client/contract'
import { problem } from '@playhouse/domain/problem'
import { fail, ok } from '@playhouse/domain/result'
import { cancelPayment, checkPayment, startPayment, takeCallback, validatePage } from '#modules/payment'
import type { Handlers } from './call.ts'
import type { House } from './house.ts'

export function checkoutHandlers(house: House): Handlers<typeof contract.checkout> {
  return {
    validate: async ({ params, visitor }) =>
      visitor.basketId ? validatePage(house, visitor.customer!.id, visitor.basketId, params.page) : fail(problem('basket-empty')),
    start: async ({ body, visitor }) => {
      if (!visitor.basketId) return fail(problem('basket-empty'))
      const refused = await house.throttle('pay', visitor.customer!.id)
      if (refused) return fail(refused)
      return startPayment(house, visitor.customer!, visitor.basketId, body.version, visitor.locale, visitor.actor, body.quote)
    },
    status: async ({ params, visitor }) => {
      const { id } = visitor.customer!
      // Who asks on and on is told what we know: the provider is there for others, too.
      const isAsking = (await house.throttle.here('payment', id)) === undefined
      return checkPayment(house, id, params.payment, visitor.actor, { isAsking })
    },
    cancel: ({ params, visitor }) => cancelPayment(house, visitor.customer!.id, params.payment, visitor.actor),
    callback: async ({ params, request }) => {
      const callback =
        params.provider === house.provider.name && request.rawBody
          ? house.provider.verifyCallback(request.rawBody, request.headers)
          : undefined
      if (!callback) {
        request.log.warn({ provider: params.provider }, 'payment callback refused: signature')
        return fail(problem('not-allowed'))
      }
      if (callback === 'nothing-new') return ok({ received: true as const })
      const ours = await takeCallback(house, callback, { name: `provider ${params.provider}`, requestId: request.id })
      if (!ours)
        request.log.warn(
          { event: callback.eventId, about: 'attemptId' in callback ? callback.attemptId : callback.refundId },
          'payment callback for a payment that is not ours',
        )
      return ok({ received: true as const })
    },
  }
}
