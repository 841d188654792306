import { z } from 'zod'
import { idSchema, slugSchema } from '@playhouse/domain/id'
import { moneySchema } from '@playhouse/domain/money'
import { instantSchema } from '@playhouse/domain/time'
import { endpoint } from './endpoint.ts'
import { nameSchema } from './name.ts'

const heldMembershipSchema = z.strictObject({
  id: idSchema,
  membership: slugSchema,
  name: z.string(),
  startsOn: z.iso.date(),
  expiresOn: z.iso.date(),
  /** What it gives: a path of the shop, or an address of the house's own pages. */
  benefits: z.string().nullable(),
})
/** Those that are held first, the one that lasts longest first of all. */
const membershipsSchema = z.strictObject({ memberships: z.array(heldMembershipSchema) })
export type HeldMembership = z.infer<typeof heldMembershipSchema>

const ticketSubscriptionSchema = z.strictObject({
  id: idSchema,
  name: z.string(),
  pricingStructure: z.string(),
  price: moneySchema,
  issuedOn: z.iso.date(),
  expiresOn: z.iso.date(),
  vouchersAvailable: z.int().nonnegative(),
  vouchersUsed: z.int().nonnegative(),
})
export type TicketSubscription = z.infer<typeof ticketSubscriptionSchema>

const giftSchema = z.strictObject({ at: instantSchema, fund: z.string(), appeal: z.string().nullable(), total: moneySchema })

/** People of one household, the customer first; one of them is who books now. */
const householdSchema = z.strictObject({
  members: z.array(z.strictObject({ id: idSchema, firstName: z.string(), lastName: z.string(), isBooking: z.boolean() })),
})
export type Household = z.infer<typeof householdSchema>

/** What the customer holds with the house. */
export const holdings = {
  memberships: endpoint('GET', '/me/memberships', {
    summary: 'Memberships I hold or held',
    access: 'customer',
    reply: membershipsSchema,
    problems: ['login-required', 'details-not-loaded'],
  }),
  subscriptions: endpoint('GET', '/me/subscriptions', {
    summary: 'Ticket subscriptions and their vouchers',
    access: 'customer',
    reply: z.strictObject({ subscriptions: z.array(ticketSubscriptionSchema) }),
    problems: ['login-required', 'details-not-loaded'],
  }),
  giving: endpoint('GET', '/me/giving', {
    summary: 'What I gave, the newest first',
    access: 'customer',
    reply: z.strictObject({ entries: z.array(giftSchema) }),
    problems: ['login-required', 'details-not-loaded'],
  }),
  household: endpoint('GET', '/me/household', {
    summary: 'Who is in my household',
    access: 'customer',
    reply: householdSchema,
    problems: ['login-required', 'details-not-loaded'],
  }),
  addMember: endpoint('POST', '/me/household', {
    summary: 'One more person of my household',
    access: 'customer',
    body: z.strictObject({ firstName: nameSchema, lastName: nameSchema }),
    reply: householdSchema,
    problems: ['login-required', 'details-not-updated'],
  }),
  removeMember: endpoint('DELETE', '/me/household/:id', {
    summary: 'Somebody who is no longer of my household; where they were booking, I am',
    access: 'customer',
    params: z.strictObject({ id: idSchema }),
    reply: householdSchema,
    problems: ['login-required', 'details-not-updated'],
  }),
  bookFor: endpoint('PUT', '/me/household', {
    summary: 'Who of the household is booking',
    access: 'customer',
    body: z.strictObject({ booking: idSchema }),
    reply: householdSchema,
    problems: ['login-required', 'details-not-updated', 'basket-paying'],
  }),
}
