import type { Locale } from '../brand/locale.ts'
import { moves } from '../machine.ts'
import type { Money } from '../money/money.ts'
import { type ChargeMeans, earliestCharge, noticeDays } from '../payment/recurring-charge.ts'
import type { BrandMembership } from './membership.ts'
import { addDays, currentTerms, lastDayOfTerm, type MembershipTerm } from './membership-term.ts'

/** Version of the consent texts, `item:renewalByCard` and `item:renewalByDebit`: a changed text needs a new version. */
export const renewalWording = '2026-11-26'

/** Days before the end of a term on which the charge is announced. */
export const announcedDays = 30
/** Days after the first try for which the benefits continue while nothing is paid. */
const graceDays = 10
/** Days from now for which the benefits continue while a bank decides. */
export const debitDays = 14

/**
 * The states of an automatic renewal. `announced`: the member has been told. `waiting`: a try has failed, and another follows.
 * `charging`: the outcome is not known yet.
 */
export const renewalMoves = moves({
  announced: { charge: 'charging', cancel: 'cancelled' },
  charging: { renew: 'renewed', wait: 'waiting', lapse: 'lapsed', cancel: 'cancelled' },
  waiting: { charge: 'charging', cancel: 'cancelled' },
  renewed: {},
  lapsed: {},
  cancelled: { announce: 'announced' },
})
export type RenewalState = keyof typeof renewalMoves

/** The day of the first try, an ISO date: the last day of the term, or later where it is announced late. */
export function chargeDay({ expiresOn }: Pick<MembershipTerm, 'expiresOn'>, means: ChargeMeans, announcedOn: string): string {
  const earliest = earliestCharge(means, announcedOn)
  return earliest > expiresOn ? earliest : expiresOn
}

/**
 * The last day of the benefits while the renewal is tried, an ISO date. It does not move past a limit, however often a member
 * agrees again.
 */
export function graceUntil({ expiresOn }: Pick<MembershipTerm, 'expiresOn'>, chargeOn: string): string {
  const [day, latest] = [addDays(chargeOn, graceDays), addDays(expiresOn, graceDays + noticeDays['direct-debit'])]
  return day < latest ? day : latest
}

/** A term that can be renewed automatically, with the membership as the brand sells it. */
export type RenewableTerm = { readonly term: MembershipTerm; readonly name: string; readonly price: Money; readonly months: number }

/** The last term of each membership that has not ended, where the brand renews it automatically. */
export const renewableTerms = (
  levels: readonly Pick<BrandMembership, 'id' | 'name' | 'sold'>[],
  terms: readonly MembershipTerm[],
  today: string,
): RenewableTerm[] =>
  levels.flatMap(({ id, name, sold }) => {
    const term = currentTerms(terms, id, today).at(-1)
    return term && !term.isRenewed && sold?.renewal?.isAutomatic ? [{ term, name, price: sold.price, months: sold.months }] : []
  })

/** The automatic renewal that the buyer of a membership can agree to: the amount and the day of the first charge, an ISO date. */
export type RenewalOffer = { readonly amount: Money; readonly on: string }

/** What the buyer of a membership has agreed to: it is valid only if the payment saves a card. */
export type PurchaseConsent = RenewalOffer & {
  readonly wording: string
  /** The text in the buyer's language. */
  readonly text: string
  readonly locale: Locale
  readonly currency: string
  /** ISO 8601 instant. */
  readonly agreedAt: string
}

/**
 * Returns the automatic renewal of a term that is being bought, by a saved card.
 * @param startsOn the first day of the term, an ISO date
 * @returns undefined where the brand does not renew the membership automatically
 */
export function offerRenewal(level: Pick<BrandMembership, 'sold'> | undefined, startsOn: string): RenewalOffer | undefined {
  if (!level?.sold?.renewal?.isAutomatic) return undefined
  const { price, months } = level.sold
  return { amount: price, on: chargeDay({ expiresOn: lastDayOfTerm(startsOn, months) }, 'card', startsOn) }
}

/** Whether a buyer was shown the current text, amount and day. */
export const isCurrentOffer = (
  offer: RenewalOffer | undefined,
  shown: RenewalOffer & { readonly wording: string },
): offer is RenewalOffer => offer?.amount === shown.amount && offer.on === shown.on && shown.wording === renewalWording
