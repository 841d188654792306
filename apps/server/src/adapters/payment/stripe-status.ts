import type Stripe from 'stripe'
import { currencies, type Currency, money } from '@playhouse/domain/money'
import type { Dispute, RefundStatus, SessionStatus } from '#modules/payment'

/** Our status of a session. Its payment intent must be expanded. */
export function statusOf({ status, payment_status, payment_intent }: Stripe.Checkout.Session): SessionStatus {
  const intent = typeof payment_intent === 'object' ? payment_intent : null
  if (payment_status === 'paid') return 'succeeded'
  if (status === 'expired') return 'expired'
  if (status === 'complete') return intent?.last_payment_error || intent?.status === 'canceled' ? 'failed' : 'processing'
  return intent?.last_payment_error ? 'declined' : 'open'
}

/** Our status for Stripe's status of a refund. A cancelled refund has not reached the payer, so it counts as failed. */
export function refundStatusOf({ status }: { readonly status: string | null }): RefundStatus {
  if (status === 'failed' || status === 'canceled') return 'failed'
  return status === 'succeeded' ? 'succeeded' : 'pending'
}

/** The combined state of the disputes of one payment: open if any is open, else lost if any was lost, else won. */
export function disputeOf(disputes: readonly Pick<Stripe.Dispute, 'status' | 'amount'>[]): Dispute | undefined {
  if (disputes.length === 0) return undefined
  const wonStatuses = new Set<string>(['won', 'warning_closed', 'prevented'])
  const openDisputes = disputes.filter(({ status }) => status !== 'lost' && !wonStatuses.has(status))
  const lostDisputes = disputes.filter(({ status }) => status === 'lost')
  const [state, countedDisputes] =
    openDisputes.length > 0
      ? (['open', openDisputes] as const)
      : lostDisputes.length > 0
        ? (['lost', lostDisputes] as const)
        : (['won', disputes] as const)
  return { state, amount: money(countedDisputes.map(({ amount }) => amount).reduce((sum, amount) => sum + amount, 0)) }
}

/** The last four digits of the card; undefined for other means of payment. The latest charge must be expanded. */
export function lastDigits({ payment_intent }: Stripe.Checkout.Session): string | undefined {
  const charge = typeof payment_intent === 'object' ? payment_intent?.latest_charge : undefined
  return (typeof charge === 'object' ? charge?.payment_method_details?.card?.last4 : undefined) ?? undefined
}

/** The currency; undefined if the shop does not support it. */
export function currencyOf({ currency }: { readonly currency: string | null }): Currency | undefined {
  return currencies.find((each) => each === currency?.toUpperCase())
}
