import { z } from 'zod'
import { slugSchema } from '../id.ts'
import { documentSchema } from '../season/season.ts'

/** Pages below `/account`; the name is the route. The first nine are in the specification's navigation, in this order. */
export const accountPages = [
  'your-details',
  'addresses',
  'contact-preferences',
  'your-orders',
  'memberships',
  'account-credit',
  'payment-cards',
  'access',
  'update-password',
  'giving-history',
  'print-at-home-tickets',
  'your-profile',
  'your-ticket-subscriptions',
  'culture-survey',
  'gift-aid',
  'gift-voucher-balance',
] as const
export type AccountPage = (typeof accountPages)[number]

/** Channels by which the theatre may contact a customer. */
export const contactChannels = ['email', 'post', 'phone', 'text'] as const
export type ContactChannel = (typeof contactChannels)[number]
/** Purposes of contact: each is asked for separately, and none is preset. */
export const contactPurposes = ['whats-on', 'support-us', 'research', 'partners'] as const
export type ContactPurpose = (typeof contactPurposes)[number]

const page = z.enum(accountPages)
const copy = { id: slugSchema, title: z.string().min(1), body: documentSchema }

/** A brand's settings of the account pages. Texts are in the theatre's own language. */
export const accountSchema = z.strictObject({
  /** The navigation, in its order, below the front page at `/account`. */
  nav: z.array(page).min(1),
  /** Pages that exist without a link in the navigation. Any other page is not found. */
  more: z.array(page),
  /** The part of the date of birth that customers are asked for. */
  birth: z.enum(['none', 'year', 'date']),
  /** Titles that customers may choose; empty if the theatre asks for none. */
  titles: z.array(z.string().max(20)),
  /** Permissions that customers are asked for. `wording` is the version of the texts that ask for them. */
  permissions: z.strictObject({
    wording: z.string().min(1).max(40),
    asked: z.array(z.strictObject({ purpose: z.enum(contactPurposes), channels: z.array(z.enum(contactChannels)).min(1) })),
  }),
  interests: z.array(z.strictObject({ id: slugSchema, name: z.string() })),
  /** Order lists of one venue each, `/account/your-orders/<id>`. A venue is one or more halls. */
  venues: z.array(z.strictObject({ id: slugSchema, name: z.string(), halls: z.array(z.string()) })),
  /** Pages of the theatre's own content, `/account/custom/<id>`, with or without tabs. */
  custom: z.array(z.strictObject({ ...copy, tabs: z.array(z.strictObject(copy)) })),
  /** Questions about the visitor, all of them optional. */
  survey: z.array(z.strictObject({ id: slugSchema, question: z.string(), answers: z.array(z.string().max(200)).min(2) })),
})
export type AccountSettings = z.infer<typeof accountSchema>

type AccountFeatures = {
  readonly account: Pick<AccountSettings, 'nav' | 'more'>
  readonly features: { readonly giftAid: boolean; readonly cultureSurvey: boolean; readonly giftVoucherBalance: boolean }
}

/** Whether a brand has a page: it is listed, and its feature is on. */
export function hasAccountPage({ account: { nav, more }, features }: AccountFeatures, page: string): page is AccountPage {
  if (![...nav, ...more].some((listedPage) => listedPage === page)) return false
  if (page === 'gift-aid') return features.giftAid
  if (page === 'culture-survey') return features.cultureSurvey
  return page !== 'gift-voucher-balance' || features.giftVoucherBalance
}

/**
 * Whether a change of contact preferences is valid: of the current wording, and only for permissions and interests that the
 * theatre asks for.
 */
export function arePreferencesValid(
  { permissions: { wording, asked }, interests: offeredInterests }: Pick<AccountSettings, 'permissions' | 'interests'>,
  change: {
    readonly wording: string
    readonly permissions: readonly { readonly purpose: ContactPurpose; readonly channel: ContactChannel }[]
    readonly interests?: readonly string[] | undefined
  },
): boolean {
  const isAsked = ({ purpose, channel }: (typeof change.permissions)[number]): boolean =>
    asked.some((each) => each.purpose === purpose && each.channels.includes(channel))
  const isOffered = (interest: string): boolean => offeredInterests.some(({ id }) => id === interest)
  return change.wording === wording && change.permissions.every(isAsked) && (change.interests?.every(isOffered) ?? true)
}

/** Date of birth, or its year. */
export type Birth = { readonly date: string } | { readonly year: number }

/**
 * Whether a date of birth has the form that the brand asks for, and is neither before 1900 nor in the future.
 * @param today ISO date
 */
export function isBirthValid(birthSetting: AccountSettings['birth'], birth: Birth, today: string): boolean {
  if ('year' in birth) return birthSetting === 'year' && birth.year <= Number(today.slice(0, 4))
  return birthSetting === 'date' && birth.date >= '1900-01-01' && birth.date <= today
}

/** Addresses that one account may have. */
export const maxAddresses = 30
/** Members of a household besides the customer. */
export const maxHouseholdMembers = 20
