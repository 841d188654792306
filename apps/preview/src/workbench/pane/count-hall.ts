import type { Words } from '@playhouse/shop-ui/i18n'

const parts = ['seats', 'rows', 'areas'] as const

/** The parts of a hall with their counts in a language: "1 seat", "2 rows". */
export const countHall = (t: Words, hall: Readonly<Record<(typeof parts)[number], number>>): Record<string, string> =>
  Object.fromEntries(parts.map((part) => [part, t(`count.${part}`, { count: hall[part] })]))
