import { z } from 'zod'
import { imageRefusals } from './season/image.ts'
import { changeDependentSchema } from './planning/change.ts'

const noParams = z.strictObject({})
/** The number of an order. */
const orderParam = z.strictObject({ order: z.string() })
const nameParam = z.strictObject({ name: z.string() })
const courseCount = z.strictObject({ course: z.string(), chosen: z.int(), guests: z.int() })
const limit = z.strictObject({
  maximum: z.int(),
  priceType: z.string(),
  performance: z.string(),
  previouslyPurchased: z.int(),
  requested: z.int(),
})

/** Replacements for the lost seats, each at the same price. The other tickets stay. */
const equalSeats = z.strictObject({
  swaps: z.array(z.strictObject({ from: z.string(), to: z.string() })),
  /** The whole party would sit side by side. */
  isTogether: z.boolean(),
})
/** Alternatives when no seats match a request: rows one behind the other, other price bands, other areas, fewer people. */
const waysOn = z.strictObject({ apart: z.boolean(), bands: z.array(z.string()), areas: z.array(z.string()), atMost: z.int() })
/**
 * A performance whose seats could not be held with others. `code` is the reason, `seats` are the requested seats that are taken,
 * `instead` are equal seats for those, `best` the best available seats for the same request.
 */
const missingPerformance = z.strictObject({
  instance: z.string(),
  code: z.string(),
  seats: z.array(z.string()),
  instead: equalSeats.nullable(),
  best: z.array(z.string()),
})
/** A group of a package: how many parts are missing, or are too many. `package`: within a super package. */
const groupFault = z.strictObject({ package: z.string().nullable(), group: z.string(), count: z.int().positive() })
export { equalSeats as equalSeatsSchema }

/**
 * Everything that can go wrong for a person, once: code → HTTP status and the facts its text needs. The texts are i18n
 * keys `problem:<code>.title` and `problem:<code>.detail`, in every locale. Source: the spec, section 8, and domain.
 */
export const problems = {
  // event and instance
  'event-passed': { status: 410, params: noParams },
  'instance-passed': { status: 410, params: noParams },
  'instance-sold-out': { status: 409, params: noParams },
  'event-sold-out': { status: 409, params: noParams },
  'event-unavailable': { status: 404, params: noParams },
  'instance-unavailable': { status: 404, params: noParams },
  'instance-cancelled': { status: 410, params: noParams },
  'instance-priority': { status: 403, params: z.strictObject({ generalSaleAt: z.string() }) },
  /** It is for members of other levels, or for those who opened it with an access code. */
  'instance-restricted': { status: 403, params: noParams },
  'event-off-sale': { status: 409, params: noParams },
  'instance-off-sale': { status: 409, params: noParams },
  'section-sold-out': { status: 409, params: z.strictObject({ ways: waysOn }) },
  'section-not-on-sale': { status: 409, params: z.strictObject({ ways: waysOn }) },
  'not-enough-seats-in-band': { status: 409, params: z.strictObject({ band: z.string(), requested: z.int(), ways: waysOn }) },
  'seats-not-found': { status: 409, params: z.strictObject({ requested: z.int(), ways: waysOn }) },
  'programme-without-instances': { status: 404, params: noParams },
  'tickets-not-added': { status: 409, params: noParams },
  'seats-taken': { status: 409, params: z.strictObject({ seats: z.array(z.string()), instead: equalSeats.nullable() }) },
  'performances-unavailable': { status: 409, params: z.strictObject({ performances: z.array(missingPerformance) }) },
  'seat-unknown': { status: 404, params: z.strictObject({ seat: z.string() }) },
  'price-type-unavailable': { status: 409, params: z.strictObject({ priceType: z.string() }) },
  // waiting room
  'queue-required': { status: 403, params: z.strictObject({ instance: z.string() }) },
  'queue-link-over': { status: 410, params: noParams },
  // authentication
  'login-failed': { status: 401, params: noParams },
  'login-required': { status: 401, params: noParams },
  'account-locked': { status: 423, params: noParams },
  /** The second factor of a staff user must be entered again. */
  'second-factor-required': { status: 403, params: noParams },
  'register-failed': { status: 409, params: noParams },
  'logout-failed': { status: 500, params: noParams },
  'reset-password-failed': { status: 409, params: noParams },
  'countries-list-failed': { status: 503, params: noParams },
  'authentication-link-expired': { status: 410, params: noParams },
  'link-asked-elsewhere': { status: 409, params: noParams },
  'order-not-found': { status: 404, params: noParams },
  'shared-ticket-link-broken': { status: 404, params: noParams },
  'access-code-invalid': { status: 409, params: noParams },
  'password-too-common': { status: 422, params: noParams },
  // customer search
  'no-customer': { status: 404, params: noParams },
  'too-many-responses': { status: 422, params: noParams },
  // account
  'details-not-loaded': { status: 503, params: noParams },
  'details-not-updated': { status: 409, params: noParams },
  'password-not-updated': { status: 409, params: noParams },
  'gift-aid-address-required': { status: 409, params: noParams },
  'primary-address-kept': { status: 409, params: noParams },
  'contact-permissions-not-updated': { status: 409, params: noParams },
  'orders-not-loaded': { status: 503, params: noParams },
  // basket
  'max-tickets-per-order': { status: 409, params: z.strictObject({ maximum: z.int(), requested: z.int() }) },
  'max-tickets-per-performance': { status: 409, params: z.strictObject({ maximum: z.int(), requested: z.int() }) },
  'ticket-limit': { status: 409, params: limit },
  'performance-limit': { status: 409, params: limit.omit({ priceType: true }) },
  'network-limit': { status: 429, params: z.strictObject({ maximum: z.int() }) },
  'series-network-limit': { status: 429, params: z.strictObject({ maximum: z.int() }) },
  'companion-alone': { status: 409, params: z.strictObject({ priceType: z.string() }) },
  'ticket-validation-error': { status: 409, params: noParams },
  'basket-negative': { status: 409, params: noParams },
  'max-per-price-category': { status: 409, params: z.strictObject({ maximum: z.int(), priceType: z.string() }) },
  'too-many-tickets-requested': { status: 409, params: z.strictObject({ maximum: z.int() }) },
  'basket-expired': { status: 410, params: noParams },
  'basket-error': { status: 409, params: noParams },
  'basket-full': { status: 409, params: z.strictObject({ maximum: z.int() }) },
  'basket-empty': { status: 409, params: noParams },
  'basket-paying': { status: 409, params: noParams },
  'basket-line-unknown': { status: 404, params: noParams },
  'extension-limit': { status: 409, params: z.strictObject({ maximum: z.int() }) },
  'step-incomplete': { status: 409, params: z.strictObject({ step: z.string() }) },
  'delivery-unavailable': { status: 409, params: noParams },
  'promo-not-recognised': { status: 404, params: noParams },
  'promo-not-valid': { status: 409, params: noParams },
  'promo-update-failed': { status: 409, params: noParams },
  'voucher-not-recognised': { status: 404, params: noParams },
  'voucher-in-basket': { status: 409, params: noParams },
  'voucher-blocked': { status: 409, params: noParams },
  'voucher-expired': { status: 409, params: noParams },
  'voucher-balance-limit': { status: 409, params: noParams },
  'letter-changed': { status: 409, params: noParams },
  'fund-closed': { status: 409, params: nameParam },
  'membership-already-held': { status: 409, params: nameParam },
  'membership-upgrade-unavailable': { status: 409, params: nameParam },
  'membership-age': { status: 409, params: z.strictObject({ name: z.string(), least: z.int(), most: z.int() }) },
  'date-of-birth-required': { status: 409, params: nameParam },
  'distanced-block-incomplete': { status: 409, params: noParams },
  'seat-left-alone': { status: 409, params: noParams },
  // subscriptions
  'subscription-off-sale': { status: 409, params: nameParam },
  'subscription-limit': { status: 409, params: z.strictObject({ name: z.string(), maximum: z.int() }) },
  'subscription-card-not-recognised': { status: 404, params: noParams },
  // packages
  'package-off-sale': { status: 409, params: nameParam },
  'package-incomplete': {
    status: 409,
    params: z.strictObject({
      missing: z.array(groupFault),
      excess: z.array(groupFault),
      /** Ids of performances that the package does not offer. */
      unknown: z.array(z.string()),
      /** Pairs of performances that overlap. */
      clashes: z.array(z.tuple([z.string(), z.string()])),
    }),
  },
  /** A ticket of a package is removed only with the whole package. `package`: its id in the basket. */
  'package-whole': { status: 409, params: z.strictObject({ package: z.string(), name: z.string() }) },
  // ballot
  'ballot-closed': { status: 409, params: noParams },
  // orders
  'cancel-order-failed': { status: 409, params: noParams },
  'reserved-order-locked': { status: 409, params: noParams },
  'basket-not-empty': { status: 409, params: noParams },
  // free reservations of products
  'reservations-exceed-tickets': {
    status: 409,
    params: z.strictObject({ name: z.string(), tickets: z.int().nonnegative(), requested: z.int() }),
  },
  'reservation-terms-required': { status: 409, params: nameParam },
  // add-ons of a confirmed order
  'add-ons-closed': { status: 409, params: orderParam },
  'add-ons-need-own-basket': { status: 409, params: orderParam },
  'basket-adds-to-order': { status: 409, params: orderParam },
  'credit-not-applied': { status: 409, params: noParams },
  'free-order-failed': { status: 409, params: noParams },
  'merchandise-not-found': { status: 404, params: noParams },
  /** `piecesLeft`: pieces that can still be bought. */
  'product-network-limit': { status: 409, params: z.strictObject({ name: z.string(), maximum: z.int().nonnegative() }) },
  'product-sold-out': { status: 409, params: z.strictObject({ name: z.string(), piecesLeft: z.int().nonnegative() }) },
  // food and drink
  'food-not-found': { status: 404, params: noParams },
  'food-guests-required': { status: 422, params: noParams },
  'food-guests-limit': { status: 422, params: z.strictObject({ maximum: z.int() }) },
  'food-point-required': { status: 422, params: noParams },
  /** `course`: name of the category; `chosen`: dishes of it. */
  'food-too-few': { status: 422, params: courseCount },
  'food-too-many': { status: 422, params: courseCount },
  'food-closed': { status: 409, params: nameParam },
  /** A paid order changes only at the same price. */
  'food-price-differs': { status: 409, params: nameParam },
  /** `placesLeft`: guests that there is still room for. */
  'food-sold-out': { status: 409, params: z.strictObject({ name: z.string(), placesLeft: z.int().nonnegative() }) },
  /** `maximum`: guests in the baskets of one network. */
  'food-network-limit': { status: 409, params: z.strictObject({ name: z.string(), maximum: z.int().nonnegative() }) },
  // tables of the theatre's own restaurant
  'table-not-found': { status: 404, params: noParams },
  'table-party-required': { status: 422, params: noParams },
  /** `maximum`: people at the largest table of the sitting. */
  'table-party-too-large': { status: 422, params: z.strictObject({ maximum: z.int().nonnegative() }) },
  'table-closed': { status: 409, params: nameParam },
  /** `largest`: the largest party that still gets a table. */
  'table-full': { status: 409, params: z.strictObject({ name: z.string(), largest: z.int().nonnegative() }) },
  /** `maximum`: people in the baskets of one network. */
  'table-network-limit': { status: 409, params: z.strictObject({ name: z.string(), maximum: z.int().nonnegative() }) },
  // payment
  'payment-unreachable': { status: 503, params: noParams },
  'payment-cancelled': { status: 409, params: noParams },
  'payment-timed-out': { status: 409, params: noParams },
  'payment-declined': { status: 402, params: noParams },
  'payment-declined-often': { status: 429, params: z.strictObject({ retryAfterSeconds: z.int(), minutes: z.int() }) },
  'payment-seats-gone': { status: 409, params: noParams },
  'payment-unknown': { status: 404, params: noParams },
  'payment-link-expired': { status: 410, params: noParams },
  'payment-link-cancelled': { status: 410, params: noParams },
  'payment-link-open': { status: 409, params: noParams },
  'payment-link-paid': { status: 409, params: noParams },
  'price-changed': { status: 409, params: noParams },
  // programme of the theatre
  /** Another staff user changed it: `version` is the current one. */
  'changed-meanwhile': { status: 409, params: z.strictObject({ version: z.int(), by: z.string() }) },
  'production-incomplete': { status: 409, params: z.strictObject({ missing: z.array(z.string()) }) },
  /** `dependents`: what was built on the change since. */
  'change-has-dependents': { status: 409, params: z.strictObject({ dependents: z.array(changeDependentSchema) }) },
  /** `fields`: what cannot change, because it is published, or because seats are sold or held. */
  'performance-fixed': { status: 409, params: z.strictObject({ instance: z.string(), fields: z.array(z.string()) }) },
  /** A published performance would have the hall of another one at the same time; `title` is that of the other's production. */
  'hall-in-use': { status: 409, params: z.strictObject({ instance: z.string(), other: z.string(), title: z.string() }) },
  'image-refused': { status: 422, params: z.strictObject({ reason: z.enum(imageRefusals) }) },
  /** `reason`: one of `planRefusals`, whose names no visitor loads. */
  'plan-refused': { status: 422, params: z.strictObject({ reason: z.string() }) },
  /** `file`: its name; `reason`: one of `spreadsheetFaults`. */
  'spreadsheet-refused': { status: 422, params: z.strictObject({ file: z.string(), reason: z.string() }) },
  'id-taken': { status: 409, params: z.strictObject({ id: z.string() }) },
  /** Staff see the shop at another moment: nothing can be changed or bought in it. */
  'preview-read-only': { status: 403, params: noParams },
  /** The preview is over, was opened by another staff user, or its staff user is signed out. */
  'preview-ended': { status: 403, params: noParams },
  // generic
  'something-wrong': { status: 500, params: noParams },
  'page-not-found': { status: 404, params: noParams },
  'form-not-loaded': { status: 503, params: noParams },
  'error-page-failed': { status: 500, params: noParams },
  'bot-check-not-loaded': { status: 503, params: noParams },
  'bot-check-required': { status: 428, params: noParams },
  'invalid-input': { status: 422, params: z.strictObject({ fields: z.array(z.string()) }) },
  'too-many-requests': { status: 429, params: z.strictObject({ retryAfterSeconds: z.int() }) },
  'forbidden-origin': { status: 403, params: noParams },
  'not-allowed': { status: 403, params: noParams },
  'service-unavailable': { status: 503, params: noParams },
  maintenance: { status: 503, params: z.strictObject({ until: z.string() }) },
} as const satisfies Record<string, { status: number; params: z.ZodType }>

export type ProblemCode = keyof typeof problems
export type ProblemParams<Code extends ProblemCode> = z.infer<(typeof problems)[Code]['params']>
export const problemCodes = Object.keys(problems) as ProblemCode[]

/** A problem as the domain returns it and as it travels (RFC 9457). */
export type Problem<Code extends ProblemCode = ProblemCode> = Code extends ProblemCode
  ? { readonly code: Code; readonly params: ProblemParams<Code> }
  : never

/** Names a problem; the parameters may be left out where the code has none. */
export function problem<Code extends ProblemCode>(
  code: Code,
  ...rest: Record<string, never> extends ProblemParams<Code> ? [] : [ProblemParams<Code>]
): Problem<Code> {
  return { code, params: rest[0] ?? {} } as Problem<Code>
}

/** RFC 9457 problem details as JSON; `title` is English for logs and other programs, screens use their own words. */
export const problemDetailsSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.enum(problemCodes as [ProblemCode, ...ProblemCode[]]),
  params: z.record(z.string(), z.unknown()),
  requestId: z.string(),
})
export type ProblemDetails = z.infer<typeof problemDetailsSchema>

/** Whether a response is problem details. For readers that do not load the schemas. */
export function isProblemDetails(body: unknown): body is ProblemDetails {
  const { code, params, requestId } = (body ?? {}) as Record<string, unknown>
  return typeof code === 'string' && typeof requestId === 'string' && typeof params === 'object' && params !== null
}
