import { z } from 'zod'
import { depositDestinations, groupBookingStates, groupDues, groupKinds } from '@playhouse/domain/group-booking'
import { groupDocumentKinds } from '@playhouse/domain/group-invoice'
import { groupDatesSchema, groupTermsSchema } from '@playhouse/domain/group-terms'
import { idSchema, slugSchema } from '@playhouse/domain/id'
import { moneySchema } from '@playhouse/domain/money'
import { instantSchema } from '@playhouse/domain/time'
import { returnedValueSchema } from './after-sale.ts'
import { endpoint, fileSchema } from './endpoint.ts'
import { staffGroupNames } from './group-names.ts'
import { staffGroupSeats } from './group-seats.ts'
import { counterStateSchema } from './staff.ts'

/** The most group bookings of a list. */
export const maxGroupBookings = 1_000

const groupBookingSchema = z.strictObject({
  /** Number of its reserved order. */
  number: z.string(),
  kind: z.enum(groupKinds),
  name: z.string(),
  state: z.enum(groupBookingStates),
  contact: z.strictObject({ id: idSchema, name: z.string(), email: z.string() }),
  performance: z.strictObject({
    instance: slugSchema,
    event: slugSchema,
    title: z.string(),
    startsAt: instantSchema,
    timeZone: z.string(),
  }),
  /** How many tickets it has. */
  count: z.int().nonnegative(),
  total: moneySchema,
  deposit: moneySchema,
  paid: moneySchema,
  /** What the theatre kept of the deposits of a cancelled booking. */
  kept: moneySchema,
  /** The account of its deposits, for items of the kind `voucher-top-up`. */
  account: idSchema,
  optionUntil: instantSchema,
  depositDue: z.iso.date().nullable(),
  balanceDue: z.iso.date(),
  /** What is due next, and whether its day has passed; null where nothing is. */
  due: z.strictObject({ what: z.enum(groupDues), on: z.iso.date(), isOverdue: z.boolean() }).nullable(),
  note: z.string(),
  /**
   * Its invoices and the credit notes that cancelled them, the first one first. `cancels`: the number of the invoice; `isMailed`: whether the
   * contact got it by mail.
   */
  invoices: z.array(
    z.strictObject({
      number: z.string(),
      kind: z.enum(groupDocumentKinds),
      issuedAt: instantSchema,
      cancels: z.string().nullable(),
      isMailed: z.boolean(),
    }),
  ),
  /** Number of the order that it became; null before. */
  order: z.string().nullable(),
})
/** Seats that a group or school has reserved, with the terms. */
export type GroupBooking = z.infer<typeof groupBookingSchema>

/** The number of the reserved order of a booking. */
const bookingParams = z.strictObject({ number: z.string().max(40) })

/** Endpoints of staff for bookings of groups and schools. */
export const groupBookings = {
  ...staffGroupNames,
  ...staffGroupSeats,
  list: endpoint('GET', '/staff/group-bookings', {
    summary: 'Bookings of groups and schools for performances of the last 90 days and later, what is due soonest first; at most 1,000',
    access: 'staff',
    permission: 'reserve',
    reply: z.strictObject({ bookings: z.array(groupBookingSchema) }),
    problems: ['not-allowed'],
  }),
  create: endpoint('POST', '/staff/instances/:instance/group-bookings', {
    summary: 'Reserve the held seats of this performance for the customer’s group or school, with an option date, a deposit and due dates',
    access: 'staff',
    permission: 'reserve',
    params: z.strictObject({ instance: slugSchema }),
    body: groupTermsSchema,
    reply: z.strictObject({ number: z.string(), desk: counterStateSchema }),
    problems: [
      'not-allowed',
      'basket-expired',
      'basket-paying',
      'payment-link-open',
      'no-customer',
      'basket-empty',
      'instance-unavailable',
      'tickets-not-added',
      'reserved-order-locked',
    ],
  }),
  moveDates: endpoint('PUT', '/staff/group-bookings/:number/dates', {
    summary: 'Move the option date and the due dates of a booking whose seats are reserved; a date that stays may have passed',
    access: 'staff',
    permission: 'reserve',
    params: bookingParams,
    body: groupDatesSchema,
    reply: z.strictObject({ booking: groupBookingSchema }),
    problems: ['not-allowed', 'order-not-found', 'reserved-order-locked'],
  }),
  cancel: endpoint('POST', '/staff/group-bookings/:number/cancel', {
    summary: 'Cancel a booking: its seats go on sale, and what was paid is returned from its orders, becomes credit, or is kept',
    access: 'staff',
    permission: 'reserve',
    params: bookingParams,
    body: z.strictObject({
      deposit: z.enum(depositDestinations),
      /** What was shown as paid: it may have changed. */
      paid: moneySchema,
      reason: z.string().trim().min(1).max(200),
    }),
    reply: z.strictObject({ given: returnedValueSchema, booking: groupBookingSchema }),
    problems: ['not-allowed', 'order-not-found', 'reserved-order-locked', 'cancel-order-failed', 'price-changed'],
  }),
  issueInvoice: endpoint('POST', '/staff/group-bookings/:number/invoices', {
    summary: 'Issue the invoice of a booking whose seats are reserved, or mail the one that it has',
    access: 'staff',
    permission: 'reserve',
    params: bookingParams,
    body: z.strictObject({ /** Whether the contact gets it by mail. */ isMailed: z.boolean() }),
    reply: z.strictObject({ booking: groupBookingSchema }),
    problems: ['not-allowed', 'order-not-found', 'reserved-order-locked'],
  }),
  cancelInvoice: endpoint('POST', '/staff/group-bookings/:number/credit-notes', {
    summary: 'Cancel the invoice of a booking with a credit note, which is mailed if the invoice was',
    access: 'staff',
    permission: 'reserve',
    params: bookingParams,
    reply: z.strictObject({ booking: groupBookingSchema }),
    problems: ['not-allowed', 'order-not-found', 'reserved-order-locked'],
  }),
  invoiceFile: endpoint('GET', '/staff/group-bookings/:number/invoices/:invoice/file.pdf', {
    summary: 'An invoice or a credit note as a PDF, as it was issued',
    access: 'staff',
    permission: 'reserve',
    params: z.strictObject({ number: z.string().max(40), invoice: z.string().max(40) }),
    reply: fileSchema,
    file: 'application/pdf',
    problems: ['not-allowed', 'order-not-found'],
  }),
} as const
