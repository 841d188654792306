import { type RawBuilder, sql } from 'kysely'
import type { Brand } from '@playhouse/domain/brand'

/** The instant of a day on which charges are made: nine in the morning at the theatre. */
export const instantOf = ({ timeZone }: Pick<Brand, 'timeZone'>, day: string): RawBuilder<Date> =>
  sql<Date>`(${day}::date + time '09:00') at time zone ${timeZone}`
