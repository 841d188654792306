import { z } from 'zod'
import { idSchema } from '@playhouse/domain/id'
import { instantSchema } from '@playhouse/domain/time'
import { addressSchema } from '../basket.ts'
import { endpoint } from '../endpoint.ts'
import { customerSchema } from '../site.ts'

const name = z.string().trim().min(1).max(80)
const password = z.string().min(1).max(200)
const ofId = z.strictObject({ id: idSchema })

/** A brand asks for the date of birth, or for the year alone. */
const birthSchema = z.union([z.strictObject({ date: z.iso.date() }), z.strictObject({ year: z.int().min(1900).max(2100) })])
const detailsSchema = customerSchema.extend({ birth: birthSchema.nullable() })

const uses = { isPrimary: z.boolean(), isBilling: z.boolean(), isDelivery: z.boolean() }
const savedAddressSchema = addressSchema.extend({ id: idSchema, ...uses })
const addressesSchema = z.strictObject({ addresses: z.array(savedAddressSchema) })

const channels = ['email', 'post', 'phone', 'text'] as const
const preferencesSchema = z.strictObject({
  permissions: z.array(
    z.strictObject({
      channel: z.enum(channels),
      isAllowed: z.boolean(),
      /** When it was last said, by the database's clock. */
      saidAt: instantSchema.nullable(),
    }),
  ),
  interests: z.array(z.strictObject({ id: z.string(), name: z.string(), isChosen: z.boolean() })),
})

/** Needs that an access ID proves. Those with `needsAisle` are offered seats at the aisle. */
const accessTypes = [
  'assistance-dog',
  'hearing-assistance',
  'visual-assistance',
  'plus-one',
  'toilet',
  'distances',
  'wheelchair',
  'standing-or-queuing',
  'miscellaneous',
] as const
const accessSchema = z.strictObject({
  accessId: z.string().nullable(),
  types: z.array(z.strictObject({ type: z.enum(accessTypes), description: z.string(), needsAisle: z.boolean() })),
})

const cardSchema = z.strictObject({
  id: idSchema,
  /** All but its last four digits hidden. The number itself is the provider's alone. */
  maskedNumber: z.string(),
  cardholder: z.string(),
  /** `2031-04` */
  expires: z.string().regex(/^\d{4}-\d\d$/),
  isPreferred: z.boolean(),
})
const cardsSchema = z.strictObject({ cards: z.array(cardSchema) })

/** Who the customer is, and what only they may know and change. */
export const details = {
  change: endpoint('PATCH', '/me', {
    summary: 'Change my details; another e-mail address needs the password',
    access: 'customer',
    body: z
      .strictObject({
        title: z.string().trim().max(20),
        firstName: name,
        lastName: name,
        phone: z.string().trim().max(40),
        birth: birthSchema.nullable(),
        email: z.string().trim().toLowerCase().max(254).pipe(z.email()),
        currentPassword: password,
      })
      .partial()
      .refine(({ email, currentPassword }) => email === undefined || currentPassword !== undefined, { path: ['currentPassword'] }),
    reply: detailsSchema,
    problems: ['login-required', 'details-not-updated'],
  }),
  addresses: endpoint('GET', '/me/addresses', {
    summary: 'My addresses',
    access: 'customer',
    reply: addressesSchema,
    problems: ['login-required', 'details-not-loaded'],
  }),
  addAddress: endpoint('POST', '/me/addresses', {
    summary: 'One more address',
    access: 'customer',
    body: addressSchema.extend(uses),
    reply: addressesSchema,
    problems: ['login-required', 'details-not-updated'],
  }),
  changeAddress: endpoint('PATCH', '/me/addresses/:id', {
    summary: 'Change an address, or what it is for',
    access: 'customer',
    params: ofId,
    body: addressSchema.extend(uses).partial(),
    reply: addressesSchema,
    problems: ['login-required', 'details-not-updated'],
  }),
  removeAddress: endpoint('DELETE', '/me/addresses/:id', {
    summary: 'Remove an address; the primary one stays',
    access: 'customer',
    params: ofId,
    reply: addressesSchema,
    problems: ['login-required', 'details-not-updated'],
  }),
  contactPreferences: endpoint('GET', '/me/contact-preferences', {
    summary: 'How I may be written to, and about what',
    access: 'customer',
    reply: preferencesSchema,
    problems: ['login-required', 'details-not-loaded'],
  }),
  setContactPreferences: endpoint('PUT', '/me/contact-preferences', {
    summary: 'Say it anew; what is not said is not allowed',
    access: 'customer',
    body: z.strictObject({ allowed: z.array(z.enum(channels)).max(channels.length), interests: z.array(z.string().max(40)).max(50) }),
    reply: preferencesSchema,
    problems: ['login-required', 'contact-permissions-not-updated'],
  }),
  setPassword: endpoint('PUT', '/me/password', {
    summary: 'Another password; ends my other sessions',
    access: 'customer',
    body: z.strictObject({ currentPassword: password, newPassword: password }),
    reply: z.strictObject({ changed: z.literal(true) }),
    problems: ['login-required', 'password-not-updated', 'password-too-common'],
  }),
  access: endpoint('GET', '/me/access', {
    summary: 'My access ID and what it gives',
    access: 'customer',
    reply: accessSchema,
    problems: ['login-required', 'details-not-loaded'],
  }),
  applyAccess: endpoint('PUT', '/me/access', {
    summary: 'Apply an access ID: access prices and seats appear',
    access: 'customer',
    body: z.strictObject({ accessId: z.string().trim().min(1).max(40) }),
    reply: accessSchema,
    problems: ['login-required', 'access-code-invalid'],
  }),
  removeAccess: endpoint('DELETE', '/me/access', {
    summary: 'Remove the access ID',
    access: 'customer',
    reply: accessSchema,
    problems: ['login-required'],
  }),
  cards: endpoint('GET', '/me/cards', {
    summary: 'Cards kept at the payment provider',
    access: 'customer',
    reply: cardsSchema,
    problems: ['login-required', 'details-not-loaded'],
  }),
  preferCard: endpoint('PATCH', '/me/cards/:id', {
    summary: 'Prefer this card',
    access: 'customer',
    params: ofId,
    body: z.strictObject({ isPreferred: z.literal(true) }),
    reply: cardsSchema,
    problems: ['login-required', 'details-not-updated'],
  }),
  removeCard: endpoint('DELETE', '/me/cards/:id', {
    summary: 'Forget this card',
    access: 'customer',
    params: ofId,
    reply: cardsSchema,
    problems: ['login-required', 'details-not-updated'],
  }),
}
