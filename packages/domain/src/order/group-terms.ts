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

/** The dates of a group booking, which staff move after it was made. */
export const groupDatesSchema = groupTermsSchema.pick({ optionUntil: true, depositDue: true, balanceDue: true })
export type GroupDates = z.infer<typeof groupDatesSchema>

/** Now and the start of the performance in epoch milliseconds. */
type GroupClock = { readonly now: number; readonly startsAt: number; readonly timeZone: string }
/** The total of the tickets in minor units. */
type GroupSeats = GroupClock & { readonly total: Money }
/** The deposit in minor units, and the dates before the change. */
type BookedDates = GroupClock & { readonly deposit: number; readonly before: CheckedGroupDates }
/** `optionUntil` in epoch milliseconds. */
export type CheckedGroupDates = Omit<GroupDates, 'optionUntil'> & { readonly optionUntil: number }
/** `optionUntil` in epoch milliseconds, `deposit` in minor units. */
export type CheckedGroupTerms = Omit<GroupTerms, 'optionUntil' | 'deposit'> & { readonly optionUntil: number; readonly deposit: Money }

/**
 * Checks the terms of a group booking against its performance and its total: times that exist, in the order option or deposit, balance,
 * performance, and a deposit that is not above the total.
 * @returns the terms with the instant of the option and the amount of the deposit, or `invalid-input` with every wrong field
 */
export function checkGroupTerms(terms: GroupTerms, { total, ...clock }: GroupSeats): Result<CheckedGroupTerms, Problem<'invalid-input'>> {
  const deposit = depositOf(terms.deposit, total)
  const { checks, optionUntil } = checkDates(terms, deposit, clock)
  const { optionUntil: isOptionValid, ...days } = checks
  const wrong = invalidFields({ optionUntil: isOptionValid, deposit: deposit <= total, ...days })
  return wrong ? fail(wrong) : ok({ ...terms, optionUntil, deposit })
}

/**
 * Checks dates to which staff move those of a group booking, by the rules for its terms. A date that stays may have passed.
 * @returns the dates with the instant of the option, or `invalid-input` with every wrong field
 */
export function checkGroupDates(
  dates: GroupDates,
  { deposit, before, ...clock }: BookedDates,
): Result<CheckedGroupDates, Problem<'invalid-input'>> {
  const { checks, optionUntil } = checkDates(dates, deposit, clock)
  const isSameOption = dates.optionUntil === plainOf(Temporal.Instant.fromEpochMilliseconds(before.optionUntil), clock.timeZone)
  const isOrdered = dates.depositDue === null || dates.depositDue <= dates.balanceDue
  const wrong = invalidFields({
    optionUntil: isSameOption || checks.optionUntil,
    depositDue: checks.depositDue || (dates.depositDue === before.depositDue && isOrdered),
    balanceDue: checks.balanceDue || dates.balanceDue === before.balanceDue,
  })
  return wrong ? fail(wrong) : ok({ ...dates, optionUntil: isSameOption ? before.optionUntil : optionUntil })
}

function checkDates({ optionUntil: plain, depositDue, balanceDue }: GroupDates, deposit: number, { now, startsAt, timeZone }: GroupClock) {
  const dayOf = (instant: number): string => plainOf(Temporal.Instant.fromEpochMilliseconds(instant), timeZone).slice(0, 10)
  const [today, lastDay] = [dayOf(now), dayOf(startsAt)]
  const hasTime = wallClockFault(plain, timeZone) === undefined
  const optionUntil = hasTime ? instantOf(plain, timeZone).epochMilliseconds : now
  const checks = {
    optionUntil: isReservableUntil(optionUntil, { now, startsAt }),
    depositDue: deposit === 0 ? depositDue === null : depositDue !== null && depositDue >= today && depositDue <= balanceDue,
    balanceDue: balanceDue >= today && balanceDue <= lastDay,
  }
  return { checks, optionUntil }
}

/** The problem that names the fields without a valid value. */
function invalidFields(checks: Readonly<Record<string, boolean>>): Problem<'invalid-input'> | undefined {
  const fields = Object.entries(checks).flatMap(([field, isValid]) => (isValid ? [] : [field]))
  return fields.length > 0 ? problem('invalid-input', { fields }) : undefined
}
