import { useFormats } from '#i18n'

/** A calendar day, `2026-03-01`, in the visitor's words: it is the same day in every time zone. */
export function useDayFormat(): (day: string) => string {
  const { date } = useFormats()
  return (day) => date({ startsAt: `${day}T12:00:00Z`, timeZone: 'UTC' })
}
