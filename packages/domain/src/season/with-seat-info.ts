import type { Locale } from '../brand/locale.ts'
import { textIn } from '../format/text-in.ts'
import type { Plan } from '../plan/model/plan.ts'
import type { SeatInfo } from './season.ts'

/** A plan whose notes on seats begin with what the theatre says about their rows for one production. */
export function withSeatInfo(plan: Plan, seatInfo: readonly SeatInfo[] | undefined, locale: Locale): Plan {
  if (!seatInfo) return plan
  const textsByRow = plan.rows.map(({ area, label }) =>
    seatInfo.flatMap(({ rows, text }) =>
      rows.some((each) => each.area === plan.areas[area]!.id && (!each.labels || each.labels.includes(label))) ? textIn(text, locale) : [],
    ),
  )
  return { ...plan, noteOf: (seat) => [...textsByRow[plan.rowOf[seat]!]!, plan.noteOf(seat) ?? []].flat().join(' ') || undefined }
}
