import { type Money, money, zero } from '../money/money.ts'
import { type Problem, problem } from '../problem.ts'
import { fail, ok, type Result } from '../result.ts'
import type { BrandMembership } from './membership.ts'

/** A term of a membership that a customer has, had, or will have. Days are ISO dates in the theatre's time zone, all inclusive. */
export type MembershipTerm = {
  readonly id: string
  readonly membership: string
  readonly startsOn: string
  readonly expiresOn: string
  /** The last day on which the benefits continue while an automatic renewal is not decided; null without one. */
  readonly graceUntil: string | null
  /** What the term was sold for, with the credit of an upgrade; minor units. Zero for one that was given. */
  readonly value: Money
  /** Whether it ended before its last day, by an upgrade. */
  readonly isCancelled: boolean
  /** Whether a renewal continues it. */
  readonly isRenewed: boolean
}

const dayMs = 86_400_000
const utcOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** The day `days` after a day; ISO dates. */
export const addDays = (day: string, days: number): string => new Date(utcOf(day) + days * dayMs).toISOString().slice(0, 10)

/** The number of days of a period, both ends included. */
const daysIn = (from: string, to: string): number => Math.round((utcOf(to) - utcOf(from)) / dayMs) + 1

/**
 * The last day of a term, an ISO date. Where the end month lacks the day, the term ends on the last day of that month: a year
 * from 29 February ends on 28 February.
 */
export function lastDayOfTerm(startsOn: string, months: number): string {
  const [year, month, day] = startsOn.split('-').map(Number) as [number, number, number]
  const lastOfMonth = new Date(Date.UTC(year, month + months, 0))
  if (day > lastOfMonth.getUTCDate()) return lastOfMonth.toISOString().slice(0, 10)
  return addDays(new Date(Date.UTC(year, month - 1 + months, day)).toISOString().slice(0, 10), -1)
}

/** The last day on which the term gives its benefits, an ISO date. */
export const lastDayHeld = ({ expiresOn, graceUntil }: Pick<MembershipTerm, 'expiresOn' | 'graceUntil'>): string =>
  graceUntil !== null && graceUntil > expiresOn ? graceUntil : expiresOn

/** Whether the term gives its benefits on a day. */
export const isHeldOn = (term: MembershipTerm, day: string): boolean =>
  !term.isCancelled && term.startsOn <= day && day <= lastDayHeld(term)

export const membershipStates = ['pending', 'active', 'expiring', 'lapsed', 'cancelled'] as const
/** `pending`: starts later. `expiring`: it may be renewed. `cancelled`: it ended before its last day. */
export type MembershipState = (typeof membershipStates)[number]

/** @param renewalDays days before the last day on which the renewal window opens; undefined where the brand renews none */
export function stateOfTerm(term: MembershipTerm, renewalDays: number | undefined, today: string): MembershipState {
  if (term.isCancelled) return 'cancelled'
  if (today < term.startsOn) return 'pending'
  if (today > lastDayHeld(term)) return 'lapsed'
  return !term.isRenewed && isInWindow(term, renewalDays, today) ? 'expiring' : 'active'
}

const isInWindow = ({ expiresOn }: MembershipTerm, renewalDays: number | undefined, today: string): boolean =>
  renewalDays !== undefined && today > addDays(expiresOn, -renewalDays)

/** How a purchase changes what the customer holds. */
export const membershipChanges = ['join', 'renewal', 'upgrade'] as const
export type MembershipChange = (typeof membershipChanges)[number]

/** A purchase of a membership by one customer. */
export type MembershipQuote = {
  readonly change: MembershipChange
  /** The price less the credit, in minor units. */
  readonly amount: Money
  /** The unused part of the terms that an upgrade replaces. */
  readonly credit: Money
  /** The first day if it is sold today, an ISO date. */
  readonly startsOn: string
  /** The term that it continues; null unless it renews one. */
  readonly continues: string | null
  /** The terms that an upgrade ends. */
  readonly replaces: readonly string[]
}
type Levels = readonly Pick<BrandMembership, 'id' | 'name' | 'sold'>[]

/**
 * Quotes a membership for a customer by the terms that they have. The same rule prices it on the server and in the mocks.
 * @param asked `from`: the membership that the new one replaces; null for a purchase or a renewal
 * @returns `membership-already-held` before the renewal window, `membership-upgrade-unavailable` where there is nothing to upgrade
 */
export function quoteMembership(
  levels: Levels,
  terms: readonly MembershipTerm[],
  { membership, from }: { readonly membership: string; readonly from: string | null },
  today: string,
): Result<MembershipQuote, Problem<'page-not-found' | 'membership-already-held' | 'membership-upgrade-unavailable'>> {
  const level = levels.find(({ id }) => id === membership)
  if (!level?.sold) return fail(problem('page-not-found'))
  const { price, renewal } = level.sold
  const last = currentTerms(terms, membership, today).at(-1)
  if (last && (from !== null || !isInWindow(last, renewal?.days, today)))
    return fail(problem('membership-already-held', { name: level.name }))
  if (from !== null) return quoteUpgrade(levels, { name: level.name, price }, currentTerms(terms, from, today), from, today)
  if (!last) return ok({ change: 'join', amount: price, credit: zero, startsOn: today, continues: null, replaces: [] })
  return ok({ change: 'renewal', amount: price, credit: zero, startsOn: addDays(last.expiresOn, 1), continues: last.id, replaces: [] })
}

/** The terms of a membership that have not ended, the first one first. */
export const currentTerms = (terms: readonly MembershipTerm[], membership: string, today: string): MembershipTerm[] =>
  terms
    .filter((term) => term.membership === membership && !term.isCancelled && lastDayHeld(term) >= today)
    .toSorted((a, b) => (a.expiresOn < b.expiresOn ? -1 : 1))

function quoteUpgrade(
  levels: Levels,
  { name, price }: { readonly name: string; readonly price: Money },
  replaced: readonly MembershipTerm[],
  from: string,
  today: string,
): Result<MembershipQuote, Problem<'membership-upgrade-unavailable'>> {
  const lower = levels.find(({ id }) => id === from)?.sold
  const credit = money(replaced.reduce((sum, term) => sum + creditOf(term, today), 0))
  const isHeld = replaced.some(({ startsOn }) => startsOn <= today)
  if (!isHeld || !lower || lower.price >= price || credit >= price) return fail(problem('membership-upgrade-unavailable', { name }))
  const replaces = replaced.map(({ id }) => id)
  return ok({ change: 'upgrade', amount: money(price - credit), credit, startsOn: today, continues: null, replaces })
}

/** The value of the days from today to the end of a term, rounded down; minor units. */
function creditOf({ value, startsOn, expiresOn }: MembershipTerm, today: string): number {
  if (today > expiresOn) return 0
  const from = today > startsOn ? today : startsOn
  return Math.floor((value * daysIn(from, expiresOn)) / daysIn(startsOn, expiresOn))
}
