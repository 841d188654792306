import { z } from 'zod'
import { titleOf } from '@playhouse/domain/production-texts'
import { idSchema } from '@playhouse/domain/id'
import { itemKindNames } from '@playhouse/domain/item-kind'
import { moneySchema } from '@playhouse/domain/money'
import { paymentLinkStates, paymentLinkViewStates } from '@playhouse/domain/payment-link'
import { totalsSchema } from '@playhouse/domain/pricing'
import { instantSchema } from '@playhouse/domain/time'
import { basketSchema } from './basket.ts'
import { checkout } from './checkout.ts'
import { endpoint } from './endpoint.ts'
import { seatNameFields, titleFields } from './shared-fields.ts'
import { counterStateSchema } from './staff.ts'

/** A POST has the token of the link in its body, so that it is not in URLs that are logged. */
const token = z.string().min(20).max(60)

const ticketSchema = z.strictObject({
  id: idSchema,
  ...titleFields,
  startsAt: instantSchema,
  timeZone: z.string(),
  hallName: z.string(),
  ...seatNameFields,
  priceTypeName: z.string(),
  price: moneySchema,
})
const itemSchema = z.strictObject({
  id: idSchema,
  kind: z.enum(itemKindNames),
  name: z.string(),
  quantity: z.int().positive(),
  amount: moneySchema,
})

const viewSchema = z.strictObject({
  state: z.enum(paymentLinkViewStates),
  /** Its last moment. */
  until: instantSchema,
  /** Number of the order, once it is paid. */
  order: z.string().nullable(),
  /** What is paid for; null for a link that has ended. */
  contents: z
    .strictObject({
      tickets: z.array(ticketSchema),
      items: z.array(itemSchema),
      totals: totalsSchema,
      /** Checksum of the price; the payment sends it back. */
      quote: z.string(),
      /** The outcome of the last payment, after which another one is possible. */
      lastPayment: basketSchema.shape.lastPayment,
    })
    .nullable(),
})
/** A payment link as its holder sees it: what is paid for, and nothing of the customer. */
export type PaymentLinkView = z.infer<typeof viewSchema>

/** What the holder of a payment link sees of its basket. */
export const linkContentsOf = ({
  tickets,
  items,
  totals,
  quote,
  lastPayment,
}: z.output<typeof basketSchema>): NonNullable<PaymentLinkView['contents']> => ({
  tickets: tickets.map(({ id, startsAt, timeZone, hallName, area, row, number, seating, priceTypeName, price, ...production }) => ({
    ...titleOf(production),
    ...{ id, startsAt, timeZone, hallName, area, row, number, priceTypeName, price },
    ...(seating && { seating }),
  })),
  items: items.map(({ id, kind, name, quantity, amount }) => ({ id, kind, name, quantity, amount })),
  totals,
  quote: quote ?? '',
  lastPayment,
})

/** Endpoints of the holder of a payment link, of a counter basket or of the seats that a draw gave. The link identifies what is paid for, and its holder needs no account. */
export const paymentLinks = {
  read: endpoint('POST', '/payment-links', {
    summary: 'What a payment link is for, and its state; queries the provider while a payment is open',
    body: z.strictObject({ token }),
    reply: viewSchema,
    problems: ['page-not-found'],
  }),
  pay: endpoint('POST', '/payment-links/pay', {
    summary: 'Start the payment of a link at the provider. Repeating it returns the same payment page',
    body: z.strictObject({ token, quote: z.string().max(100) }),
    reply: checkout.start.reply,
    problems: [
      ...(['page-not-found', 'payment-link-expired', 'payment-link-cancelled', 'payment-link-paid', 'reserved-order-locked'] as const),
      ...checkout.start.problems,
    ],
  }),
}

const staffLinkSchema = z.strictObject({
  id: idSchema,
  state: z.enum(paymentLinkStates),
  customer: z.strictObject({ id: idSchema, name: z.string(), email: z.string() }),
  /** Left to pay when it was made. */
  amount: moneySchema,
  /** The first performance; null without tickets. */
  performance: z.strictObject({ title: z.string(), startsAt: instantSchema, timeZone: z.string() }).nullable(),
  tickets: z.int(),
  items: z.int(),
  /** Name of the staff user who made it. */
  by: z.string(),
  createdAt: instantSchema,
  until: instantSchema,
  order: z.string().nullable(),
})
/** A payment link as staff see it. */
export type StaffPaymentLink = z.infer<typeof staffLinkSchema>

const ofLink = z.strictObject({ link: idSchema })
const listSchema = z.strictObject({ links: z.array(staffLinkSchema) })
const linkProblems = ['not-allowed', 'page-not-found', 'payment-link-expired', 'payment-link-cancelled', 'payment-link-paid'] as const

/** Endpoints of payment links at the counter. Each action is recorded under the name of the staff user. */
export const staffPaymentLinks = {
  list: endpoint('GET', '/staff/payment-links', {
    summary: 'The payment links that are open, the next to end first, and those that ended in the last days',
    access: 'staff',
    permission: 'payment-link',
    reply: listSchema,
    problems: ['not-allowed'],
  }),
  create: endpoint('POST', '/staff/payment-links', {
    summary: 'Mail the customer a link to pay for the counter basket; its seats are held until the link ends',
    access: 'staff',
    permission: 'payment-link',
    body: z.strictObject({ version: z.int(), quote: z.string().max(100).optional() }),
    reply: z.strictObject({ until: instantSchema, email: z.string(), desk: counterStateSchema }),
    problems: [
      ...(['not-allowed', 'basket-expired', 'basket-paying', 'payment-link-open', 'basket-empty', 'no-customer'] as const),
      ...(['price-changed', 'instance-passed', 'step-incomplete'] as const),
    ],
  }),
  resend: endpoint('POST', '/staff/payment-links/:link/send', {
    summary: 'Mail a new link; the old one is no longer valid',
    access: 'staff',
    permission: 'payment-link',
    params: ofLink,
    reply: listSchema,
    problems: linkProblems,
  }),
  cancel: endpoint('POST', '/staff/payment-links/:link/cancel', {
    summary: 'Cancel a link and release its seats; a payment that already succeeded stands',
    access: 'staff',
    permission: 'payment-link',
    params: ofLink,
    reply: listSchema,
    problems: [...linkProblems, 'payment-unreachable', 'basket-paying'],
  }),
  takeBack: endpoint('POST', '/staff/payment-links/:link/take-back', {
    summary: 'Cancel a link and bring its basket back to the counter, whose basket must be empty',
    access: 'staff',
    permission: 'payment-link',
    params: ofLink,
    reply: counterStateSchema,
    problems: [...linkProblems, 'payment-unreachable', 'basket-paying', 'basket-not-empty'],
  }),
} as const
