import { z } from 'zod'
import { checkoutSteps } from '@playhouse/domain/brand'
import { type ValidationPage, validationPages } from '@playhouse/domain/checkout'
import { idSchema } from '@playhouse/domain/id'
import { endpoint } from './endpoint.ts'

export const paymentStatusSchema = z.strictObject({
  payment: idSchema,
  state: z.enum(['created', 'redirected', 'confirming', 'succeeded', 'declined', 'cancelled', 'timed-out', 'refund-due', 'refunded']),
  /** Where the order stands, once there is one. */
  order: z.strictObject({ number: z.string(), state: z.enum(['completing', 'confirming', 'confirmed', 'failed']) }).nullable(),
})
export type PaymentStatus = z.infer<typeof paymentStatusSchema>

const pages = Object.keys(validationPages) as [ValidationPage, ...ValidationPage[]]
/** What can stand in the way of paying for a basket as it is. */
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
  'membership-already-held',
] as const

export const checkout = {
  validate: endpoint('GET', '/checkout/validation/:page', {
    summary: 'Look a page over before it is left: what would stop the payment, or else the step that comes next',
    access: 'customer',
    byGuest: true,
    params: z.strictObject({ page: z.enum(pages) }),
    reply: z.strictObject({ next: z.enum(checkoutSteps) }),
    problems: [...blockingProblems, 'basket-paying'],
  }),
  start: endpoint('POST', '/checkout', {
    summary: 'Freeze the quote and go to the payment provider; a free order is confirmed at once',
    access: 'customer',
    byGuest: true,
    body: z.strictObject({ version: z.int(), quote: z.string().max(100).optional() }),
    reply: z.strictObject({ payment: idSchema, redirectUrl: z.url().nullable() }),
    problems: [
      ...blockingProblems,
      'basket-paying',
      'basket-negative',
      'price-changed',
      'seats-taken',
      'payment-unreachable',
      'payment-declined-often',
      'free-order-failed',
    ],
  }),
  status: endpoint('GET', '/checkout/:payment', {
    summary: 'Where a payment of the customer stands, or the last one that this session started; asks the provider when in doubt',
    access: 'customer',
    byGuest: true,
    params: z.strictObject({ payment: idSchema }),
    reply: paymentStatusSchema,
    problems: ['login-required', 'payment-unknown'],
  }),
  cancel: endpoint('POST', '/checkout/:payment/cancel', {
    summary: 'Close the open payment at the provider and go on with the basket; a payment that already succeeded stays',
    access: 'customer',
    byGuest: true,
    params: z.strictObject({ payment: idSchema }),
    reply: paymentStatusSchema,
    problems: ['login-required', 'payment-unknown', 'payment-unreachable'],
  }),
  callback: endpoint('POST', '/payments/:provider/callback', {
    summary: "The provider's signed notice",
    access: 'provider',
    params: z.strictObject({ provider: z.string().max(40) }),
    body: z.looseObject({}),
    reply: z.strictObject({ received: z.literal(true) }),
    problems: ['not-allowed'],
  }),
}
