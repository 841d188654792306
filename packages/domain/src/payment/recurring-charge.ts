import { addDays } from '../customer/membership-term.ts'

/** What pays for charges without the customer. */
export const chargeMeans = ['card', 'direct-debit'] as const
export type ChargeMeans = (typeof chargeMeans)[number]

/** Days between the notice and the charge, at least. A direct debit needs the notice that its scheme demands. */
export const noticeDays: Readonly<Record<ChargeMeans, number>> = { card: 1, 'direct-debit': 5 }
/** Days after the first try on which a charge is tried: a card three times in ten days. A direct debit is not repeated. */
const tryDays: Readonly<Record<ChargeMeans, readonly number[]>> = { card: [0, 4, 9], 'direct-debit': [0] }

/** The first day on which a charge can be made after its notice. ISO dates. */
export const earliestCharge = (means: ChargeMeans, noticedOn: string): string => addDays(noticedOn, noticeDays[means])

/**
 * The day of the next try, an ISO date; undefined after the last one.
 * @param failures the number of tries that failed
 */
export function nextTryDay(means: ChargeMeans, chargeOn: string, failures: number, today: string): string | undefined {
  const days = tryDays[means][failures]
  if (days === undefined) return undefined
  const [day, earliest] = [addDays(chargeOn, days), addDays(today, 1)]
  return day > earliest ? day : earliest
}
