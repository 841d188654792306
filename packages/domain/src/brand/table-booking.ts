import { calendarDay } from '../format/calendar.ts'

/** A table is offered this long before the performance. */
export const tableLeadMinutes = 90
/** Nothing can be booked further ahead: see decision 15. */
export const mostTableDays = 60
/** The largest party, unless a partner takes fewer. */
export const mostTableGuests = 20

/** A restaurant that takes bookings on its own site. */
export type TablePartner = {
  readonly partner: string
  readonly name: string
  /** The only host to which its link leads. */
  readonly host: string
  /** Its booking page; `{date}`, `{time}` and `{party}` are filled in. */
  readonly url: string
  readonly most?: number | undefined
}

/** The table that suits a performance: day and time at the theatre, and its first day of booking; ISO. */
export type TableOffer = { readonly date: string; readonly time: string; readonly at: string; readonly opensOn: string }

const minuteMs = 60_000
const dayMs = 86_400_000

/**
 * The table that suits a performance.
 * @param now epoch milliseconds
 * @returns undefined once its time is over
 */
export function tableOfferFor(
  { startsAt, timeZone }: { readonly startsAt: string; readonly timeZone: string },
  now: number,
): TableOffer | undefined {
  const at = new Date(Date.parse(startsAt) - tableLeadMinutes * minuteMs)
  if (at.getTime() <= now) return undefined
  const date = calendarDay(at.toISOString(), timeZone)
  const time = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at)
  const opensOn = new Date(Date.parse(`${date}T00:00:00Z`) - mostTableDays * dayMs).toISOString().slice(0, 10)
  return { date, time, at: at.toISOString(), opensOn }
}

/** Whether the table can be booked on this day, an ISO date at the theatre. */
export const isTableBookable = ({ opensOn }: Pick<TableOffer, 'opensOn'>, today: string): boolean => today >= opensOn

/** The address of the partner's page for a table. */
export const tableLink = ({ url }: Pick<TablePartner, 'url'>, { date, time }: Pick<TableOffer, 'date' | 'time'>, party: number): string =>
  url.replaceAll('{date}', date).replaceAll('{time}', encodeURIComponent(time)).replaceAll('{party}', String(party))
