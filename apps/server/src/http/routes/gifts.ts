import type { contract } from '@playhouse/api-client/contract'
import { problem } from '@playhouse/domain/problem'
import { fail, ok } from '@playhouse/domain/result'
import { claimGift, readGift } from '#modules/membership'
import type { Handlers } from '../call.ts'
import type { AppContext } from '../app-context.ts'
import { networkOf } from '../visitor/network.ts'

export function giftHandlers(context: AppContext): Handlers<typeof contract.gifts> {
  const { db, throttle } = context
  return {
    read: async ({ body, request }) => {
      const rejection = await throttle('gift-link', networkOf(request.ip))
      if (rejection) return fail(rejection)
      const gift = await readGift(db, body.token)
      return gift ? ok(gift) : fail(problem('page-not-found'))
    },
    claim: async ({ body, visitor, request }) => {
      const rejection = await throttle('gift-link', networkOf(request.ip))
      return rejection ? fail(rejection) : claimGift(context, body.token, visitor.customer!.id, visitor.actor)
    },
  }
}
