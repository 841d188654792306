import { z } from 'zod'
import { groupSeatsEditSchema } from '@playhouse/domain/group-seats'
import { idSchema } from '@playhouse/domain/id'
import { moneySchema } from '@playhouse/domain/money'
import { bandSchema } from '@playhouse/domain/pricing'
import { endpoint } from './endpoint.ts'
import { seatNameFields } from './shared-fields.ts'

/** The reserved seats of a group or school with their prices, and the prices that they can get. */
const groupSeatsSchema = z.strictObject({
  /** Changes with each change of the seats or of the names of their people. */
  version: z.int().nonnegative(),
  /** Whether they can be changed: they are reserved, and in no basket. */
  isOpen: z.boolean(),
  /** The total at the price of each seat. */
  total: moneySchema,
  deposit: moneySchema,
  /** In the order of the plan. */
  seats: z.array(
    z.strictObject({
      ticket: idSchema,
      ...seatNameFields,
      band: bandSchema,
      priceType: z.string(),
      priceTypeName: z.string(),
      price: moneySchema,
    }),
  ),
  /** The price types that everyone may buy in the bands of the seats, at their current prices. */
  choices: z.array(z.strictObject({ band: bandSchema, priceType: z.string(), name: z.string(), price: moneySchema })),
})
/** The reserved seats of a group or school. */
export type GroupSeats = z.infer<typeof groupSeatsSchema>

const params = z.strictObject({ number: z.string().max(40) })

/** Endpoints of staff for the seats of a booking until it is paid. */
export const staffGroupSeats = {
  seats: endpoint('GET', '/staff/group-bookings/:number/seats', {
    summary: 'The reserved seats of a group or school with their prices; none once they are paid or on sale again',
    access: 'staff',
    permission: 'reserve',
    params,
    reply: groupSeatsSchema,
    problems: ['not-allowed', 'order-not-found'],
  }),
  setSeats: endpoint('PUT', '/staff/group-bookings/:number/seats', {
    summary:
      'Give reserved seats of a group other price types, or release them, all or none. Its invoice gets a credit note. Another `version` is the problem `changed-meanwhile`',
    access: 'staff',
    permission: 'reserve',
    params,
    body: groupSeatsEditSchema,
    reply: groupSeatsSchema,
    problems: ['not-allowed', 'order-not-found', 'reserved-order-locked', 'changed-meanwhile'],
  }),
} as const
