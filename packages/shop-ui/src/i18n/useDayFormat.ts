import { useFormats } from './useFormats.ts'

/** Formats a calendar date such as `2026-03-01`. It is the same day in every time zone. */
export function useDayFormat(): (day: string) => string {
  const { date } = useFormats()
  return (day) => date({ startsAt: `${day}T12:00:00Z`, timeZone: 'UTC' })
}
