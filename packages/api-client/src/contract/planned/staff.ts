import { z } from 'zod'
import { idSchema, seatIdSchema, slugSchema } from '@playhouse/domain/id'
import { instantSchema } from '@playhouse/domain/time'
import { basketSchema } from '../basket.ts'
import { endpoint } from '../endpoint.ts'
import { sessionSchema } from '../site.ts'

const ofInstance = z.strictObject({ instance: slugSchema })
const seats = z.array(seatIdSchema).min(1).max(500)
const priced = z
  .array(z.strictObject({ seat: seatIdSchema, priceType: z.string().max(40) }))
  .min(1)
  .max(500)
const claiming = ['not-allowed', 'instance-unavailable', 'instance-passed', 'seats-taken', 'seat-unknown'] as const

/** The box office. Each call is recorded under the name of whoever made it. */
export const staff = {
  findCustomers: endpoint('GET', '/staff/customers', {
    summary: 'Find a customer by name, e-mail address or postcode',
    access: 'staff',
    query: z.strictObject({ query: z.string().trim().min(2).max(120) }),
    reply: z.strictObject({
      customers: z.array(
        z.strictObject({ id: idSchema, firstName: z.string(), lastName: z.string(), email: z.string(), postcode: z.string().nullable() }),
      ),
    }),
    problems: ['not-allowed', 'no-customer', 'too-many-responses'],
  }),
  actFor: endpoint('POST', '/staff/acting-customer', {
    summary: 'Whom the box office books for from here on; nobody where null',
    access: 'staff',
    body: z.strictObject({ customer: idSchema.nullable() }),
    reply: sessionSchema,
    problems: ['not-allowed', 'no-customer', 'basket-paying'],
  }),
  hold: endpoint('POST', '/staff/instances/:instance/holds', {
    summary: 'Hold seats for the acting customer: any price type, beyond the limits of the web',
    access: 'staff',
    params: ofInstance,
    body: z.strictObject({ seats: priced }),
    reply: basketSchema,
    problems: [...claiming, 'basket-expired', 'basket-paying', 'price-type-unavailable'],
  }),
  reserve: endpoint('POST', '/staff/instances/:instance/reservations', {
    summary: 'Keep seats for the acting customer until a time; they pay later',
    access: 'staff',
    params: ofInstance,
    body: z.strictObject({ seats: priced, heldUntil: instantSchema, note: z.string().max(500) }),
    reply: z.strictObject({ order: z.string(), heldUntil: instantSchema }),
    problems: [...claiming, 'no-customer', 'price-type-unavailable'],
  }),
  block: endpoint('POST', '/staff/instances/:instance/blocks', {
    summary: 'Take seats off sale',
    access: 'staff',
    params: ofInstance,
    body: z.strictObject({ seats, reason: z.string().trim().min(1).max(200) }),
    reply: z.strictObject({ block: idSchema, seats }),
    problems: claiming,
  }),
  unblock: endpoint('DELETE', '/staff/instances/:instance/blocks/:block', {
    summary: 'Put blocked seats on sale again',
    access: 'staff',
    params: ofInstance.extend({ block: idSchema }),
    reply: z.strictObject({ block: idSchema, seats }),
    problems: ['not-allowed', 'instance-unavailable'],
  }),
}
