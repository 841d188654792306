import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Database, DaySeatDrawTable } from '#db'
import { ballotStateOf } from '@playhouse/domain/ballot'

export type DaySeatDraw = Selectable<DaySeatDrawTable> & { readonly now: Date }

/** The state of a draw. Times that are not in their order any more, after the performance was moved, leave no time for entries. */
export const drawState = ({ opens_at, closes_at, drawn_at, now }: DaySeatDraw) =>
  ballotStateOf({ opensAt: opens_at.getTime(), closesAt: closes_at.getTime(), drawnAt: drawn_at?.getTime() }, now.getTime())

/**
 * Finds the draw of day seats for a performance that is not withdrawn, with the database's current time. A ballot of the performance that is not
 * drawn yet goes first: its page is the same.
 */
export const findDraw = (db: Kysely<Database>, performance: string): Promise<DaySeatDraw | undefined> =>
  selectDraw(db, performance).executeTakeFirst()

/** Like {@link findDraw}, with a shared lock that delays the draw until an entry is stored. */
export const lockDrawShared = (trx: Transaction<Database>, performance: string): Promise<DaySeatDraw | undefined> =>
  selectDraw(trx, performance).forShare('day_seat_draw').executeTakeFirst()

const selectDraw = (db: Kysely<Database>, performance: string) =>
  db
    .selectFrom('day_seat_draw')
    .selectAll()
    .select(sql<Date>`now()`.as('now'))
    .where('performance_id', '=', performance)
    .where('is_withdrawn', '=', false)
    .where(
      sql<boolean>`not exists (select from ballot b join ballot_performance p on p.ballot_id = b.id
        where p.performance_id = day_seat_draw.performance_id and b.withdrawn_at is null and b.drawn_at is null)`,
    )
