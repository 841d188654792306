import { z } from 'zod'
import { idSchema, slugSchema } from '@playhouse/domain/id'
import { codeKinds, newPromoCodeSchema, namedCodeStates } from '@playhouse/domain/named-code'
import { offerPlanSchema, offerStates } from '@playhouse/domain/offer-plan'
import { bandSchema, priceTypeSchema } from '@playhouse/domain/pricing'
import { moneySchema } from '@playhouse/domain/money'
import { ticketReasons } from '@playhouse/domain/promo'
import { plainDateTimeSchema } from '@playhouse/domain/time'
import { endpoint } from './endpoint.ts'

const version = z.int().positive()
const reason = z.string().trim().min(1).max(500).optional()
const ofOffer = z.strictObject({ offer: z.string().min(1).max(80) })

const plannedOfferSchema = z.strictObject({
  /** The promo code. */
  id: z.string(),
  version,
  offer: offerPlanSchema,
  state: z.enum(offerStates),
  /** Orders that have used it, and payments that are in progress. */
  used: z.int().nonnegative(),
})
/** An offer as staff plan it, with its uses. */
export type PlannedOffer = z.infer<typeof plannedOfferSchema>

const changedOfferSchema = z.strictObject({
  offer: plannedOfferSchema,
  /** The change set; null where nothing changed. */
  changeSet: idSchema.nullable(),
})
const trialSchema = z.strictObject({
  /** A moment on the wall clock of the theatre; null for now. */
  at: plainDateTimeSchema.nullable(),
  /** Membership levels of the customer; none where absent. */
  memberships: z.array(slugSchema).max(100).optional(),
  /** A code of the offer that the customer types; its own one where absent. */
  code: z.string().trim().min(1).max(60).optional(),
  tickets: z
    .array(
      z.strictObject({
        ...{ performance: slugSchema, band: bandSchema, priceType: z.string().min(1).max(40) },
        quantity: z.int().min(1).max(20),
      }),
    )
    .min(1)
    .max(10),
})
/** Tickets on which staff try an offer, and when. */
export type OfferTrialRequest = z.infer<typeof trialSchema>

const codeSalesSchema = z.strictObject({
  kind: z.enum(codeKinds),
  /** Null for the single-use codes together. */
  code: z.string().nullable(),
  label: z.string().optional(),
  /** Null for codes without such limits: the offer's own code, and the single-use codes. */
  state: z.enum(namedCodeStates).nullable(),
  maxUses: z.int().nullable(),
  /** Orders, and payments that are in progress. */
  used: z.int().nonnegative(),
  orders: z.int().nonnegative(),
  /** Discounted tickets of the orders. */
  tickets: z.int().nonnegative(),
  /** What the offer took off the orders. */
  discount: moneySchema,
  /** The totals of the orders. */
  total: moneySchema,
})

const editProblems = ['not-allowed', 'second-factor-required', 'changed-meanwhile'] as const

/** Endpoints of staff who plan offers. Open baskets with a promo code that changes show the new total before they are paid for. */
export const offers = {
  all: endpoint('GET', '/staff/offers', {
    summary: 'All offers with their promo codes and uses, and the price types that they can name',
    access: 'staff',
    permission: 'read-programme',
    reply: z.strictObject({
      offers: z.array(plannedOfferSchema),
      /** Those of all price lists, each once. */
      priceTypes: z.array(priceTypeSchema.pick({ id: true, name: true, kind: true })),
      timeZone: z.string(),
    }),
    problems: ['not-allowed'],
  }),
  one: endpoint('GET', '/staff/offers/:offer', {
    summary: 'An offer with its promo code and its uses',
    access: 'staff',
    permission: 'read-programme',
    params: ofOffer,
    reply: plannedOfferSchema,
    problems: ['not-allowed'],
  }),
  test: endpoint('POST', '/staff/offers/:offer/test', {
    summary: 'Try an offer on tickets at their current prices: what it takes off each, or why nothing. Nothing is held',
    access: 'staff',
    permission: 'read-programme',
    params: ofOffer,
    body: trialSchema,
    reply: z.strictObject({
      state: z.enum(offerStates),
      /** The named code that was typed; null for the own code, and without one. */
      code: z.strictObject({ code: z.string(), label: z.string().optional(), state: z.enum(namedCodeStates) }).nullable(),
      tickets: z.array(z.strictObject({ price: moneySchema, off: moneySchema, reason: z.enum(ticketReasons).nullable() })),
      subtotal: moneySchema,
      discount: moneySchema,
      /** With the automatic offers of that moment: the code of the offer that each ticket has, null without one, and what it takes off. */
      together: z.strictObject({
        tickets: z.array(z.strictObject({ code: z.string().nullable(), off: moneySchema })),
        discount: moneySchema,
      }),
    }),
    problems: ['not-allowed'],
  }),
  sales: endpoint('GET', '/staff/offers/:offer/sales', {
    summary: 'The orders of an offer by the code that their customers typed, before any returns',
    access: 'staff',
    permission: 'read-programme',
    params: ofOffer,
    reply: z.strictObject({ codes: z.array(codeSalesSchema) }),
    problems: ['not-allowed'],
  }),
  create: endpoint('POST', '/staff/offers', {
    summary: 'Create an offer with a promo code, which visitors can use from its start',
    access: 'staff',
    permission: 'edit-offers',
    body: z.strictObject({ code: newPromoCodeSchema, offer: offerPlanSchema, reason }),
    reply: changedOfferSchema,
    problems: ['not-allowed', 'second-factor-required', 'id-taken'],
  }),
  edit: endpoint('PUT', '/staff/offers/:offer', {
    summary: 'Change an offer. Orders keep what they paid; open baskets show the new total before they are paid for',
    access: 'staff',
    permission: 'edit-offers',
    params: ofOffer,
    body: z.strictObject({ version, offer: offerPlanSchema, reason }),
    reply: changedOfferSchema,
    problems: editProblems,
  }),
  end: endpoint('POST', '/staff/offers/:offer/end', {
    summary: 'End an offer now. Its orders and its uses stay',
    access: 'staff',
    permission: 'edit-offers',
    params: ofOffer,
    body: z.strictObject({ version, reason }),
    reply: changedOfferSchema,
    problems: editProblems,
  }),
} as const
