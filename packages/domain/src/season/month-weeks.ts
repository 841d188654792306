type Dated = { readonly startsAtLocal: string }

/** A day of a calendar with its performances; `undefined` outside the month. */
export type CalendarDay<Performance> = { readonly day: number; readonly instances: readonly Performance[] } | undefined

/**
 * Returns a month as weeks from Monday, in the theatre's time zone, from the first with a performance to the last.
 * @param month `2026-02`
 */
export function weeksOf<Performance extends Dated>(month: string, instances: readonly Performance[]): CalendarDay<Performance>[][] {
  const [year = 1970, number = 1] = month.split('-').map(Number)
  const first = new Date(Date.UTC(year, number - 1, 1))
  const before = (first.getUTCDay() + 6) % 7
  const days = new Date(Date.UTC(year, number, 0)).getUTCDate()
  const cells: CalendarDay<Performance>[] = Array.from({ length: Math.ceil((before + days) / 7) * 7 }, (_, cell) => {
    const day = cell - before + 1
    if (day < 1 || day > days) return undefined
    const date = `${month}-${String(day).padStart(2, '0')}`
    return { day, instances: instances.filter(({ startsAtLocal }) => startsAtLocal.startsWith(date)) }
  })
  const weeks = Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7))
  const hasSome = (week: readonly CalendarDay<Performance>[]): boolean => week.some((cell) => cell && cell.instances.length > 0)
  return weeks.slice(Math.max(0, weeks.findIndex(hasSome)), weeks.findLastIndex(hasSome) + 1)
}
