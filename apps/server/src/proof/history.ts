import { type Kysely, sql } from 'kysely'
import type { Database } from '#db'
import { seatMoves, type SeatState } from '@playhouse/domain/seat'

/** The columns of a claim at one moment. */
export type ClaimImage = { readonly state: Exclude<SeatState, 'free'>; readonly basket: string | null; readonly order: string | null }

/** One change of one seat's claim. A free seat has no row: null. */
export type SeatStep = {
  readonly performance: string
  readonly seat: number
  readonly was: ClaimImage | null
  readonly is: ClaimImage | null
  /** Whether the old claim had lapsed, by the database's clock in the transaction that changed it. */
  readonly hadLapsed: boolean
}

/**
 * Starts to record every change of every claim in a separate table. A trigger records a change while the row is locked, and no
 * other transaction can change the seat before that one ends: the numbers of one seat's changes are in their real order,
 * whatever order transactions commit in.
 */
export async function recordHistory(db: Kysely<Database>): Promise<void> {
  const statements = [
    `create table seat_history (
      nr bigint generated always as identity primary key, performance_id text not null, seat int not null,
      was jsonb, "is" jsonb, had_lapsed boolean not null, at timestamptz not null default clock_timestamp())`,
    `create function image_of(state text, basket uuid, placed uuid) returns jsonb language sql immutable as
      $$ select case when state is not null then jsonb_build_object('state', state, 'basket', basket, 'order', placed) end $$`,
    `create function note_history() returns trigger language plpgsql as $$
      begin
        insert into seat_history (performance_id, seat, was, "is", had_lapsed) values (
          coalesce(new.performance_id, old.performance_id), coalesce(new.seat, old.seat),
          image_of(old.state, old.basket_id, old.order_id), image_of(new.state, new.basket_id, new.order_id), coalesce(old.until <= now(), false));
        return null;
      end $$`,
    `create trigger seat_history after insert or update or delete on seat_claim for each row execute function note_history()`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Returns all changes since {@link recordHistory}, those of each seat in the order in which they happened. */
export async function readHistory(db: Kysely<Database>): Promise<SeatStep[]> {
  const { rows } = await sql<SeatStep>`
    select performance_id as performance, seat, was, "is", had_lapsed as "hadLapsed" from seat_history order by nr`.execute(db)
  return rows
}

/**
 * Returns the errors of a history: none if every seat's claims form a valid sequence. Each step must begin where the one before
 * ended, every move must be in the state machine, and a claim may go to another buyer only after it has lapsed.
 * @param before claims that existed before the history began.
 * @param basketOf the basket of each order, by the order's id.
 */
export function checkHistory(
  history: readonly SeatStep[],
  before: ReadonlyMap<string, ClaimImage>,
  basketOf: ReadonlyMap<string, string>,
): string[] {
  const now = new Map<string, ClaimImage | null>(before)
  const wrongs: string[] = []
  for (const step of history) {
    const key = seatKey(step)
    const wrong = sameClaim(now.get(key) ?? null, step.was)
      ? checkStep(step, basketOf)
      : 'the step does not begin where the one before ended'
    if (wrong) wrongs.push(`${key}: ${wrong}: ${JSON.stringify(step.was)} → ${JSON.stringify(step.is)}`)
    now.set(key, step.is)
  }
  return wrongs
}

export const seatKey = ({ performance, seat }: Pick<SeatStep, 'performance' | 'seat'>): string => `${performance}/${seat}`

function checkStep({ was, is, hadLapsed }: SeatStep, basketOf: ReadonlyMap<string, string>): string | undefined {
  const targets: readonly SeatState[] = Object.values(seatMoves[was?.state ?? 'free'])
  // A late payment claims a free seat again at once: held and sold in one step.
  const isTakenBack = !was && is?.state === 'sold'
  if (!isTakenBack && !targets.includes(is?.state ?? 'free')) return 'the state machine has no such move'
  const buyer = is?.state === 'sold' ? basketOf.get(is.order ?? '') : is?.basket
  if (is?.state === 'sold' && buyer === undefined) return 'sold into an unknown order'
  if (!was || !is || buyer === was.basket) return undefined
  return was.state === 'held' && hadLapsed ? undefined : 'taken from a holder before the hold lapsed'
}

const sameClaim = (a: ClaimImage | null, b: ClaimImage | null): boolean =>
  a?.state === b?.state && (a?.basket ?? null) === (b?.basket ?? null) && (a?.order ?? null) === (b?.order ?? null)
