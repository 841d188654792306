import type { FastifyRequest } from 'fastify'
import type { contract } from '@playhouse/api-client/contract'
import { hasVoucherBalance } from '@playhouse/domain/gift-voucher'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok } from '@playhouse/domain/result'
import { findVoucher } from '#modules/voucher'
import type { Handlers, Visitor } from '../call.ts'
import type { AppContext } from '../app-context.ts'
import { networkOf } from '../visitor/network.ts'

export function voucherHandlers(context: AppContext): Handlers<typeof contract.vouchers> {
  return {
    balance: async ({ body, visitor, request }) => {
      if (!hasVoucherBalance(context.brand)) return fail(problem('page-not-found'))
      const refused = await tooManyCodes(context, visitor, request)
      if (refused) return fail(refused)
      const voucher = await findVoucher(context.db, body.code)
      if (voucher && !visitor.customer) await context.throttle.uncount('voucher-everyone', 'all')
      return voucher ? ok({ balance: voucher.balance, expiresOn: voucher.expiresOn }) : fail(problem('voucher-not-recognised'))
    },
  }
}

/** Limits guesses of voucher codes, per session, per network, and from all networks together. */
export async function tooManyCodes(
  { throttle }: AppContext,
  visitor: Visitor,
  request: FastifyRequest,
): Promise<Problem<'too-many-requests'> | undefined> {
  const network = networkOf(request.ip)
  return (
    (await throttle('voucher-session', visitor.session ?? network)) ??
    (await throttle('voucher-network', network)) ??
    // A customer who has signed in is not refused because of guesses from other networks.
    (visitor.customer ? undefined : await throttle('voucher-everyone', 'all'))
  )
}

/** Does not count a valid code: a whole office may redeem the same one. */
export async function forgiveCode({ throttle }: AppContext, visitor: Visitor, request: FastifyRequest): Promise<void> {
  const network = networkOf(request.ip)
  await Promise.all([
    throttle.uncount('voucher-session', visitor.session ?? network),
    throttle.uncount('voucher-network', network),
    ...(visitor.customer ? [] : [throttle.uncount('voucher-everyone', 'all')]),
  ])
}
