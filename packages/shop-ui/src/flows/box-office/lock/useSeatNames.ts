import { type Plan, placeName } from '@playhouse/domain/plan'
import { useFormats, useWords } from '#i18n'

/** Names of one reply: a whole hall would be too long to read. */
const mostNames = 40

/** Returns the names of seats as a list, such as "Stalls A1 and Stalls A2"; of more than forty, the first and how many more. While the plan is loading: their ids. */
export function useSeatNames(plan: Plan | undefined): (seats: readonly string[]) => string {
  const t = useWords('lock')
  const { list } = useFormats()
  const nameOf = (seat: string): string => {
    const index = plan?.indexOf(seat)
    if (!plan || index === undefined) return seat
    const { area, row, number } = placeName(plan, index)
    return `${area} ${row}${number}`.trim()
  }
  return (seats) => {
    const names = seats.slice(0, mostNames).map(nameOf)
    const more = seats.length - names.length
    return list(more > 0 ? [...names, t('more', { count: more })] : names)
  }
}
