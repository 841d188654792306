import { z } from 'zod'
import { slugSchema } from '../id.ts'
import type { PostalAddress } from '../customer/postal-address.ts'
import { type Money, money, moneySchema } from '../money/money.ts'
import { chargeMeans } from '../payment/recurring-charge.ts'

/** Something that a fund pays for, which a donor may choose. */
const appealSchema = z.strictObject({ appeal: slugSchema, name: z.string().min(1).max(200) })

/** Monthly gifts to a fund, and what may pay for them. */
const monthlySchema = z.strictObject({
  presets: z.array(moneySchema).min(1).max(12),
  least: moneySchema,
  most: moneySchema,
  means: z.array(z.enum(chargeMeans)).min(1).max(chargeMeans.length),
})

/** A fund to which donations are made. Names are in the theatre's own language. */
export const fundSchema = z.strictObject({
  fund: slugSchema,
  name: z.string().min(1),
  /** Reason to donate, in one or two sentences. */
  body: z.string(),
  presets: z.array(moneySchema).min(1),
  /** Minimum amount of a donation, and the maximum without an arrangement with the theatre. */
  least: moneySchema,
  most: moneySchema,
  /** From this amount on donors are named, if they like. */
  recognitionFrom: moneySchema,
  /** First and last day of an appeal in the theatre's time zone, as ISO dates; without them it has no first or last day. */
  opensOn: z.iso.date().optional(),
  closesOn: z.iso.date().optional(),
  /** Amounts of monthly gifts; absent where the fund takes none. */
  monthly: monthlySchema.optional(),
  appeals: z
    .array(appealSchema)
    .min(1)
    .max(50)
    .refine(
      (appeals) => new Set(appeals.map(({ appeal }) => appeal)).size === appeals.length,
      'each appeal of a fund needs an id of its own',
    )
    .optional(),
})
export type Fund = z.infer<typeof fundSchema>

/** The funds of a theatre, the most important first. */
export const fundsSchema = z
  .array(fundSchema)
  .refine((funds) => new Set(funds.map(({ fund }) => fund)).size === funds.length, 'each fund needs an id of its own')
  .refine(
    (funds) => funds.every(({ least, most, monthly }) => !monthly || (least <= monthly.least && monthly.most <= most)),
    'monthly gifts need amounts that the fund takes',
  )

/** @param today ISO date in the theatre's time zone */
export const isFundOpen = ({ opensOn, closesOn }: Pick<Fund, 'opensOn' | 'closesOn'>, today: string): boolean =>
  (opensOn === undefined || opensOn <= today) && (closesOn === undefined || today <= closesOn)

export const isFundAlwaysOpen = ({ opensOn, closesOn }: Pick<Fund, 'opensOn' | 'closesOn'>): boolean =>
  opensOn === undefined && closesOn === undefined

/** Whether an amount may be given. */
export const isGiftAmount = ({ least, most }: Pick<Fund, 'least' | 'most'>, amount: number): boolean => amount >= least && amount <= most

/** Whether a donor of this amount may be named in the list of donors. */
export const offersRecognition = ({ recognitionFrom }: Pick<Fund, 'recognitionFrom'>, amount: number): boolean => amount >= recognitionFrom

/** The name for the list of donors; null below its amount and for anonymous donors. A tribute is kept for every amount. */
export const recognitionNameOf = (
  fund: Pick<Fund, 'recognitionFrom'>,
  {
    amount,
    isAnonymous,
    recognitionName,
  }: { readonly amount: number; readonly isAnonymous: boolean; readonly recognitionName: string | null },
): string | null => (offersRecognition(fund, amount) && !isAnonymous ? recognitionName : null)

/** The version of the words in which Gift Aid is declared for one order; another one whenever they change. */
export const giftAidWording = 'gift-aid-1'

/** The name and the home address that a claim of Gift Aid needs. */
export type GiftAidDonor = {
  readonly title: string
  readonly firstName: string
  readonly lastName: string
  readonly address: PostalAddress
}

/**
 * The versions of the words of the account's declaration, with the donations that each covers until it is withdrawn: those of the past
 * four years and all later ones, or only later ones. A version is never removed.
 */
const giftAidScopes = { '2026-01': 'past-and-later', '2026-11-later': 'later' } as const
export type AccountGiftAidWording = keyof typeof giftAidScopes
export const accountGiftAidWordings = Object.keys(giftAidScopes) as [AccountGiftAidWording, ...AccountGiftAidWording[]]
/** The wordings that are offered at the checkout: for the donations of the order only, and those of the account. */
export const giftAidWordings = [giftAidWording, ...accountGiftAidWordings] as const
export type GiftAidWording = (typeof giftAidWordings)[number]
export const isAccountGiftAidWording = (wording: string): wording is AccountGiftAidWording => Object.hasOwn(giftAidScopes, wording)
/** Whether a declaration with this wording covers the donations of the past {@link giftAidPastYears} years. */
export const coversPastDonations = (wording: AccountGiftAidWording): boolean => giftAidScopes[wording] === 'past-and-later'
export const giftAidPastYears = 4

/** How a donor declares at the counter: by the telephone or in person, or on a signed form. */
export const giftAidMethods = ['oral', 'written'] as const
export type GiftAidMethod = (typeof giftAidMethods)[number]
/** Days in which a donor may cancel an oral declaration. The declaration then counts as never made. */
export const oralCancelDays = 30
/** The last day on which an oral declaration may be cancelled, as an instant of that day. */
export const oralCancelDay = (saidAt: Date): Date => daysAfter(saidAt, oralCancelDays)

/** A declaration at the account, or its withdrawal. `method`: how it was made at the counter; null or absent where the donor made it online. */
export type AccountDeclaration = {
  readonly isDeclared: boolean
  readonly wording: AccountGiftAidWording
  readonly saidAt: Date
  readonly method?: GiftAidMethod | null
}
type PaidDonation = { readonly answer: boolean | null; readonly givenAt: Date }

/**
 * Whether Gift Aid is claimed on a donation that was paid. The donor's answer for its order has precedence over earlier declarations; a
 * later declaration for past donations covers it too. A withdrawal concerns donations after it, except that an oral declaration which is
 * withdrawn within {@link oralCancelDays} days covers none.
 * @param donation.answer the answer for its order; null without one
 * @param declarations declarations and withdrawals at the donor's account, in any order
 */
export const isClaimable = (donation: PaidDonation, declarations: readonly AccountDeclaration[]): boolean =>
  donation.answer === true || coveringDeclaration(donation, declarations) !== undefined

/** The declaration of the account by which Gift Aid is claimed on a donation; undefined without one. */
export function coveringDeclaration<Declaration extends AccountDeclaration>(
  { answer, givenAt }: PaidDonation,
  all: readonly Declaration[],
): Declaration | undefined {
  const declarations = all.filter((declaration) => !isCancelled(declaration, all))
  const before = declarations.filter(({ saidAt }) => saidAt <= givenAt).toSorted((a, b) => Number(a.saidAt) - Number(b.saidAt))
  const latest = before.at(-1)
  if (answer === null && latest?.isDeclared) return latest
  return declarations.find(
    ({ isDeclared, wording, saidAt }) =>
      isDeclared && saidAt > givenAt && coversPastDonations(wording) && yearsBefore(saidAt, giftAidPastYears) <= givenAt,
  )
}

/** Whether an oral declaration was withdrawn in time. The last day counts in full, in any time zone. */
function isCancelled({ isDeclared, method, saidAt }: AccountDeclaration, all: readonly AccountDeclaration[]): boolean {
  if (!isDeclared || method !== 'oral') return false
  const end = daysAfter(saidAt, oralCancelDays + 1)
  return all.some((other) => !other.isDeclared && other.saidAt >= saidAt && other.saidAt <= end)
}

const daysAfter = (instant: Date, days: number): Date => new Date(instant.getTime() + days * 24 * 60 * 60 * 1000)

function yearsBefore(instant: Date, years: number): Date {
  const earlier = new Date(instant)
  earlier.setUTCFullYear(earlier.getUTCFullYear() - years)
  return earlier
}

/**
 * Whether Gift Aid is claimed on the donation of an order. The answer for this order has precedence; without one, the
 * account's declaration counts until it is withdrawn.
 */
export const isGiftAided = (answer: boolean | null, account: { readonly isDeclared: boolean } | undefined): boolean =>
  answer ?? account?.isDeclared ?? false

/** The Gift Aid on a donation: 25p for each £1, rounded down to a whole penny. */
export const giftAidOn = (amount: Money): Money => money(Math.floor(amount / 4))
