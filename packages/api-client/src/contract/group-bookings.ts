import { z } from 'zod'
import { groupBookingStates, groupDues, groupKinds } from '@playhouse/domain/group-booking'
import { groupTermsSchema } from '@playhouse/domain/group-terms'
import { idSchema, slugSchema } from '@playhouse/domain/id'
import { moneySchema } from '@playhouse/domain/money'
import { instantSchema } from '@playhouse/domain/time'
import { endpoint } from './endpoint.ts'
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
  /** The account of its deposits, for items of the kind `voucher-top-up`. */
  account: idSchema,
  optionUntil: instantSchema,
  depositDue: z.iso.date().nullable(),
  balanceDue: z.iso.date(),
  /** What is due next, and whether its day has passed; null where nothing is. */
  due: z.strictObject({ what: z.enum(groupDues), on: z.iso.date(), isOverdue: z.boolean() }).nullable(),
  note: z.string(),
  /** Number of the order that it became; null before. */
  order: z.string().nullable(),
})
/** Seats that a group or school has reserved, with the terms. */
export type GroupBooking = z.infer<typeof groupBookingSchema>

/** Endpoints of staff for bookings of groups and schools. */
export const groupBookings = {
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
} as const
