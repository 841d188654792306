import type { Brand } from '@playhouse/domain/brand'
import { calendarDay } from '@playhouse/domain/calendar'
import { type Fund, isFundOpen } from '@playhouse/domain/giving'
import { serverNow } from '#browser'

/** The funds that take donations today in the theatre's time zone, the most important first. */
export function openFunds({ features, giving, timeZone }: Pick<Brand, 'features' | 'giving' | 'timeZone'>): readonly Fund[] {
  const today = calendarDay(new Date(serverNow()).toISOString(), timeZone)
  return features.donations ? giving.filter((fund) => isFundOpen(fund, today)) : []
}
