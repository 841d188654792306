import { z } from 'zod'
import { groupNamesEditSchema } from '@playhouse/domain/group-names'
import { idSchema } from '@playhouse/domain/id'
import { instantSchema } from '@playhouse/domain/time'
import { endpoint } from './endpoint.ts'
import { seatNameFields } from './shared-fields.ts'

/** The names of the people of a group or school, by the seats of its booking. */
const groupNamesSchema = z.strictObject({
  /** Name of the group or school. */
  group: z.string(),
  performance: z.strictObject({ title: z.string(), startsAt: instantSchema, timeZone: z.string() }),
  /** Changes with each change of the names. */
  version: z.int().nonnegative(),
  /** Whether they can be changed: the booking has its seats, and its performance has not begun. */
  isOpen: z.boolean(),
  /** Its tickets in the order of the plan, without returned ones; none once its seats are on sale again. An empty name is none. */
  seats: z.array(z.strictObject({ ticket: idSchema, ...seatNameFields, priceTypeName: z.string(), name: z.string() })),
})
/** The names of the people of a group or school. */
export type GroupNames = z.infer<typeof groupNamesSchema>

const params = z.strictObject({ number: z.string().max(40) })
const reading = { params, reply: groupNamesSchema } as const
const editing = { params, body: groupNamesEditSchema, reply: groupNamesSchema } as const

/** The same for staff. */
export const staffGroupNames = {
  names: endpoint('GET', '/staff/group-bookings/:number/names', {
    summary: 'The names of the people of a group or school, by seat',
    access: 'staff',
    permission: 'reserve',
    ...reading,
    problems: ['not-allowed', 'order-not-found'],
  }),
  setNames: endpoint('PUT', '/staff/group-bookings/:number/names', {
    summary:
      'Name the people of a group or school until the performance begins, all or none. Another `version` is the problem `changed-meanwhile`',
    access: 'staff',
    permission: 'reserve',
    ...editing,
    problems: ['not-allowed', 'order-not-found', 'reserved-order-locked', 'changed-meanwhile'],
  }),
} as const

/** Endpoints of the contact of a booking, by the number of its reserved order or of the order that it became. */
export const groupNames = {
  names: endpoint('GET', '/me/orders/:number/names', {
    summary: 'The names of the people of my group or school, by seat',
    access: 'customer',
    ...reading,
    problems: ['login-required', 'order-not-found'],
  }),
  setNames: endpoint('PUT', '/me/orders/:number/names', {
    summary:
      'Name the people of my group or school until the performance begins, all or none. Another `version` is the problem `changed-meanwhile`',
    access: 'customer',
    ...editing,
    problems: ['login-required', 'order-not-found', 'reserved-order-locked', 'changed-meanwhile'],
  }),
} as const
