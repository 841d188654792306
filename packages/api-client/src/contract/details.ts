import { z } from 'zod'
import { accessTypes } from '@playhouse/domain/access'
import { contactChannels, contactPurposes } from '@playhouse/domain/account'
import { addressTypes, type AddressUses } from '@playhouse/domain/address-use'
import type { EditableDetail } from '@playhouse/domain/customer'
import { idSchema } from '@playhouse/domain/id'
import { postalAddressSchema } from '@playhouse/domain/postal-address'
import { instantSchema } from '@playhouse/domain/time'
import { addressSchema } from './address.ts'
import { endpoint } from './endpoint.ts'
import { nameSchema } from './name.ts'
import { customerSchema } from './site.ts'

const shortText = z.string().trim().max(40)
const password = z.string().min(1).max(200)
const ofId = z.strictObject({ id: idSchema })

/** Date or year of birth, whichever the brand asks for. */
const birthSchema = z.union([z.strictObject({ date: z.iso.date() }), z.strictObject({ year: z.int().min(1900).max(2100) })])
/** The details that a customer may change: every editable field of `customerFields`. */
const editableDetails = {
  title: shortText,
  prefix: shortText,
  firstName: nameSchema,
  middleName: shortText,
  lastName: nameSchema,
  phone: shortText,
  birth: birthSchema.nullable(),
} as const satisfies Record<EditableDetail, z.ZodType>
/** Personal details of a customer. */
export const detailsSchema = customerSchema.extend({
  prefix: z.string(),
  middleName: z.string(),
  birth: birthSchema.nullable(),
})
/** Personal details of a customer. */
export type Details = z.infer<typeof detailsSchema>

const addressUses = { isPrimary: z.boolean(), isBilling: z.boolean(), isDelivery: z.boolean() } satisfies Record<
  keyof AddressUses,
  z.ZodType
>
/** The uses of an address in a request: by its type, by flags, or by both, where a flag overrides the type. */
const requestedUses = {
  isPrimary: z.boolean().optional(),
  isBilling: z.boolean().optional(),
  isDelivery: z.boolean().optional(),
  type: z.enum(addressTypes).optional(),
} satisfies Record<keyof AddressUses | 'type', z.ZodType>
const savedAddressSchema = addressSchema.extend({ id: idSchema, ...addressUses })
/** An address of a customer's address book and its uses. */
export type SavedAddress = z.infer<typeof savedAddressSchema>
/** Saved addresses: the primary one first, then in order of creation. */
const addressesSchema = z.strictObject({ addresses: z.array(savedAddressSchema) })

const permissionSchema = z.strictObject({ purpose: z.enum(contactPurposes), channel: z.enum(contactChannels), isAllowed: z.boolean() })
const preferencesSchema = z.strictObject({
  /** Version of the wording of the permissions. */
  wording: z.string(),
  /** Permissions that the theatre asks for. `saidAt`: when the customer last answered, by the database's clock; null before the first answer. */
  permissions: z.array(permissionSchema.extend({ saidAt: instantSchema.nullable() })),
  interests: z.array(z.strictObject({ id: z.string(), name: z.string(), isChosen: z.boolean() })),
})
/** Contact permissions and interests of a customer. */
export type ContactPreferences = z.infer<typeof preferencesSchema>

const accessSchema = z.strictObject({
  accessId: z.string().nullable(),
  /** Access needs that the access ID proves. `needsAisle`: a seat at an aisle suits them. */
  types: z.array(z.strictObject({ type: z.enum(accessTypes), needsAisle: z.boolean() })),
})
/** The access ID of a customer and the access needs it proves. */
export type AccessEntitlement = z.infer<typeof accessSchema>

const cardSchema = z.strictObject({
  id: idSchema,
  /** The payment provider's name of the card scheme, such as `visa`; null where it is unknown. */
  brand: z.string().nullable(),
  /** Masked except for its last four digits. Only the payment provider has the full number. */
  maskedNumber: z.string(),
  cardholder: z.string(),
  /** `2031-04` */
  expires: z.string().regex(/^\d{4}-\d\d$/),
  /** The billing address, as far as the payment provider knows it. */
  address: z
    .strictObject({
      line1: z.string().nullable(),
      line2: z.string().nullable(),
      city: z.string().nullable(),
      postcode: z.string().nullable(),
      country: z.string().nullable(),
    })
    .nullable(),
  isPreferred: z.boolean(),
})
const cardsSchema = z.strictObject({
  cards: z.array(cardSchema),
  /** Whether the payment provider can save cards. */
  canKeep: z.boolean(),
})
/** Saved cards of a customer. */
export type Cards = z.infer<typeof cardsSchema>

const directDebitSchema = z.strictObject({
  id: idSchema,
  /** The plan id, for the customer and the box office. */
  planId: z.string(),
  scheme: z.enum(['bacs', 'sepa']),
  /** `created`: the customer has not agreed yet. `pending`: the bank has not confirmed it. */
  state: z.enum(['created', 'pending', 'active', 'failed', 'cancelled']),
  /** The reference on bank statements; null before the customer agrees. */
  reference: z.string().nullable(),
  /** The account, masked except for its last four digits. */
  maskedAccount: z.string().nullable(),
})
/** A direct debit mandate of a customer. */
export type DirectDebit = z.infer<typeof directDebitSchema>
const directDebitsSchema = z.strictObject({
  directDebits: z.array(directDebitSchema),
  /** Whether the payment provider takes direct debits in the shop's currency. */
  canSetUp: z.boolean(),
})
/** Direct debit mandates of a customer. */
export type DirectDebits = z.infer<typeof directDebitsSchema>

const declarationSchema = z.strictObject({
  /** Version of the wording of the declaration. */
  wording: z.string(),
  isDeclared: z.boolean(),
  saidAt: instantSchema.nullable(),
  /** The name and the home address that are stored with the declaration; null for a withdrawal, and for older declarations. */
  donor: z.strictObject({ title: z.string(), firstName: z.string(), lastName: z.string(), address: postalAddressSchema }).nullable(),
  /** Whether the account lacks the name or the home address that a declaration needs. */
  needsAddress: z.boolean(),
})
/** Answers by question id; unanswered questions are absent. */
const surveySchema = z.strictObject({ answers: z.record(z.string().max(80), z.string().max(200)) })

/** Endpoints of a customer's details, addresses, preferences, access ID and cards. An address or card of another customer is `page-not-found`. */
export const details = {
  change: endpoint('PATCH', '/me', {
    summary: 'Change my details',
    access: 'customer',
    body: z.strictObject(editableDetails).partial(),
    reply: detailsSchema,
    problems: ['login-required', 'details-not-updated'],
  }),
  changeEmail: endpoint('POST', '/me/email', {
    summary:
      'Request a mail to a new address, whose link makes it the address of the account. The reply is the same for a known and an unknown address',
    access: 'customer',
    body: z.strictObject({ email: z.string().trim().toLowerCase().max(254).pipe(z.email()), currentPassword: password }),
    reply: z.strictObject({ asked: z.literal(true) }),
    problems: ['login-required', 'details-not-updated', 'account-locked'],
  }),
  confirmEmail: endpoint('POST', '/me/email/confirm', {
    summary:
      'Confirm the new address with the token of that mail, once, within ten minutes. Notifies the old address and ends my other sessions',
    body: z.strictObject({ token: z.string().min(1).max(200) }),
    reply: z.strictObject({ email: z.string() }),
    problems: ['authentication-link-expired'],
  }),
  askGuestOrders: endpoint('POST', '/me/guest-orders', {
    summary: 'Request a mail to my address, whose link moves my guest orders to my account. The reply is always the same',
    access: 'customer',
    reply: z.strictObject({ asked: z.literal(true) }),
    problems: ['login-required', 'not-allowed'],
  }),
  claimGuestOrders: endpoint('POST', '/me/guest-orders/claim', {
    summary: 'Move my guest orders with the token of that mail, once, within ten minutes, signed in to the account that requested it',
    access: 'customer',
    body: z.strictObject({ token: z.string().min(1).max(200) }),
    reply: z.strictObject({ moved: z.int().nonnegative() }),
    problems: ['login-required', 'authentication-link-expired'],
  }),
  addresses: endpoint('GET', '/me/addresses', {
    summary: 'My addresses',
    access: 'customer',
    reply: addressesSchema,
    problems: ['login-required', 'details-not-loaded'],
  }),
  addAddress: endpoint('POST', '/me/addresses', {
    summary:
      'Add an address. Each use belongs to one address; the first address is the primary one. The type `both` is for billing and delivery',
    access: 'customer',
    body: addressSchema.extend(requestedUses),
    reply: addressesSchema,
    problems: ['login-required', 'details-not-updated'],
  }),
  changeAddress: endpoint('PATCH', '/me/addresses/:id', {
    summary: 'Change an address or its uses. The primary address stays primary until another one becomes primary',
    access: 'customer',
    params: ofId,
    body: addressSchema.extend(requestedUses).partial(),
    reply: addressesSchema,
    problems: ['login-required', 'details-not-updated', 'primary-address-kept'],
  }),
  removeAddress: endpoint('DELETE', '/me/addresses/:id', {
    summary: 'Remove an address; the primary one cannot be removed',
    access: 'customer',
    params: ofId,
    reply: addressesSchema,
    problems: ['login-required', 'primary-address-kept'],
  }),
  contactPreferences: endpoint('GET', '/me/contact-preferences', {
    summary: 'My contact permissions and interests',
    access: 'customer',
    reply: preferencesSchema,
    problems: ['login-required', 'details-not-loaded'],
  }),
  setContactPreferences: endpoint('PUT', '/me/contact-preferences', {
    summary: 'Change contact permissions. Each answer is stored with its time, wording and source; the default is not allowed',
    access: 'customer',
    body: z.strictObject({
      /** Version of the wording that the customer read; an outdated one is rejected. */
      wording: z.string().max(40),
      permissions: z.array(permissionSchema).max(contactChannels.length * contactPurposes.length),
      interests: z.array(z.string().max(40)).max(50).optional(),
      /** Page on which the customer answered. */
      source: z.enum(['account', 'checkout']).optional(),
    }),
    reply: preferencesSchema,
    problems: ['login-required', 'contact-permissions-not-updated'],
  }),
  setPassword: endpoint('PUT', '/me/password', {
    summary: 'Change my password; ends my other sessions',
    access: 'customer',
    body: z.strictObject({ currentPassword: password, newPassword: password }),
    reply: z.strictObject({ changed: z.literal(true) }),
    problems: ['login-required', 'password-not-updated', 'account-locked', 'password-too-common'],
  }),
  access: endpoint('GET', '/me/access', {
    summary: 'My access ID and the access needs it proves',
    access: 'customer',
    reply: accessSchema,
    problems: ['login-required', 'details-not-loaded'],
  }),
  applyAccess: endpoint('PUT', '/me/access', {
    summary: 'Apply an access ID: access prices and seats become available',
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
  directDebits: endpoint('GET', '/me/direct-debits', {
    summary: 'My direct debits',
    access: 'customer',
    reply: directDebitsSchema,
    problems: ['login-required', 'details-not-loaded'],
  }),
  setUpDirectDebit: endpoint('POST', '/me/direct-debits', {
    summary: 'Set up a direct debit on the payment provider’s page; null if I have one',
    access: 'customer',
    reply: z.strictObject({ directDebit: idSchema, redirectUrl: z.url().nullable() }),
    problems: ['login-required', 'details-not-updated', 'page-not-found', 'payment-unreachable'],
  }),
  directDebit: endpoint('GET', '/me/direct-debits/:id', {
    summary: 'The state of a direct debit, from the payment provider while it is not decided',
    access: 'customer',
    params: ofId,
    reply: directDebitSchema,
    problems: ['login-required', 'details-not-loaded', 'page-not-found'],
  }),
  cancelDirectDebit: endpoint('DELETE', '/me/direct-debits/:id', {
    summary: 'Cancel a direct debit',
    access: 'customer',
    params: ofId,
    reply: directDebitsSchema,
    problems: ['login-required', 'details-not-updated', 'page-not-found', 'payment-unreachable'],
  }),
  cards: endpoint('GET', '/me/cards', {
    summary: 'My cards saved at the payment provider',
    access: 'customer',
    reply: cardsSchema,
    problems: ['login-required', 'details-not-loaded'],
  }),
  preferCard: endpoint('PATCH', '/me/cards/:id', {
    summary: 'Make this card the preferred one',
    access: 'customer',
    params: ofId,
    body: z.strictObject({ isPreferred: z.literal(true) }),
    reply: cardsSchema,
    problems: ['login-required', 'details-not-updated'],
  }),
  removeCard: endpoint('DELETE', '/me/cards/:id', {
    summary: 'Remove a saved card',
    access: 'customer',
    params: ofId,
    reply: cardsSchema,
    problems: ['login-required', 'details-not-updated'],
  }),
  giftAid: endpoint('GET', '/me/gift-aid', {
    summary: 'My Gift Aid declaration',
    access: 'customer',
    reply: declarationSchema,
    problems: ['login-required', 'details-not-loaded'],
  }),
  setGiftAid: endpoint('PUT', '/me/gift-aid', {
    summary: 'Make or withdraw the Gift Aid declaration; it is stored with its time',
    access: 'customer',
    body: z.strictObject({ wording: z.string().max(40), isDeclared: z.boolean() }),
    reply: declarationSchema,
    problems: ['login-required', 'details-not-updated', 'gift-aid-address-required'],
  }),
  survey: endpoint('GET', '/me/survey', {
    summary: 'My answers to the survey of the theatre',
    access: 'customer',
    reply: surveySchema,
    problems: ['login-required', 'details-not-loaded'],
  }),
  answerSurvey: endpoint('PUT', '/me/survey', {
    summary: 'Replace all my answers to the survey; omitted answers are deleted',
    access: 'customer',
    body: surveySchema,
    reply: surveySchema,
    problems: ['login-required', 'details-not-updated'],
  }),
}
