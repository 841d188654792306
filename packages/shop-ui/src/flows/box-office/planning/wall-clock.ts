import { serverNow } from '#browser'
import { useFormats } from '#i18n'

/** Formats wall-clock times such as `2027-03-01T19:30`, which belong to the theatre whatever the zone of the browser. */
export function useWallClock() {
  const formats = useFormats()
  const moment = (plain: string) => ({ startsAt: `${plain}:00Z`, timeZone: 'UTC' })
  return {
    when: (plain: string): string => formats.when(moment(plain)),
    day: (plain: string): string => formats.day(moment(plain)),
    time: (plain: string): string => formats.time(moment(plain)),
    month: (plain: string): string => formats.month(moment(plain)),
    dateAndTime: (plain: string): string => formats.dateAndTime(moment(plain)),
    run: (first: string, last: string): string => formats.run(`${first}:00Z`, `${last}:00Z`, 'UTC'),
  }
}

/**
 * The wall-clock time in a time zone, such as `2027-03-01T19:30`. Swedish writes it in this order.
 * @param instant epoch milliseconds; left out: now, by the server's clock
 */
export const wallClockIn = (timeZone: string, instant = serverNow()): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(instant).replace(' ', 'T')
