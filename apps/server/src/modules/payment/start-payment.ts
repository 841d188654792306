import type { Selectable } from 'kysely'
import { audit, type CustomerTable, publish, transact } from '#db'
import type { Locale } from '@playhouse/domain/brand'
import { zero } from '@playhouse/domain/money'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import type { Actor } from '#modules/basket'
import { type Attempt, isOpen, lockAttempt, type PaymentDeps } from './attempt.ts'
import { freezeBasket, type FreezeProblem } from './freeze-basket.ts'
import { ProviderRefused, ProviderUnreachable } from './provider.ts'
import { sessionRequest } from './session-request.ts'
import { endUnsentAttempt, settlePayment } from './settle-payment.ts'

export type StartedPayment = { readonly payment: string; readonly redirectUrl: string | null }
type StartProblem = FreezeProblem | Problem<'free-order-failed' | 'payment-unreachable'>

/**
 * Freezes the quote, keeps the seats and sends the payer to the provider. Asked again while a payment is open (Back, a
 * second tab, a crash in between) it leads to the same session, never to a second one.
 * @param version the version of the basket that the payer has seen.
 * @param quote what it came to then, see `quoteOf`; left out by whoever shows nobody a price.
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
  const frozen = await freezeBasket(deps, { customer: customer.id, basket: basketId, version, shownQuote: quote, locale }, actor)
  return frozen.ok ? openPayment(deps, customer, frozen.value, actor) : frozen
}

/** Leads a frozen basket to the provider, or past it where it is bought already or nothing is left to pay. */
export async function openPayment(
  deps: PaymentDeps,
  customer: Selectable<CustomerTable>,
  attempt: Attempt,
  actor: Actor,
): Promise<Result<StartedPayment, Problem<'free-order-failed' | 'payment-unreachable'>>> {
  // Back after paying, or a second press on a free order: it is bought already.
  if (attempt.state === 'succeeded' || attempt.state === 'confirming') return ok({ payment: attempt.id, redirectUrl: null })
  if (attempt.amount === 0) {
    const { currency } = deps.brand
    const isSold = await settlePayment(deps, attempt.id, { status: 'succeeded', amount: zero, currency }, actor)
    return isSold ? ok({ payment: attempt.id, redirectUrl: null }) : fail(problem('free-order-failed'))
  }
  if (attempt.url) return ok({ payment: attempt.id, redirectUrl: attempt.url })
  try {
    const session = await deps.provider.createSession(await sessionRequest(deps, customer, attempt))
    return redirectOf(await storeSession(deps, attempt.id, session, actor))
  } catch (error) {
    if (!(error instanceof ProviderUnreachable || error instanceof ProviderRefused)) throw error
    return redirectOf(await endUnsentAttempt(deps, attempt.id, actor))
  }
}

/** Where an attempt leads that may have ended while the provider was asked for its page. */
function redirectOf(attempt: Attempt): Result<StartedPayment, Problem<'payment-unreachable'>> {
  if (attempt.state === 'succeeded' || attempt.state === 'confirming') return ok({ payment: attempt.id, redirectUrl: null })
  return isOpen(attempt) && attempt.url ? ok({ payment: attempt.id, redirectUrl: attempt.url }) : fail(problem('payment-unreachable'))
}

/**
 * Writes down the page that the attempt is paid on. One that was given up meanwhile, by a second tab or for being slow,
 * must not be paid on a page that nobody watches: its address is given to nobody, and the page is closed.
 * @returns the attempt as it is now.
 */
async function storeSession(
  { db }: PaymentDeps,
  id: string,
  session: { readonly sessionId: string; readonly url: string },
  actor: Actor,
): Promise<Attempt> {
  return transact(
    db,
    async (trx) => {
      const attempt = await lockAttempt(trx, id)
      const known = { session_id: session.sessionId, url: session.url }
      if (attempt.state === 'created') {
        const redirected = { state: 'redirected' as const, ...known }
        await trx.updateTable('payment_attempt').set(redirected).where('id', '=', id).execute()
        await audit(trx, {
          actor: actor.name,
          requestId: actor.requestId,
          subject: 'payment',
          subjectId: id,
          verb: 'redirect',
          from: 'created',
          to: 'redirected',
        })
      } else if (attempt.session_id === null) {
        await trx.updateTable('payment_attempt').set(known).where('id', '=', id).execute()
        await publish(trx, 'payment.close', id, { attempt: id })
      }
      return lockAttempt(trx, id)
    },
    { idempotent: true },
  )
}
