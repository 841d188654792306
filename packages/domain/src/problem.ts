import { z } from 'zod'

const none = z.strictObject({})
const named = z.strictObject({ name: z.string() })
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
export { equalSeats as equalSeatsSchema }

/**
 * Everything that can go wrong for a person, once: code → HTTP status and the facts its text needs. The texts are i18n
 * keys `problem:<code>.title` and `problem:<code>.detail`, in every locale. Source: the spec, section 8, and domain.
 */
export const problems = {
  // event and instance
  'event-passed': { status: 410, params: none },
  'instance-passed': { status: 410, params: none },
  'instance-sold-out': { status: 409, params: none },
  'event-sold-out': { status: 409, params: none },
  'event-unavailable': { status: 404, params: none },
  'instance-unavailable': { status: 404, params: none },
  'instance-cancelled': { status: 410, params: none },
  'instance-priority': { status: 403, params: z.strictObject({ generalSaleAt: z.string() }) },
  'event-off-sale': { status: 409, params: none },
  'instance-off-sale': { status: 409, params: none },
  'section-sold-out': { status: 409, params: z.strictObject({ ways: waysOn }) },
  'section-not-on-sale': { status: 409, params: z.strictObject({ ways: waysOn }) },
  'not-enough-seats-in-band': { status: 409, params: z.strictObject({ band: z.string(), requested: z.int(), ways: waysOn }) },
  'seats-not-found': { status: 409, params: z.strictObject({ requested: z.int(), ways: waysOn }) },
  'programme-without-instances': { status: 404, params: none },
  'tickets-not-added': { status: 409, params: none },
  'seats-taken': { status: 409, params: z.strictObject({ seats: z.array(z.string()), instead: equalSeats.nullable() }) },
  'seat-unknown': { status: 404, params: z.strictObject({ seat: z.string() }) },
  'price-type-unavailable': { status: 409, params: z.strictObject({ priceType: z.string() }) },
  // waiting room
  'queue-required': { status: 403, params: z.strictObject({ instance: z.string() }) },
  'queue-link-over': { status: 410, params: none },
  // authentication
  'login-failed': { status: 401, params: none },
  'login-required': { status: 401, params: none },
  'account-locked': { status: 423, params: none },
  'register-failed': { status: 409, params: none },
  'logout-failed': { status: 500, params: none },
  'reset-password-failed': { status: 409, params: none },
  'countries-list-failed': { status: 503, params: none },
  'authentication-link-expired': { status: 410, params: none },
  'link-asked-elsewhere': { status: 409, params: none },
  'order-not-found': { status: 404, params: none },
  'shared-ticket-link-broken': { status: 404, params: none },
  'access-code-invalid': { status: 409, params: none },
  'password-too-common': { status: 422, params: none },
  // customer search
  'no-customer': { status: 404, params: none },
  'too-many-responses': { status: 422, params: none },
  // account
  'details-not-loaded': { status: 503, params: none },
  'details-not-updated': { status: 409, params: none },
  'password-not-updated': { status: 409, params: none },
  'primary-address-kept': { status: 409, params: none },
  'contact-permissions-not-updated': { status: 409, params: none },
  'orders-not-loaded': { status: 503, params: none },
  // basket
  'max-tickets-per-order': { status: 409, params: z.strictObject({ maximum: z.int(), requested: z.int() }) },
  'ticket-limit': { status: 409, params: limit },
  'performance-limit': { status: 409, params: limit.omit({ priceType: true }) },
  'network-limit': { status: 429, params: z.strictObject({ maximum: z.int() }) },
  'companion-alone': { status: 409, params: z.strictObject({ priceType: z.string() }) },
  'ticket-validation-error': { status: 409, params: none },
  'basket-negative': { status: 409, params: none },
  'max-per-price-category': { status: 409, params: z.strictObject({ maximum: z.int(), priceType: z.string() }) },
  'too-many-tickets-requested': { status: 409, params: z.strictObject({ maximum: z.int() }) },
  'basket-expired': { status: 410, params: none },
  'basket-error': { status: 409, params: none },
  'basket-empty': { status: 409, params: none },
  'basket-paying': { status: 409, params: none },
  'basket-line-unknown': { status: 404, params: none },
  'extension-limit': { status: 409, params: z.strictObject({ maximum: z.int() }) },
  'step-incomplete': { status: 409, params: z.strictObject({ step: z.string() }) },
  'delivery-unavailable': { status: 409, params: none },
  'promo-not-recognised': { status: 404, params: none },
  'promo-not-valid': { status: 409, params: none },
  'promo-update-failed': { status: 409, params: none },
  'voucher-not-recognised': { status: 404, params: none },
  'voucher-in-basket': { status: 409, params: none },
  'membership-already-held': { status: 409, params: named },
  'distanced-block-incomplete': { status: 409, params: none },
  'seat-left-alone': { status: 409, params: none },
  // ballot
  'ballot-closed': { status: 409, params: none },
  // orders
  'cancel-order-failed': { status: 409, params: none },
  'reserved-order-locked': { status: 409, params: none },
  'basket-not-empty': { status: 409, params: none },
  'credit-not-applied': { status: 409, params: none },
  'free-order-failed': { status: 409, params: none },
  'merchandise-not-found': { status: 404, params: none },
  // payment
  'payment-unreachable': { status: 503, params: none },
  'payment-cancelled': { status: 409, params: none },
  'payment-timed-out': { status: 409, params: none },
  'payment-declined': { status: 402, params: none },
  'payment-declined-often': { status: 429, params: z.strictObject({ retryAfterSeconds: z.int(), minutes: z.int() }) },
  'payment-seats-gone': { status: 409, params: none },
  'payment-unknown': { status: 404, params: none },
  'price-changed': { status: 409, params: none },
  // generic
  'something-wrong': { status: 500, params: none },
  'page-not-found': { status: 404, params: none },
  'form-not-loaded': { status: 503, params: none },
  'error-page-failed': { status: 500, params: none },
  'bot-check-not-loaded': { status: 503, params: none },
  'bot-check-required': { status: 428, params: none },
  'invalid-input': { status: 422, params: z.strictObject({ fields: z.array(z.string()) }) },
  'too-many-requests': { status: 429, params: z.strictObject({ retryAfterSeconds: z.int() }) },
  'forbidden-origin': { status: 403, params: none },
  'not-allowed': { status: 403, params: none },
  'service-unavailable': { status: 503, params: none },
  'not-available-yet': { status: 501, params: none },
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
export function isProblemDetails(answer: unknown): answer is ProblemDetails {
  const { code, params, requestId } = (answer ?? {}) as Record<string, unknown>
  return typeof code === 'string' && typeof requestId === 'string' && typeof params === 'object' && params !== null
}
