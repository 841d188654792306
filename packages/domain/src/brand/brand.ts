import { z } from 'zod'
import { accountSchema } from '../customer/account.ts'
import { membershipSchema } from '../customer/membership.ts'
import { checkoutSteps } from '../basket/checkout.ts'
import { maxNoteLength } from '../basket/notes.ts'
import { accessCrmIdsSchema } from '../eligibility/access.ts'
import { findUpsellFaults, upsellKinds } from '../basket/upsell.ts'
import { giftMembershipSchema } from '../pricing/gift-membership.ts'
import { giftVoucherSchema } from '../pricing/gift-voucher.ts'
import { productTypeSchema } from '../pricing/product.ts'
import { topUpsSchema } from '../pricing/top-up.ts'
import { fundsSchema } from '../pricing/giving.ts'
import { otherTendersSchema } from '../payment/other-tender.ts'
import { currencies, moneySchema } from '../money/money.ts'
import { returnDaysKinds } from '../order/customer-return.ts'
import { documentSchema } from '../season/season.ts'
import { slugSchema } from '../id.ts'
import { locales } from './locale.ts'
import { openingHoursSchema } from './opening-hours.ts'
import { mostTableGuests } from './table-booking.ts'

export { type Locale, locales } from './locale.ts'
export const localeSchema = z.enum(locales)

export { type CheckoutStep, checkoutSteps } from '../basket/checkout.ts'

export const deliveryMethods = ['print-at-home', 'postal', 'collect'] as const
export type DeliveryMethod = (typeof deliveryMethods)[number]

/**
 * Sign-in styles of brands: an e-mail address and then the password; both on one page; as a guest without an account, or
 * with one; by a link in a mail.
 */
export const loginStyles = ['two-step', 'standard', 'guest', 'streamlined'] as const
export type LoginStyle = (typeof loginStyles)[number]

/** Reaction to a choice that leaves an orphan seat: none, a warning, or a refusal. */
export const orphanPolicies = ['off', 'warn', 'block-unless-nothing-better'] as const
export type OrphanPolicy = (typeof orphanPolicies)[number]

/** Every colour of the shop. Those from `stage` on are the seat map's; their background is `house`. */
export const colourTokens = [
  'paper',
  'surface',
  'raised',
  'ink',
  'ink-soft',
  'line',
  'accent',
  'accent-ink',
  'positive',
  'warning',
  'danger',
  'focus',
  'stage',
  'stage-ink',
  'house',
  'house-raised',
  'house-ink',
  'house-soft',
  'house-line',
  'seat-taken',
  'seat-selected',
  'band-premium-2',
  'band-premium',
  'band-a',
  'band-b',
  'band-c',
  'band-d',
  'band-e',
  'band-f',
  'band-standing',
] as const
export type ColourToken = (typeof colourTokens)[number]
const colour = z.string().regex(/^#[0-9a-f]{6}$/, 'a colour is # and six of 0-9 and a-f, such as #bb2f1f')
const palette = z.record(z.enum(colourTokens), colour)
export type Palette = z.infer<typeof palette>

/** A self-hosted variable font from a fontsource package; `weights` as CSS writes a range. */
const font = z.strictObject({
  family: z.string(),
  /** Folder name of the npm package under `@fontsource-variable/`. */
  package: z.string().regex(/^[a-z0-9-]+$/),
  weights: z.string().regex(/^\d{3} \d{3}$/),
  fallback: z.string(),
})

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const link = z.strictObject({ label: z.string(), to: z.string() })

const tablePartnerSchema = z.strictObject({
  partner: slugSchema,
  name: z.string().min(1),
  host: z.string(),
  url: z.url({ protocol: /^https$/ }),
  most: z.int().positive().max(mostTableGuests).optional(),
})

/** A white label, whole: data that turns the one build into a client's shop (`brands/<name>/brand.json`). */
export const brandSchema = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9-]*$/),
  name: z.string(),
  /** The legal seller, on receipts and tickets. */
  legalName: z.string(),
  /** The number of the legal seller for value added tax, on invoices; absent without one. */
  vatId: z.string().max(40).optional(),
  tagline: z.string(),
  /** Set by a deployment that others can reach and that takes no money, never by a brand's file: its pages, mails and tickets show a notice. */
  isTestShop: z.literal(true).optional(),
  currency: z.enum(currencies),
  /** Time zone of the theatre in the IANA database, such as `Europe/London`. */
  timeZone: z.string().refine(isTimeZone, 'no time zone of that name'),
  /** ISO country preset in address forms. */
  country: z.string().length(2),
  locales: z.array(localeSchema).min(1),
  defaultLocale: localeSchema,
  fallbackLocale: localeSchema,
  scheme: z.enum(['light', 'dark', 'auto']),
  colours: z.strictObject({ light: palette, dark: palette }),
  shape: z.strictObject({ 'radius-s': z.string(), 'radius-m': z.string(), 'radius-l': z.string() }),
  fonts: z.strictObject({ display: font, body: font }),
  contact: z.strictObject({ boxOffice: z.string(), phone: z.string(), email: z.email(), groupSales: z.email(), address: z.string() }),
  /** Opening hours of the box office, by phone and in person; absent without regular hours. */
  boxOfficeHours: openingHoursSchema.optional(),
  nav: z.array(link),
  footer: z.array(link),
  /** The terms of sale: an address on the theatre's own site, or the text itself, in the theatre's language, shown at `/terms`. */
  terms: z.union([z.url({ protocol: /^https?$/ }), documentSchema.min(1)]),
  /** The ids of access types in the theatre's CRM, for the import of access cards; absent without one. */
  accessCrmIds: accessCrmIdsSchema.optional(),
  /** The privacy notice on the theatre's own site; reservations ask to accept it. */
  privacy: z.url({ protocol: /^https?$/ }).optional(),
  steps: z.array(z.enum(checkoutSteps)).min(1),
  /** What the step `upsells` offers, in this order; absent for a donation alone. */
  upsells: z.array(z.enum(upsellKinds)).min(1).optional(),
  features: z.strictObject({
    cancelOrders: z.boolean(),
    giftAid: z.boolean(),
    cultureSurvey: z.boolean(),
    giftVoucherBalance: z.boolean(),
    donations: z.boolean(),
    /** Forms of performances, such as enquiries of schools; absent for none. */
    forms: z.boolean().optional(),
    /** Whether access codes open programmes of hidden performances. */
    programmes: z.boolean().optional(),
    /** Order lists shown on the account. */
    orderLists: z.array(z.enum(['upcoming', 'reserved', 'past', 'returned', 'subscriptions'])),
  }),
  limits: z.strictObject({
    ticketsPerOrder: z.int().positive(),
    /** Tickets of each performance in a series of performances that are held in one step; absent where they count as all others. */
    ticketsPerPerformance: z.int().positive().max(50).optional(),
    holdSeconds: z.int().positive(),
    maxExtensions: z.int().min(10),
    sessionIdleSeconds: z.int().positive(),
    /** Days for which a basket without seats stays after its last change. */
    basketDays: z.int().positive().max(90),
    cancelHoursBefore: z.int().nonnegative(),
    creditMonths: z.int().positive(),
    paymentMinutes: z.int().positive(),
    /** Hours for which a payment link is valid and its seats are held; absent where the counter sends none. */
    paymentLinkHours: z.int().positive().max(336).optional(),
    /** Characters of a note on diets and allergies; absent where the theatre asks for none. */
    dietaryNote: z.int().positive().max(maxNoteLength).optional(),
    /** Tickets of a performance that one network may hold or have bought together; absent for no limit of this kind. */
    ticketsPerNetwork: z.int().positive().optional(),
  }),
  /** Days after the purchase in which customers return an item of a kind themselves; staff return the kinds that are absent. */
  returnDays: z.partialRecord(z.enum(returnDaysKinds), z.int().positive().max(365)).optional(),
  /** The theatre's memberships, the most expensive first. */
  memberships: z.array(membershipSchema),
  /** How memberships are given; absent where the theatre sells none as a gift. */
  giftMemberships: giftMembershipSchema.optional(),
  account: accountSchema,
  /** The funds to which donations are made, if `features.donations` is on. */
  giving: fundsSchema,
  /** Small donations that a basket offers; absent for none. */
  topUps: topUpsSchema.optional(),
  /** The gift vouchers that it sells; absent where it sells none. */
  giftVouchers: giftVoucherSchema.optional(),
  /** The kinds of product that it sells; absent where it sells none. */
  productTypes: z.array(productTypeSchema).min(1).optional(),
  /** Food and drink for performances, ordered with tickets or alone; absent where it sells none. */
  foodAndDrink: z.literal(true).optional(),
  /** Tables of the theatre's own restaurant, at sittings for performances; absent where it has none. */
  restaurant: z.literal(true).optional(),
  /** Packages of several performances; absent where it sells none. Needs `limits.ticketsPerPerformance`. */
  packages: z.literal(true).optional(),
  /** Whether it sells flexible subscriptions, and accepts their vouchers. */
  flexSubscriptions: z.literal(true).optional(),
  /** Pages that list all performances, and all packages, by date; absent for none. */
  listings: z.literal(true).optional(),
  /** Restaurants that take bookings on their own sites, for a table before a performance; absent for none. */
  tablePartners: z.array(tablePartnerSchema).min(1).optional(),
  /** Refund protection, offered and never preset: what it costs for each ticket. */
  refundProtection: z
    .strictObject({
      feePerTicket: moneySchema,
      /** The page on which customers claim on it; `{reference}` stands for the order number. Without it they call the box office. */
      claimUrl: z.url({ protocol: /^https$/ }).optional(),
    })
    .optional(),
  /** The paper of the ticket printer at the counter in millimetres; absent where there is none. */
  ticketPaper: z.strictObject({ width: z.int().min(80).max(300), height: z.int().min(50).max(300) }).optional(),
  /** Methods of payment at the counter besides cash and cards; absent for none. */
  counterTenders: otherTendersSchema.optional(),
  seating: z.strictObject({ orphans: z.enum(orphanPolicies) }),
  login: z.strictObject({
    style: z.enum(loginStyles),
    /** Whether the first of two steps reports an unknown address; else its response is the same for every address. */
    searchesCustomers: z.boolean(),
  }),
  /**
   * `legacy` is the specification's rule (6 to 20, lower, upper, digit); `modern` checks only the length. Both reject common
   * passwords.
   */
  passwordPolicy: z.enum(['legacy', 'modern']),
  delivery: z.array(z.strictObject({ method: z.enum(deliveryMethods), fee: moneySchema, needsAddress: z.boolean() })).min(1),
  vatBasisPoints: z.int().min(0).max(10_000),
  registration: z.strictObject({
    hidden: z.array(z.enum(['prefix', 'middleName'])),
    /** Fields that registration shows and requires; `mobile` labels the phone number as a mobile number. */
    required: z.array(z.enum(['phone', 'mobile', 'address', 'line2', 'line3', 'state'])),
    /** Shown, and optional. */
    offered: z.array(z.enum(['address'])).optional(),
  }),
  /** Overrides of single texts: locale → `namespace:key` → text. */
  words: z.partialRecord(localeSchema, z.record(z.string(), z.string())),
  maintenance: z.strictObject({ from: z.iso.datetime(), until: z.iso.datetime() }).optional(),
  /** File name of the drawing for social previews, in the folder of brand.json. */
  logo: z.string(),
})
export type Brand = z.infer<typeof brandSchema>

/**
 * Reads a `brand.json`.
 * @param place its folder in `brands/`, whose name is the brand's id, or the file of a theatre outside the checkout
 * @throws Error that names the file and lists all faults, each with its place
 */
export function parseBrand(text: string, place: string | { readonly file: string }): Brand {
  const file = typeof place === 'string' ? `brands/${place}/brand.json` : place.file
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch (error) {
    throw new Error(`${file} is no JSON: ${(error as Error).message}`, { cause: error })
  }
  const read = brandSchema.safeParse(withFundList(data))
  const wrong = read.success
    ? contradictions(read.data, typeof place === 'string' ? place : read.data.id)
    : read.error.issues.map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message))
  if (!read.success || wrong.length > 0) throw new Error([`${file} is not right:`, ...wrong].join('\n  '))
  return read.data
}

/** Files of older versions have one fund without a list, or none. */
const withFundList = (data: unknown): unknown =>
  typeof data === 'object' && data !== null && !('giving' in data && Array.isArray(data.giving))
    ? { ...data, giving: 'giving' in data ? [data.giving] : [] }
    : data

/** Checks that involve several fields. Returns complaints. */
function contradictions(brand: Brand, folder: string): string[] {
  const { account, defaultLocale, fallbackLocale, id, locales, memberships, productTypes = [], steps, tablePartners = [] } = brand
  const claims: [isTrue: boolean, complaint: string][] = [
    [id === folder, `id: it is the name of the folder, ${folder}`],
    [locales.includes(defaultLocale), `defaultLocale: ${defaultLocale} is none of locales`],
    [locales.includes(fallbackLocale), `fallbackLocale: ${fallbackLocale} is none of locales`],
    [steps[0] === 'basket' && steps.at(-1) === 'payment', 'steps: the first is basket, the last is payment'],
    [steps.includes('account'), 'steps: account is missing, without which nobody has a name on the order'],
    [new Set(memberships.map(({ link, id: level }) => link ?? level)).size === memberships.length, 'memberships: two have one link'],
    [new Set(productTypes.map(({ type }) => type)).size === productTypes.length, 'productTypes: two have one type'],
    [new Set(tablePartners.map(({ partner }) => partner)).size === tablePartners.length, 'tablePartners: two have one id'],
    [tablePartners.every(({ host, url }) => new URL(url).host === host), 'tablePartners: a link leads to another host'],
    [memberships.every(({ link, id: level }) => (link ?? level) !== 'claim'), 'memberships: the link claim belongs to the page of gifts'],
    [!brand.packages || brand.limits.ticketsPerPerformance !== undefined, 'packages: they need limits.ticketsPerPerformance'],
    [account.birth === 'date' || memberships.every(({ ages }) => !ages), 'memberships: ages need account.birth to be date'],
  ]
  return [...claims.flatMap(([isTrue, complaint]) => (isTrue ? [] : [complaint])), ...findUpsellFaults(brand)]
}

/** 6 to 20 characters with a lower-case letter, an upper-case letter and a digit. */
const legacy = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d).{6,20}$/su
/** Characters of a modern password, by grapheme: a passphrase is not rejected for its length. */
const modernLength = { least: 12, most: 128 } as const
/** Whether a new password meets the brand's rule. The common-password list is the server's. */
export function passwordMeets(policy: Brand['passwordPolicy'], password: string): boolean {
  const length = [...password].length
  return policy === 'legacy' ? legacy.test(password) : length >= modernLength.least && length <= modernLength.most
}
