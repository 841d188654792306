import { z } from 'zod'
import { idSchema, seatIdSchema, slugSchema } from '@playhouse/domain/id'
import { autoRenewalStates } from '@playhouse/domain/held-membership'
import { lastGiftDay, monthlyGiftStates } from '@playhouse/domain/monthly-gift'
import { chargeMeans } from '@playhouse/domain/recurring-charge'
import { membershipStates } from '@playhouse/domain/membership-term'
import { moneySchema } from '@playhouse/domain/money'
import { instantSchema } from '@playhouse/domain/time'
import { translatedTextSchema } from '@playhouse/domain/translated-text'
import { donationChoices } from './basket-item.ts'
import { endpoint } from './endpoint.ts'
import { nameSchema } from './name.ts'
import { seatNameFields, titleFields } from './shared-fields.ts'

const heldMembershipSchema = z.strictObject({
  id: idSchema,
  membership: slugSchema,
  name: z.string(),
  /** The end of the path of its page below `/contributions/memberships`. */
  link: z.string(),
  /** The number of its constituency type in the theatre's CRM; null without one. */
  constituencyTypeId: z.int().positive().nullable(),
  customerId: z.string(),
  /** The name of the member. */
  customerName: z.string(),
  state: z.enum(membershipStates),
  startsOn: z.iso.date(),
  expiresOn: z.iso.date(),
  /** The last day of the benefits while an automatic renewal is not decided; null without one. */
  graceUntil: z.iso.date().nullable(),
  /** What it costs to renew it now, and the first day of the new term; null outside the renewal window. */
  renewal: z.strictObject({ price: moneySchema, startsOn: z.iso.date() }).nullable(),
  /** The memberships that it can be upgraded to: what is left to pay today, after the credit of its unused part. */
  upgrades: z.array(z.strictObject({ membership: slugSchema, name: z.string(), credit: moneySchema, price: moneySchema })),
  /** The automatic renewal that the member has agreed to. `on`: the day of the next charge; null while a payment is under way. */
  autoRenewal: z
    .strictObject({
      amount: moneySchema,
      means: z.enum(chargeMeans),
      state: z.enum(autoRenewalStates),
      on: z.iso.date().nullable(),
    })
    .nullable(),
  /**
   * What the member can agree to: the amount, the day of the first charge by what pays, and the length of an automatic renewal; null
   * where it is on, or not offered.
   */
  autoRenewalOffer: z
    .strictObject({
      amount: moneySchema,
      on: z.strictObject({ card: z.iso.date(), 'direct-debit': z.iso.date() }),
      months: z.int().positive(),
    })
    .nullable(),
  /** Page of the benefits: a path of the shop or a URL of the theatre; null without one. */
  benefits: z.string().nullable(),
})
/** Memberships: current ones first, sorted by expiry, the latest first. */
const membershipsSchema = z.strictObject({ memberships: z.array(heldMembershipSchema) })
/** A current or past membership of a customer. Dates are inclusive. */
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
  /** The tickets that its vouchers have paid for and that were not returned, by the start of their performance. */
  uses: z.array(z.strictObject({ order: z.string(), ...titleFields, startsAt: instantSchema, timeZone: z.string() })),
  /** The flexible subscription that it is one of; null for one whose vouchers only the box office accepts. */
  flex: slugSchema.nullable(),
  /** Whether it was returned: its vouchers can't be used. */
  isReturned: z.boolean(),
})
/** A ticket subscription and the number of its used and available vouchers. */
export type TicketSubscription = z.infer<typeof ticketSubscriptionSchema>

const seriesRenewalSchema = z.strictObject({
  series: slugSchema,
  name: translatedTextSchema,
  /** From then on every visitor can choose the seats. */
  until: instantSchema,
  /** Those that are free on all dates of the series. */
  seats: z.array(z.strictObject({ seat: seatIdSchema, ...seatNameFields })),
})
/** Seats of a series that are kept for a customer who had them in the last season. */
export type SeriesRenewal = z.infer<typeof seriesRenewalSchema>

const giftDaySchema = z.int().min(1).max(lastGiftDay)
const giftSchema = z.strictObject({ at: instantSchema, fund: z.string(), appeal: z.string().nullable(), total: moneySchema })

const monthlyGiftSchema = z.strictObject({
  id: idSchema,
  fund: slugSchema,
  /** The fund's name, in the theatre's language. */
  name: z.string(),
  amount: moneySchema,
  /** The day of the month. */
  day: giftDaySchema,
  means: z.enum(chargeMeans),
  state: z.enum(monthlyGiftStates),
  /** The day of the next charge; null while a payment is under way. */
  on: z.iso.date().nullable(),
})
/** A gift that a customer makes every month. */
export type MonthlyGift = z.infer<typeof monthlyGiftSchema>
/** The current monthly gifts, the oldest first. */
const monthlyGiftsSchema = z.strictObject({ gifts: z.array(monthlyGiftSchema) })

/** Members of a household, the customer first; exactly one has `isBooking`. */
const householdSchema = z.strictObject({
  members: z.array(z.strictObject({ id: idSchema, firstName: z.string(), lastName: z.string(), isBooking: z.boolean() })),
})
/** Members of a household. */
export type Household = z.infer<typeof householdSchema>

/** What a customer agrees to before later charges. */
const agreement = {
  /** The version of the text that was shown. */
  wording: z.string().max(20),
  /** The direct debit that pays; null for the preferred saved card. */
  directDebit: idSchema.nullable(),
}

/** Endpoints of memberships, subscriptions, donations and household of a customer. */
export const holdings = {
  memberships: endpoint('GET', '/me/memberships', {
    summary: 'My current and past memberships',
    access: 'customer',
    reply: membershipsSchema,
    problems: ['login-required', 'details-not-loaded'],
  }),
  startAutoRenewal: endpoint('PUT', '/me/memberships/:id/auto-renewal', {
    summary: 'Agree to the automatic renewal of a membership, at the amount and on the day that were shown',
    access: 'customer',
    params: z.strictObject({ id: idSchema }),
    body: z.strictObject({
      ...agreement,
      amount: moneySchema,
      /** The day of the first charge that was shown. */
      on: z.iso.date(),
    }),
    reply: membershipsSchema,
    problems: ['login-required', 'page-not-found', 'price-changed', 'details-not-updated'],
  }),
  stopAutoRenewal: endpoint('DELETE', '/me/memberships/:id/auto-renewal', {
    summary: 'Turn the automatic renewal of a membership off, at once',
    access: 'customer',
    params: z.strictObject({ id: idSchema }),
    reply: membershipsSchema,
    problems: ['login-required', 'page-not-found'],
  }),
  subscriptions: endpoint('GET', '/me/subscriptions', {
    summary: 'My ticket subscriptions and their vouchers',
    access: 'customer',
    reply: z.strictObject({ subscriptions: z.array(ticketSubscriptionSchema) }),
    problems: ['login-required', 'details-not-loaded'],
  }),
  linkSubscriptionCard: endpoint('POST', '/me/subscription-cards', {
    summary: 'Put the subscription of a card on my account; a wrong number and the card of another account return the same problem',
    access: 'customer',
    body: z.strictObject({ number: z.string().trim().min(1).max(200) }),
    reply: z.strictObject({ subscription: ticketSubscriptionSchema }),
    problems: ['login-required', 'page-not-found', 'subscription-card-not-recognised'],
  }),
  seriesRenewals: endpoint('GET', '/me/series-renewals', {
    summary: 'Series whose seats are kept for me, because I had them in the last season',
    access: 'customer',
    reply: z.strictObject({ renewals: z.array(seriesRenewalSchema) }),
    problems: ['login-required'],
  }),
  giving: endpoint('GET', '/me/giving', {
    summary: 'My donations, the newest first',
    access: 'customer',
    reply: z.strictObject({ entries: z.array(giftSchema) }),
    problems: ['login-required', 'details-not-loaded'],
  }),
  monthlyGifts: endpoint('GET', '/me/monthly-gifts', {
    summary: 'My monthly gifts',
    access: 'customer',
    reply: monthlyGiftsSchema,
    problems: ['login-required', 'details-not-loaded'],
  }),
  startMonthlyGift: endpoint('POST', '/me/monthly-gifts', {
    summary: 'Agree to a monthly gift to a fund; each fund has one at most',
    access: 'customer',
    body: z.strictObject({
      ...donationChoices,
      day: giftDaySchema,
      ...agreement,
    }),
    reply: monthlyGiftsSchema,
    problems: ['login-required', 'page-not-found', 'fund-closed', 'details-not-updated'],
  }),
  changeMonthlyGift: endpoint('PATCH', '/me/monthly-gifts/:id', {
    summary: 'Change the amount of a monthly gift, at once',
    access: 'customer',
    params: z.strictObject({ id: idSchema }),
    body: z.strictObject({ amount: moneySchema }),
    reply: monthlyGiftsSchema,
    problems: ['login-required', 'page-not-found'],
  }),
  stopMonthlyGift: endpoint('DELETE', '/me/monthly-gifts/:id', {
    summary: 'Stop a monthly gift, at once',
    access: 'customer',
    params: z.strictObject({ id: idSchema }),
    reply: monthlyGiftsSchema,
    problems: ['login-required', 'page-not-found'],
  }),
  household: endpoint('GET', '/me/household', {
    summary: 'The members of my household',
    access: 'customer',
    reply: householdSchema,
    problems: ['login-required', 'details-not-loaded'],
  }),
  addMember: endpoint('POST', '/me/household', {
    summary: 'Add a member to my household',
    access: 'customer',
    body: z.strictObject({ firstName: nameSchema, lastName: nameSchema }),
    reply: householdSchema,
    problems: ['login-required', 'details-not-updated'],
  }),
  removeMember: endpoint('DELETE', '/me/household/:id', {
    summary: 'Remove a member of my household; where they were booking, I am',
    access: 'customer',
    params: z.strictObject({ id: idSchema }),
    reply: householdSchema,
    problems: ['login-required', 'details-not-updated'],
  }),
  bookFor: endpoint('PUT', '/me/household', {
    summary: 'Set the member of the household who is booking',
    access: 'customer',
    body: z.strictObject({ booking: idSchema }),
    reply: householdSchema,
    problems: ['login-required', 'details-not-updated', 'basket-paying'],
  }),
}
