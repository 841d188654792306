import type { Selectable } from 'kysely'
import { auditBy, type CustomerTable, publish, transact } from '#db'
import type { Locale } from '@playhouse/domain/brand'
import { zero } from '@playhouse/domain/money'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import type { Actor } from '#modules/basket'
import { type Attempt, isOpen, lockAttempt, type PaymentDeps } from './attempt.ts'
import { freezeBasket, type FreezeProblem } from './freeze-basket.ts'
import { ProviderRefused, ProviderUnreachable } from './provider.ts'
import { dropProviderCustomer } from './provider-customer.ts'
import { sessionRequest } from './session-request.ts'
import { endUnsentAttempt, settlePayment } from './settle-payment.ts'

export type StartedPayment = { readonly payment: string; readonly redirectUrl: string | null }
type StartProblem = FreezeProblem | Problem<'free-order-failed' | 'payment-unreachable'>

/**
 * Freezes the basket, keeps its seats and opens a payment page. Idempotent: while a payment is open (back button, second tab,
 * crash) the same session is returned.
 * @param version the basket version that the payer has seen
 * @param quote the price that was shown, as a digest from `quoteOf`; omitted when no price was shown
 */
export async function startPayment(
  deps: PaymentDeps,
  customer: Selectable<CustomerTable>,
  basketId: string,
  version: number,
  locale: Locale,
  actor: Actor,
  quote?: string,
): Promise<Result<StartedPayment, StartProblem>> {
  const freezeResult = await freezeBasket(deps, { customer: customer.id, basket: basketId, version, shownQuote: quote, locale }, actor)
  return freezeResult.ok ? openPayment(deps, customer, freezeResult.value, actor) : freezeResult
}

/** Opens the payment page of a frozen basket. @returns `redirectUrl` null if it is paid already or nothing is left to pay */
export async function openPayment(
  deps: PaymentDeps,
  customer: Selectable<CustomerTable>,
  attempt: Attempt,
  actor: Actor,
): Promise<Result<StartedPayment, Problem<'free-order-failed' | 'payment-unreachable'>>> {
  // A return after paying, or a repeated request for a free order: there is nothing left to pay.
  if (attempt.state === 'succeeded' || attempt.state === 'confirming') return ok({ payment: attempt.id, redirectUrl: null })
  if (attempt.amount === 0) {
    const { currency } = deps.brand
    const isSold = await settlePayment(deps, attempt.id, { status: 'succeeded', amount: zero, currency }, actor)
    return isSold ? ok({ payment: attempt.id, redirectUrl: null }) : fail(problem('free-order-failed'))
  }
  if (attempt.url) return ok({ payment: attempt.id, redirectUrl: attempt.url })
  try {
    const request = await sessionRequest(deps, customer, attempt)
    const session = await deps.provider.createSession(request).catch(async (error: unknown) => {
      // The customer was deleted at the provider.
      if (error instanceof ProviderRefused && error.status === 404 && request.customerId !== undefined)
        await dropProviderCustomer(deps, deps.provider.name, request.customerId)
      throw error
    })
    return redirectOf(await storeSession(deps, attempt.id, session, actor))
  } catch (error) {
    if (!(error instanceof ProviderUnreachable || error instanceof ProviderRefused)) throw error
    return redirectOf(await endUnsentAttempt(deps, attempt.id, actor))
  }
}

/** The result for an attempt that may have ended while its page was opened. */
function redirectOf(attempt: Attempt): Result<StartedPayment, Problem<'payment-unreachable'>> {
  if (attempt.state === 'succeeded' || attempt.state === 'confirming') return ok({ payment: attempt.id, redirectUrl: null })
  return isOpen(attempt) && attempt.url ? ok({ payment: attempt.id, redirectUrl: attempt.url }) : fail(problem('payment-unreachable'))
}

/**
 * Stores the payment page of an attempt. If the attempt has ended meanwhile, because of a second tab or a timeout, the page
 * is closed and not returned to the payer.
 * @returns the current attempt
 */
export async function storeSession(
  { db }: PaymentDeps,
  id: string,
  session: { readonly sessionId: string; readonly url: string },
  actor: Actor,
): Promise<Attempt> {
  return transact(
    db,
    async (trx) => {
      const attempt = await lockAttempt(trx, id)
      const page = { session_id: session.sessionId, url: session.url }
      if (attempt.state === 'created') {
        const redirectedPayment = { state: 'redirected' as const, ...page }
        const [, , redirectedAttempt] = await Promise.all([
          trx.updateTable('payment_attempt').set(redirectedPayment).where('id', '=', id).execute(),
          auditBy(trx, actor, { subject: 'payment', subjectId: id, verb: 'redirect', from: 'created', to: 'redirected' }),
          lockAttempt(trx, id),
        ])
        return redirectedAttempt
      }
      if (attempt.session_id === null) {
        await trx.updateTable('payment_attempt').set(page).where('id', '=', id).execute()
        await publish(trx, 'payment.close', id, { attempt: id })
      }
      return lockAttempt(trx, id)
    },
    { idempotent: true },
  )
}
