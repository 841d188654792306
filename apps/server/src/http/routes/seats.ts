import type { contract } from '@playhouse/api-client/contract'
import { fail, ok } from '@playhouse/domain/result'
import { formatBasket } from '#modules/basket'
import { holdBest, holdPerformances } from '#modules/hold'
import { holderOf } from '../visitor/bot-check.ts'
import type { Handlers } from '../call.ts'
import type { AppContext } from '../app-context.ts'
import { networkOf } from '../visitor/network.ts'

export function seatHandlers(context: AppContext): Handlers<typeof contract.seats> {
  return {
    holdPerformances: async ({ body, visitor, request }) => {
      const network = networkOf(request.ip)
      const rejection =
        context.throttle.batched('hold', network) ?? context.throttle.batched('hold-series', network, body.performances.length)
      if (rejection) return fail(rejection)
      const { proof, ...series } = body
      const performances = body.performances.map(({ instance }) => instance)
      const holder = await holderOf(context, request, visitor, { performances, proof })
      const held = await visitor.fillBasket((into) => holdPerformances(context, into, holder, series))
      if (!held.ok) return held
      const { basketWithTickets, lost, held: seats, ...rest } = held.value
      return ok({ ...(await formatBasket(context, basketWithTickets)), ...rest, held: [...seats], lost: [...lost] })
    },
    bestAvailable: async ({ params, body, visitor, request }) => {
      const rejection = context.throttle.batched('hold', networkOf(request.ip))
      if (rejection) return fail(rejection)
      const { once, proof, ...wish } = body
      const holder = await holderOf(context, request, visitor, { performances: [params.instance], proof })
      const held = await visitor.fillBasket((into) => holdBest(context, into, holder, params.instance, wish, once))
      if (!held.ok) return held
      const { seats, reason, hasOthers, basketWithTickets } = held.value
      const { parts, notBetter } = reason
      return ok({
        seats: [...seats],
        reason: { ...reason, parts: [...parts], notBetter: [...notBetter] },
        hasOthers,
        basket: await formatBasket(context, basketWithTickets),
      })
    },
  }
}
