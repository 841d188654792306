import { z } from 'zod'
import { checkoutSteps } from '@playhouse/domain/brand'
import { type ValidationPage, validationPages } from '@playhouse/domain/checkout'
import { idSchema } from '@playhouse/domain/id'
import { memberProblems } from './basket-item.ts'
import { endpoint } from './endpoint.ts'

/** State of a payment attempt and of its order. */
export const paymentStatusSchema = z.strictObject({
  payment: idSchema,
  state: z.enum(['created', 'redirected', 'confirming', 'succeeded', 'declined', 'cancelled', 'timed-out', 'refund-due', 'refunded']),
  /** Number and state of the order; null until the payment succeeds. */
  order: z.strictObject({ number: z.string(), state: z.enum(['completing', 'confirming', 'confirmed', 'failed']) }).nullable(),
})
/** State of a payment attempt and of its order. */
export type PaymentStatus = z.infer<typeof paymentStatusSchema>

const pages = Object.keys(validationPages) as [ValidationPage, ...ValidationPage[]]
/** Problems that prevent the payment of a basket. */
const blockingProblems = [
  'login-required',
  'basket-empty',
  'basket-expired',
  'step-incomplete',
  'instance-passed',
  'instance-cancelled',
  'promo-not-valid',
  'instance-priority',
  'price-type-unavailable',
  'ticket-limit',
  'performance-limit',
  'network-limit',
  'companion-alone',
  'ticket-validation-error',
  ...memberProblems,
  'fund-closed',
  'add-ons-closed',
  'basket-adds-to-order',
  'reservations-exceed-tickets',
] as const

/** Endpoints of the checkout: validate a page, start, read and cancel a payment, and the webhook of the provider. */
export const checkout = {
  validate: endpoint('GET', '/checkout/validation/:page', {
    summary: 'Validate a checkout page: returns the problem that prevents the payment, or else the next step',
    access: 'customer',
    byGuest: true,
    params: z.strictObject({ page: z.enum(pages) }),
    reply: z.strictObject({ next: z.enum(checkoutSteps) }),
    problems: [...blockingProblems, 'basket-paying'],
  }),
  start: endpoint('POST', '/checkout', {
    summary: 'Freeze the quote and start a payment at the provider; a free order is confirmed at once',
    access: 'customer',
    byGuest: true,
    body: z.strictObject({ version: z.int(), quote: z.string().max(100).optional() }),
    reply: z.strictObject({ payment: idSchema, redirectUrl: z.url().nullable() }),
    problems: [
      ...blockingProblems,
      'basket-paying',
      'basket-error',
      'basket-negative',
      'price-changed',
      'seats-taken',
      'payment-unreachable',
      'payment-declined-often',
      'free-order-failed',
    ],
  }),
  status: endpoint('GET', '/checkout/:payment', {
    summary: 'The status of a payment of the customer, or of the last one that this session started; queries the provider when uncertain',
    access: 'customer',
    byGuest: true,
    params: z.strictObject({ payment: idSchema }),
    reply: paymentStatusSchema,
    problems: ['login-required', 'payment-unknown'],
  }),
  cancel: endpoint('POST', '/checkout/:payment/cancel', {
    summary: 'Cancel the open payment at the provider and reopen the basket; a payment that already succeeded stays',
    access: 'customer',
    byGuest: true,
    params: z.strictObject({ payment: idSchema }),
    reply: paymentStatusSchema,
    problems: ['login-required', 'payment-unknown', 'payment-unreachable'],
  }),
  callback: endpoint('POST', '/payments/:provider/callback', {
    summary: 'Webhook of the payment provider, authenticated by its signature',
    access: 'provider',
    params: z.strictObject({ provider: z.string().max(40) }),
    body: z.looseObject({}),
    reply: z.strictObject({ received: z.literal(true) }),
    problems: ['not-allowed'],
  }),
}
