import { z } from 'zod'
import type { Money } from '../money/money.ts'
import { type Problem, problem } from '../problem.ts'
import { fail, ok, type Result } from '../result.ts'
import { instantOf, plainDateTimeSchema, plainOf, wallClockFault } from '../time/time.ts'
import { depositOf, depositSchema, groupKinds } from './group-booking.ts'
import { isReservableUntil } from './order.ts'

/** The terms of a group booking, as staff agree them with its contact. Days and times are those of the performance's time zone. */
export const groupTermsSchema = z.strictObject({
  kind: z.enum(groupKinds),
  /** Name of the group or school. */
  name: z.string().trim().min(1).max(120),
  /** Until when its seats are kept without a deposit: a wall-clock time. */
  optionUntil: plainDateTimeSchema,
  deposit: depositSchema,
  /** The last day for the deposit; null without one. */
  depositDue: z.iso.date().nullable(),
  /** The last day for the rest of the total. */
  balanceDue: z.iso.date(),
  note: z.string().trim().max(500),
})
export type GroupTerms = z.infer<typeof groupTermsSchema>

/** Now and the start of the performance in epoch milliseconds; the total of its tickets in minor units. */
type GroupSeats = { readonly now: number; readonly startsAt: number; readonly timeZone: string; readonly total: Money }
/** `optionUntil` in epoch milliseconds, `deposit` in minor units. */
export type CheckedGroupTerms = Omit<GroupTerms, 'optionUntil' | 'deposit'> & { readonly optionUntil: number; readonly deposit: Money }

/**
 * Checks the terms of a group booking against its performance and its total: times that exist, in the order option or deposit, balance,
 * performance, and a deposit that is not above the total.
 * @returns the terms with the instant of the option and the amount of the deposit, or `invalid-input` with every wrong field
 */
export function checkGroupTerms(
  terms: GroupTerms,
  { now, startsAt, timeZone, total }: GroupSeats,
): Result<CheckedGroupTerms, Problem<'invalid-input'>> {
  const dayOf = (instant: number): string => plainOf(Temporal.Instant.fromEpochMilliseconds(instant), timeZone).slice(0, 10)
  const [today, lastDay] = [dayOf(now), dayOf(startsAt)]
  const hasTime = wallClockFault(terms.optionUntil, timeZone) === undefined
  const optionUntil = hasTime ? instantOf(terms.optionUntil, timeZone).epochMilliseconds : now
  const deposit = depositOf(terms.deposit, total)
  const { depositDue, balanceDue } = terms
  const isBalanceDue = balanceDue >= today && balanceDue <= lastDay
  const isDepositDue = deposit === 0 ? depositDue === null : depositDue !== null && depositDue >= today && depositDue <= balanceDue
  const checks = {
    optionUntil: isReservableUntil(optionUntil, { now, startsAt }),
    deposit: deposit <= total,
    depositDue: isDepositDue,
    balanceDue: isBalanceDue,
  }
  const fields = Object.entries(checks).flatMap(([field, isValid]) => (isValid ? [] : [field]))
  return fields.length > 0 ? fail(problem('invalid-input', { fields })) : ok({ ...terms, optionUntil, deposit })
}
