import { z } from 'zod'
import { accessTypes } from '@playhouse/domain/access'
import { contactChannels, contactPurposes } from '@playhouse/domain/account'
import { idSchema } from '@playhouse/domain/id'
import { instantSchema } from '@playhouse/domain/time'
import { addressSchema } from './basket.ts'
import { endpoint } from './endpoint.ts'
import { nameSchema } from './name.ts'
import { customerSchema } from './site.ts'

const shortText = z.string().trim().max(40)
const password = z.string().min(1).max(200)
const ofId = z.strictObject({ id: idSchema })

/** A brand asks for the date of birth, or for the year alone. */
const birthSchema = z.union([z.strictObject({ date: z.iso.date() }), z.strictObject({ year: z.int().min(1900).max(2100) })])
export const detailsSchema = customerSchema.extend({
  prefix: z.string(),
  middleName: z.string(),
  birth: birthSchema.nullable(),
})
export type Details = z.infer<typeof detailsSchema>

const addressUses = { isPrimary: z.boolean(), isBilling: z.boolean(), isDelivery: z.boolean() }
const savedAddressSchema = addressSchema.extend({ id: idSchema, ...addressUses })
export type SavedAddress = z.infer<typeof savedAddressSchema>
/** The primary one first, then as they came. */
const addressesSchema = z.strictObject({ addresses: z.array(savedAddressSchema) })

const permissionSchema = z.strictObject({ purpose: z.enum(contactPurposes), channel: z.enum(contactChannels), isAllowed: z.boolean() })
const preferencesSchema = z.strictObject({
  /** The version of the words that permission is asked in. */
  wording: z.string(),
  /** What the house asks for. `saidAt`: when it was last said, by the database's clock; null where nothing was. */
  permissions: z.array(permissionSchema.extend({ saidAt: instantSchema.nullable() })),
  interests: z.array(z.strictObject({ id: z.string(), name: z.string(), isChosen: z.boolean() })),
})
export type ContactPreferences = z.infer<typeof preferencesSchema>

const accessSchema = z.strictObject({
  accessId: z.string().nullable(),
  /** What the ID proves. `needsAisle`: a seat at an aisle suits them; no seat is chosen by it. */
  types: z.array(z.strictObject({ type: z.enum(accessTypes), needsAisle: z.boolean() })),
})
export type AccessEntitlement = z.infer<typeof accessSchema>

const cardSchema = z.strictObject({
  id: idSchema,
  /** All but its last four digits hidden. The number itself is the provider's alone. */
  maskedNumber: z.string(),
  cardholder: z.string(),
  /** `2031-04` */
  expires: z.string().regex(/^\d{4}-\d\d$/),
  isPreferred: z.boolean(),
})
const cardsSchema = z.strictObject({
  cards: z.array(cardSchema),
  /** Whether the payment provider keeps a card for the next payment. */
  canKeep: z.boolean(),
})
export type Cards = z.infer<typeof cardsSchema>

const declarationSchema = z.strictObject({
  /** The version of the words of the declaration. */
  wording: z.string(),
  isDeclared: z.boolean(),
  saidAt: instantSchema.nullable(),
})
/** Answers by question; what isn't answered isn't there. */
const surveySchema = z.strictObject({ answers: z.record(z.string().max(80), z.string().max(200)) })

/** Who the customer is, and what only they may know and change. Somebody else's address or card is not found. */
export const details = {
  change: endpoint('PATCH', '/me', {
    summary: 'Change my details',
    access: 'customer',
    body: z
      .strictObject({
        title: shortText,
        prefix: shortText,
        firstName: nameSchema,
        middleName: shortText,
        lastName: nameSchema,
        phone: shortText,
        birth: birthSchema.nullable(),
      })
      .partial(),
    reply: detailsSchema,
    problems: ['login-required', 'details-not-updated'],
  }),
  changeEmail: endpoint('POST', '/me/email', {
    summary:
      'Ask for a mail to another address of mine, whose link makes it the address of the account. The answer is the same whoever has it',
    access: 'customer',
    body: z.strictObject({ email: z.string().trim().toLowerCase().max(254).pipe(z.email()), currentPassword: password }),
    reply: z.strictObject({ asked: z.literal(true) }),
    problems: ['login-required', 'details-not-updated', 'account-locked'],
  }),
  confirmEmail: endpoint('POST', '/me/email/confirm', {
    summary: 'The token of that mail: once, within ten minutes. Tells the old address, and ends my other sessions',
    body: z.strictObject({ token: z.string().min(1).max(200) }),
    reply: z.strictObject({ email: z.string() }),
    problems: ['authentication-link-expired'],
  }),
  askGuestOrders: endpoint('POST', '/me/guest-orders', {
    summary: 'Ask for a mail to my address, whose link moves what I bought with it as a guest to my account. The answer is always the same',
    access: 'customer',
    reply: z.strictObject({ asked: z.literal(true) }),
    problems: ['login-required', 'not-allowed'],
  }),
  claimGuestOrders: endpoint('POST', '/me/guest-orders/claim', {
    summary: 'The token of that mail: once, within ten minutes, signed in to the account that asked for it',
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
    summary: 'One more address. A use that it takes on, another gives up; the first of all is the primary one',
    access: 'customer',
    body: addressSchema.extend(addressUses),
    reply: addressesSchema,
    problems: ['login-required', 'details-not-updated'],
  }),
  changeAddress: endpoint('PATCH', '/me/addresses/:id', {
    summary: 'Change an address, or what it is for. The primary one stays so until another is',
    access: 'customer',
    params: ofId,
    body: addressSchema.extend(addressUses).partial(),
    reply: addressesSchema,
    problems: ['login-required', 'details-not-updated', 'primary-address-kept'],
  }),
  removeAddress: endpoint('DELETE', '/me/addresses/:id', {
    summary: 'Remove an address; the primary one stays',
    access: 'customer',
    params: ofId,
    reply: addressesSchema,
    problems: ['login-required', 'primary-address-kept'],
  }),
  contactPreferences: endpoint('GET', '/me/contact-preferences', {
    summary: 'How I may be written to, and about what',
    access: 'customer',
    reply: preferencesSchema,
    problems: ['login-required', 'details-not-loaded'],
  }),
  setContactPreferences: endpoint('PUT', '/me/contact-preferences', {
    summary: 'Say some of it anew. Each word said is kept with its time, its wording and where it was said; what was never allowed is not',
    access: 'customer',
    body: z.strictObject({
      /** The wording that was read; a newer one must be read first. */
      wording: z.string().max(40),
      permissions: z.array(permissionSchema).max(contactChannels.length * contactPurposes.length),
      interests: z.array(z.string().max(40)).max(50).optional(),
      /** Where it is said. */
      source: z.enum(['account', 'checkout']).optional(),
    }),
    reply: preferencesSchema,
    problems: ['login-required', 'contact-permissions-not-updated'],
  }),
  setPassword: endpoint('PUT', '/me/password', {
    summary: 'Another password; ends my other sessions',
    access: 'customer',
    body: z.strictObject({ currentPassword: password, newPassword: password }),
    reply: z.strictObject({ changed: z.literal(true) }),
    problems: ['login-required', 'password-not-updated', 'account-locked', 'password-too-common'],
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
  giftAid: endpoint('GET', '/me/gift-aid', {
    summary: 'Whether I declared Gift Aid for what I give',
    access: 'customer',
    reply: declarationSchema,
    problems: ['login-required', 'details-not-loaded'],
  }),
  setGiftAid: endpoint('PUT', '/me/gift-aid', {
    summary: 'Declare Gift Aid, or take it back; what was said is kept with its time',
    access: 'customer',
    body: z.strictObject({ wording: z.string().max(40), isDeclared: z.boolean() }),
    reply: declarationSchema,
    problems: ['login-required', 'details-not-updated'],
  }),
  survey: endpoint('GET', '/me/survey', {
    summary: 'What I answered to the questions of the house',
    access: 'customer',
    reply: surveySchema,
    problems: ['login-required', 'details-not-loaded'],
  }),
  answerSurvey: endpoint('PUT', '/me/survey', {
    summary: 'My answers, all of them; what is left out is forgotten',
    access: 'customer',
    body: surveySchema,
    reply: surveySchema,
    problems: ['login-required', 'details-not-updated'],
  }),
}
