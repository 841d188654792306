import { z } from 'zod'
import { accessTypesSchema } from '@playhouse/domain/access'
import { accountGiftAidWordings, giftAidMethods } from '@playhouse/domain/giving'
import { idSchema } from '@playhouse/domain/id'
import { moneySchema } from '@playhouse/domain/money'
import { counterPaymentMethods } from '@playhouse/domain/counter-tender'
import { postalAddressSchema } from '@playhouse/domain/postal-address'
import { staffRoles } from '@playhouse/domain/staff'
import { instantSchema } from '@playhouse/domain/time'
import { addressSchema } from './address.ts'
import { basketSchema } from './basket.ts'
import { endpoint } from './endpoint.ts'
import { nameSchema } from './name.ts'
import { orderSummarySchema } from './me.ts'

const email = z.string().trim().toLowerCase().max(254).pipe(z.email())
const phone = z.string().trim().max(40)

/** A customer in the search results of the box office. Names are untrusted text. */
const foundCustomerSchema = z.strictObject({
  id: idSchema,
  title: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  postcode: z.string().nullable(),
})
/** A customer in the search results of the box office. */
export type FoundCustomer = z.infer<typeof foundCustomerSchema>

/** An order of a guest in the search results of the box office: guests have no account. Names are untrusted text. */
const guestOrderSchema = z.strictObject({
  number: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  placedAt: instantSchema,
})
/** An order of a guest in the search results of the box office. */
export type GuestOrder = z.infer<typeof guestOrderSchema>

/** The Gift Aid declaration of the customer whom the counter serves, and their home address. */
const counterGiftAidSchema = z.strictObject({
  isDeclared: z.boolean(),
  /** The version of the declaration's wording; null where the customer never declared. */
  wording: z.enum(accountGiftAidWordings).nullable(),
  /** The time of the declaration or of its withdrawal; null where the customer never declared. */
  saidAt: instantSchema.nullable(),
  /** How it was declared at the counter, and the staff user who recorded it; null where the customer did it online. */
  method: z.enum(giftAidMethods).nullable(),
  recordedBy: z.string().nullable(),
  /** The customer's home address; null where a declaration needs it first. */
  homeAddress: postalAddressSchema.nullable(),
})

/** The customer whom the counter serves, with memberships, access needs, credit, notes and orders. */
export const counterCustomerSchema = foundCustomerSchema.extend({
  /** Names of current memberships. */
  memberships: z.array(z.string()),
  /** Access needs that the access ID proves; null without one. */
  access: accessTypesSchema.nullable(),
  credit: moneySchema,
  /** Notes of the last orders, the newest first. */
  notes: z.array(
    z.strictObject({ order: z.string(), at: instantSchema, note: z.string(), accessNote: z.string(), dietaryNote: z.string() }),
  ),
  /** Reserved orders, then the last orders. */
  orders: z.array(orderSummarySchema),
  /** Null where the brand has no Gift Aid. */
  giftAid: counterGiftAidSchema.nullable(),
})
/** The customer whom the counter serves. */
export type CounterCustomer = z.infer<typeof counterCustomerSchema>

/** State of a counter: the staff user, the customer whom they serve, and the counter basket. */
export const counterStateSchema = z.strictObject({
  clerk: z.strictObject({ id: idSchema, name: z.string(), email: z.string(), role: z.enum(staffRoles) }),
  /** Null for a walk-in customer. */
  customer: counterCustomerSchema.nullable(),
  basket: basketSchema,
  /** Payment methods of the counter. */
  ways: z.array(z.enum(counterPaymentMethods)),
  serverTime: instantSchema,
  /** Seconds of inactivity after which the staff session ends. */
  idleSeconds: z.int().positive(),
  /** The counter of the training shop, or that of the shop for a clerk in training; absent where a deployment names none. */
  otherCounter: z.strictObject({ kind: z.enum(['training', 'shop']), origin: z.url({ protocol: /^https?$/ }) }).optional(),
})
/** State of a counter: staff user, customer and counter basket. */
export type CounterState = z.infer<typeof counterStateSchema>

const code = z.strictObject({ code: z.string().trim().min(6).max(40) })

/** Endpoints of staff sign-in and of the customer whom the counter serves. Staff accounts and sessions are separate from those of customers. */
export const staff = {
  signIn: endpoint('POST', '/staff/sign-in', {
    summary: 'First factor: returns the required second factor, and gives no access by itself',
    body: z.strictObject({ email, password: z.string().min(1).max(200) }),
    reply: z.strictObject({ next: z.enum(['code', 'enrol']) }),
    problems: ['login-failed', 'account-locked'],
  }),
  enrol: endpoint('POST', '/staff/enrolment', {
    summary: 'A secret for an authenticator app (RFC 6238), to be shown once and confirmed by a code',
    reply: z.strictObject({
      /** The secret in Base32, to be typed where no camera is available. */
      secret: z.string(),
      /** A QR code of the `otpauth:` address. */
      modules: z.strictObject({ size: z.int(), bits: z.string() }),
    }),
    problems: ['not-allowed'],
  }),
  confirmEnrolment: endpoint('POST', '/staff/enrolment/confirm', {
    summary: 'Confirm enrolment with the first code of the authenticator; the only reply with the recovery codes',
    body: code,
    reply: z.strictObject({ recoveryCodes: z.array(z.string()) }),
    problems: ['not-allowed', 'login-failed'],
  }),
  prove: endpoint('POST', '/staff/second-factor', {
    summary: 'Second factor: a code of the authenticator or a recovery code, each valid once',
    body: code,
    reply: counterStateSchema,
    problems: ['not-allowed', 'login-failed'],
  }),
  proveAgain: endpoint('POST', '/staff/second-factor/again', {
    summary: 'Second factor again, for permissions that need a fresh one; after too many wrong codes the staff session ends',
    access: 'staff',
    permission: 'sign-in',
    body: code,
    reply: z.strictObject({ proved: z.literal(true) }),
    problems: ['not-allowed', 'login-failed'],
  }),
  signOut: endpoint('POST', '/staff/sign-out', {
    summary: 'End the staff session and release the seats of the counter basket',
    access: 'staff',
    permission: 'sign-in',
    reply: z.strictObject({ signedOut: z.literal(true) }),
    problems: ['not-allowed'],
  }),
  desk: endpoint('GET', '/staff/desk', {
    summary: 'The state of the counter: staff user, customer and counter basket',
    access: 'staff',
    permission: 'sign-in',
    reply: counterStateSchema,
    problems: ['not-allowed'],
  }),
  findCustomers: endpoint('POST', '/staff/customers/search', {
    summary:
      'Find customers by name, e-mail address, telephone number, postcode, or name and postcode; and orders of guests by their name, e-mail address or telephone number: of more than 25 for an address or a number, the newest. A POST, so that none of these is in an address that proxies log',
    access: 'staff',
    permission: 'serve-customers',
    body: z.strictObject({ query: z.string().trim().min(2).max(120) }),
    reply: z.strictObject({
      customers: z.array(foundCustomerSchema),
      guestOrders: z.array(guestOrderSchema),
      hasMoreGuestOrders: z.boolean(),
    }),
    problems: ['not-allowed', 'no-customer', 'too-many-responses'],
  }),
  registerCustomer: endpoint('POST', '/staff/customers', {
    summary: 'Create an account for a customer at the counter and serve them; a mail lets them choose a password',
    access: 'staff',
    permission: 'serve-customers',
    body: z.strictObject({ email, title: z.string().trim().max(20), firstName: nameSchema, lastName: nameSchema, phone }),
    reply: counterStateSchema,
    problems: ['not-allowed', 'register-failed', 'basket-paying', 'payment-link-open'],
  }),
  actFor: endpoint('POST', '/staff/acting-customer', {
    summary: 'Set the customer whom the counter serves; null for a walk-in customer',
    access: 'staff',
    permission: 'serve-customers',
    body: z.strictObject({ customer: idSchema.nullable() }),
    reply: counterStateSchema,
    problems: ['not-allowed', 'no-customer', 'basket-paying', 'payment-link-open'],
  }),
  changeBirthDate: endpoint('PATCH', '/staff/acting-customer', {
    summary: 'Set the date of birth of the customer whom the counter serves, for memberships that depend on age',
    access: 'staff',
    permission: 'serve-customers',
    body: z.strictObject({ birthDate: z.iso.date() }),
    reply: counterStateSchema,
    problems: ['not-allowed', 'no-customer'],
  }),
  declareGiftAid: endpoint('PUT', '/staff/acting-customer/gift-aid', {
    summary:
      'Record that the customer declared Gift Aid on a signed form or orally. Of an oral declaration the customer gets a confirmation by mail',
    access: 'staff',
    permission: 'declare-gift-aid',
    body: z.strictObject({
      /** The customer on the screen of the clerk; another one is the problem `no-customer`. */
      customer: idSchema,
      wording: z.enum(accountGiftAidWordings),
      method: z.enum(giftAidMethods),
      /** Becomes the home address of the account; omit to use the one that it has. */
      address: addressSchema.optional(),
    }),
    reply: counterStateSchema,
    problems: ['not-allowed', 'no-customer', 'page-not-found', 'gift-aid-address-required', 'details-not-updated'],
  }),
  withdrawGiftAid: endpoint('DELETE', '/staff/acting-customer/gift-aid', {
    summary: 'Record that the customer withdraws the Gift Aid declaration',
    access: 'staff',
    permission: 'declare-gift-aid',
    body: z.strictObject({ customer: idSchema }),
    reply: counterStateSchema,
    problems: ['not-allowed', 'no-customer', 'page-not-found'],
  }),
}
