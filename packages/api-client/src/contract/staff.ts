import { z } from 'zod'
import { accessTypesSchema } from '@playhouse/domain/access'
import { idSchema } from '@playhouse/domain/id'
import { moneySchema } from '@playhouse/domain/money'
import { counterPaymentMethods, staffRoles } from '@playhouse/domain/staff'
import { instantSchema } from '@playhouse/domain/time'
import { basketSchema } from './basket.ts'
import { endpoint } from './endpoint.ts'
import { nameSchema } from './name.ts'
import { orderSummarySchema } from './me.ts'

const email = z.string().trim().toLowerCase().max(254).pipe(z.email())
const phone = z.string().trim().max(40)

/** Somebody as the box office finds them. Whatever they wrote of themselves is text and nothing else. */
const foundCustomerSchema = z.strictObject({
  id: idSchema,
  title: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  postcode: z.string().nullable(),
})
export type FoundCustomer = z.infer<typeof foundCustomerSchema>

/** What the box office should know of whom it sells to. */
export const counterCustomerSchema = foundCustomerSchema.extend({
  /** Names of memberships held today. */
  memberships: z.array(z.string()),
  /** What their access ID says; null without one. */
  access: accessTypesSchema.nullable(),
  credit: moneySchema,
  /** What they wrote on their last orders, the newest first. */
  notes: z.array(z.strictObject({ order: z.string(), at: instantSchema, note: z.string(), accessNote: z.string() })),
  /** What is reserved for them, then their last orders. */
  orders: z.array(orderSummarySchema),
})
export type CounterCustomer = z.infer<typeof counterCustomerSchema>

/** Who works at the counter, whom they sell to, and what is held for that. */
export const counterStateSchema = z.strictObject({
  clerk: z.strictObject({ id: idSchema, name: z.string(), email: z.string(), role: z.enum(staffRoles) }),
  /** Null for somebody who gave no name. */
  customer: counterCustomerSchema.nullable(),
  basket: basketSchema,
  /** How this house takes money at the counter. */
  ways: z.array(z.enum(counterPaymentMethods)),
  serverTime: instantSchema,
  /** Seconds without a call after which the clerk must sign in again. */
  idleSeconds: z.int().positive(),
})
export type CounterState = z.infer<typeof counterStateSchema>

const code = z.strictObject({ code: z.string().trim().min(6).max(40) })

/** Who works at the counter. Their accounts, cookies and sessions have nothing to do with those of customers. */
export const staff = {
  signIn: endpoint('POST', '/staff/sign-in', {
    summary: 'First factor: says which second one comes next, and opens nothing by itself',
    body: z.strictObject({ email, password: z.string().min(1).max(200) }),
    reply: z.strictObject({ next: z.enum(['code', 'enrol']) }),
    problems: ['login-failed', 'account-locked'],
  }),
  enrol: endpoint('POST', '/staff/enrolment', {
    summary: 'A secret for an authenticator app (RFC 6238), to be shown once and confirmed by a code',
    reply: z.strictObject({
      /** Base32, to be typed where no camera is at hand. */
      secret: z.string(),
      /** A QR code of the `otpauth:` address. */
      modules: z.strictObject({ size: z.int(), bits: z.string() }),
    }),
    problems: ['not-allowed'],
  }),
  confirmEnrolment: endpoint('POST', '/staff/enrolment/confirm', {
    summary: 'The first code of the authenticator; recovery codes are told now and never again',
    body: code,
    reply: z.strictObject({ recoveryCodes: z.array(z.string()) }),
    problems: ['not-allowed', 'login-failed'],
  }),
  prove: endpoint('POST', '/staff/second-factor', {
    summary: 'Second factor: a code of the authenticator, or a recovery code, each good once',
    body: code,
    reply: counterStateSchema,
    problems: ['not-allowed', 'login-failed'],
  }),
  signOut: endpoint('POST', '/staff/sign-out', {
    summary: 'Leave the counter; what is held for nobody any more goes free',
    access: 'staff',
    reply: z.strictObject({ signedOut: z.literal(true) }),
    problems: ['not-allowed'],
  }),
  desk: endpoint('GET', '/staff/desk', {
    summary: 'Who works here, whom they sell to, and what is held for that',
    access: 'staff',
    reply: counterStateSchema,
    problems: ['not-allowed'],
  }),
  findCustomers: endpoint('POST', '/staff/customers/search', {
    summary:
      'Find customers by name, e-mail address, telephone number, postcode, or name and postcode. A POST, so that none of these is in an address that proxies log',
    access: 'staff',
    body: z.strictObject({ query: z.string().trim().min(2).max(120) }),
    reply: z.strictObject({ customers: z.array(foundCustomerSchema) }),
    problems: ['not-allowed', 'no-customer', 'too-many-responses'],
  }),
  registerCustomer: endpoint('POST', '/staff/customers', {
    summary: 'Open an account for somebody at the counter, and sell to them; they choose a password by the usual mail',
    access: 'staff',
    body: z.strictObject({ email, title: z.string().trim().max(20), firstName: nameSchema, lastName: nameSchema, phone }),
    reply: counterStateSchema,
    problems: ['not-allowed', 'register-failed', 'basket-paying'],
  }),
  actFor: endpoint('POST', '/staff/acting-customer', {
    summary: 'Whom the box office sells to from here on; somebody without a name where null',
    access: 'staff',
    body: z.strictObject({ customer: idSchema.nullable() }),
    reply: counterStateSchema,
    problems: ['not-allowed', 'no-customer', 'basket-paying'],
  }),
}
