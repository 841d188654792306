import { z } from 'zod'
import { moneySchema } from '@playhouse/domain/money'
import type { SessionCallback } from '#modules/payment'
import { attemptIdSchema, ownerSchema, providerIdSchema, withoutUndefined } from './event-field.ts'

/** Maximum difference between an event's signature time and our clock, in seconds. */
export const signatureToleranceSeconds = 300

const sessionEvents: Readonly<Record<string, SessionCallback['type']>> = {
  'checkout.session.async_payment_succeeded': 'session.succeeded',
  'checkout.session.async_payment_failed': 'session.failed',
  'checkout.session.expired': 'session.expired',
}
/** Our type of an event about a session; undefined for types that are ignored. */
export function sessionEventOf(type: string, session: EventSession): SessionCallback['type'] | undefined {
  if (type !== 'checkout.session.completed') return sessionEvents[type]
  return session.payment_status === 'unpaid' ? 'session.processing' : 'session.succeeded'
}

/** Our types of events about charges without a Checkout session. */
export const chargeEvents: Readonly<Record<string, SessionCallback['type']>> = {
  'payment_intent.succeeded': 'session.succeeded',
  'payment_intent.processing': 'session.processing',
  'payment_intent.payment_failed': 'session.failed',
  'payment_intent.canceled': 'session.cancelled',
}

/** The fields of Stripe's events that are read. Validated, because any user of the Stripe account can create events of any content. */
export const sessionSchema = z.object({
  object: z.literal('checkout.session'),
  id: providerIdSchema,
  client_reference_id: attemptIdSchema,
  amount_total: moneySchema,
  currency: z.string().nullable(),
  payment_status: z.string(),
  metadata: z.object({ shop: ownerSchema, deployment: ownerSchema }).nullish().catch(undefined),
})
/** A payment intent that no Checkout session made; those of sessions are not read. */
export const chargeSchema = z.object({
  object: z.literal('payment_intent'),
  id: providerIdSchema,
  amount: moneySchema,
  currency: z.string().nullable(),
  metadata: z.object({ charge: z.literal('off-session'), attempt: attemptIdSchema, shop: ownerSchema, deployment: ownerSchema }),
})
const refundSchema = z.object({
  object: z.literal('refund'),
  id: providerIdSchema,
  amount: moneySchema,
  currency: z.string().nullable(),
  status: z.string().nullable(),
})
const afterPaymentSchema = z.object({
  object: z.enum(['charge', 'dispute']),
  payment_intent: providerIdSchema.nullish().catch(undefined),
  amount: moneySchema,
  currency: z.string().nullable(),
})
/** Whether an event is about a charge or a dispute: a change after the payment. */
export const isAfterPayment = (object: { readonly object: string }): object is z.output<typeof afterPaymentSchema> =>
  object.object === 'dispute' || object.object === 'charge'
export const eventSchema = z.object({
  id: providerIdSchema,
  created: z.int().min(0).max(8_640_000_000_000),
  type: z.string(),
  data: z.object({ object: z.discriminatedUnion('object', [sessionSchema, chargeSchema, refundSchema, afterPaymentSchema]) }),
})
/** An event about a mandate, or about the page on which it is set up. */
export const mandateEventSchema = z.object({
  id: providerIdSchema,
  created: z.int().min(0).max(8_640_000_000_000),
  data: z.object({
    object: z.discriminatedUnion('object', [
      z.object({ object: z.literal('mandate'), id: providerIdSchema }),
      z.object({ object: z.literal('checkout.session'), id: providerIdSchema, mode: z.literal('setup') }),
    ]),
  }),
})
export type MandateEvent = z.output<typeof mandateEventSchema>
type EventSession = z.output<typeof sessionSchema>

/** The fields of our callback that a session supplies. */
export const describePaid = ({ id, client_reference_id, amount_total, metadata }: EventSession) => ({
  sessionId: id,
  amount: amount_total,
  ...withoutUndefined({ attemptId: client_reference_id, shop: metadata?.shop, deployment: metadata?.deployment }),
})

/** The fields of our callback that a charge supplies. */
export const describePaidCharge = ({ id, amount, metadata: { attempt, shop, deployment } }: z.output<typeof chargeSchema>) => ({
  sessionId: id,
  amount,
  ...withoutUndefined({ attemptId: attempt, shop, deployment }),
})

/** Whether a signature is dated in the future: Stripe's check rejects old signatures only. */
export function isFromFuture(signature: string): boolean {
  const at = /(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature)?.[1]
  return at === undefined || Number(at) - Date.now() / 1000 > signatureToleranceSeconds
}
