import { type Kysely, sql } from 'kysely'
import type { Database } from '#db'

/** Whether a basket is paid for by a link, and not at the counter or by a visitor who has it. */
export async function isPaidByLink(db: Kysely<Database>, basket: string): Promise<boolean> {
  const { rows } = await sql<{ isByLink: boolean }>`
    select exists (select from payment_link where basket_id = ${basket} and cancelled_at is null)
      or exists (select from reservation_link where basket_id = ${basket}) as "isByLink"`.execute(db)
  return rows[0]!.isByLink
}

/** Whether a basket pays by a link for a reserved order that still has time. */
export async function hasTimeByLink(db: Kysely<Database>, basket: string): Promise<boolean> {
  const { rows } = await sql<{ hasTime: boolean }>`
    select exists (select from reservation_link l join reservation r on r.id = l.reservation_id
      where l.basket_id = ${basket} and r.basket_id = ${basket} and r.held_until > now()) as "hasTime"`.execute(db)
  return rows[0]!.hasTime
}
