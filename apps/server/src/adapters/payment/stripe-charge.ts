import Stripe from 'stripe'
import { money } from '@playhouse/domain/money'
import { type OffSessionRequest, ProviderRefused, type ProviderSession, type SessionStatus } from '#modules/payment'
import type { StripeApi } from './stripe-api.ts'
import { withoutUndefined } from './event-field.ts'
import { debitParameters } from './stripe-mandate.ts'
import { currencyOf } from './stripe-status.ts'

/** Metadata of a payment intent that no Checkout session made. Its id is the session's id of the charge. */
const offSessionMark = 'off-session'
/** Whether a session's id is that of a charge without a Checkout session. */
export const isChargeId = (sessionId: string): boolean => sessionId.startsWith('pi_')
export const isOffSession = ({ metadata }: { readonly metadata?: Stripe.Metadata | null | undefined }): boolean =>
  metadata?.['charge'] === offSessionMark

const authenticationRequired = 'authentication_required'

/**
 * Charges a saved card or a mandate, or finds the charge that an earlier call made. Stripe forgets idempotency keys after a day, so the
 * customer's payments are read first.
 * @throws ProviderRefused where there is no charge, and `expiresAt` has passed
 */
export async function chargeCard(api: StripeApi, request: OffSessionRequest): Promise<Stripe.PaymentIntent> {
  const { attemptId, amount, currency, customerId, description, shop, deployment, expiresAt } = request
  const intents = await api.call((stripe) =>
    stripe.paymentIntents.list({ customer: customerId, limit: 100 }).autoPagingToArray({ limit: 1_000 }),
  )
  const existing = intents.find((intent) => isOffSession(intent) && intent.metadata['attempt'] === attemptId)
  if (existing && (existing.amount !== amount || currencyOf(existing) !== currency))
    throw new ProviderRefused(409, 'this attempt was charged with another amount')
  if (existing) return existing
  if (Date.parse(expiresAt) <= Date.now()) throw new ProviderRefused(422, 'the time to charge has passed')
  return api.call((stripe) =>
    stripe.paymentIntents
      .create(
        {
          amount,
          currency: currency.toLowerCase(),
          customer: customerId,
          ...('card' in request
            ? { payment_method: request.card, allowed_payment_method_types: ['card' as const] }
            : debitParameters(request.mandate)),
          off_session: true,
          confirm: true,
          description,
          metadata: { attempt: attemptId, shop, deployment, charge: offSessionMark },
        },
        { idempotencyKey: `${attemptId} ${offSessionMark}` },
      )
      .catch(declinedIntent),
  )
}

/** A declined card is an error of the API, with the payment intent. */
function declinedIntent(error: unknown): Stripe.PaymentIntent {
  if (error instanceof Stripe.errors.StripeCardError && error.payment_intent) return error.payment_intent
  throw error
}

/** The session of a charge. @throws ProviderRefused for a payment intent that is no charge of this shop */
export function describeCharge(api: StripeApi, intent: Stripe.PaymentIntent): ProviderSession {
  const currency = currencyOf(intent)
  const attemptId = intent.metadata['attempt']
  if (intent.livemode !== api.isLive || !isOffSession(intent) || attemptId === undefined || !currency)
    throw new ProviderRefused(403, `${intent.id} is not a charge of this shop`)
  const { latest_charge, last_payment_error: error } = intent
  const details = typeof latest_charge === 'object' ? latest_charge?.payment_method_details : undefined
  const last4 = details?.card?.last4 ?? undefined
  return {
    sessionId: intent.id,
    attemptId,
    status: statusOfCharge(intent),
    amount: money(intent.amount),
    currency,
    account: api.account,
    ...withoutUndefined({
      cardMasked: last4 === undefined ? undefined : `•••• ${last4}`,
      declineCode: error ? (error.decline_code ?? error.code ?? 'unknown') : undefined,
    }),
  }
}

/** `declined`: the bank asks for the customer, who may still pay on a page. Every other decline is final. */
function statusOfCharge({ status, last_payment_error: error }: Stripe.PaymentIntent): SessionStatus {
  if (status === 'succeeded') return 'succeeded'
  if (status === 'processing') return 'processing'
  if (status === 'requires_action' || error?.code === authenticationRequired) return 'declined'
  if (error) return 'failed'
  return status === 'canceled' ? 'cancelled' : 'open'
}
