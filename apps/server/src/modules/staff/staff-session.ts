import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Database } from '#db'
import type { StaffRow } from './staff-row.ts'
import { staffSessionIdleSeconds } from '@playhouse/domain/staff'

/** Somebody at the counter. `key` is the row's id in the database; the secret itself is in their cookie alone. */
export type StaffSession = {
  readonly key: string
  readonly staff: StaffRow
  /** Whether the second factor was shown. */
  readonly isVerified: boolean
  readonly customerId: string | undefined
  readonly basketId: string | undefined
}

const maxAgeHours = 10
/** Seconds within which the second factor must follow the first. */
const verifyWithinSeconds = 300

const keyOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

/** A new session of somebody who gave their password. It opens nothing but the second factor. */
export async function beginStaffSession(db: Kysely<Database>, staff: string): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  await db
    .insertInto('staff_session')
    .values({ id_hash: keyOf(secret), staff_id: staff })
    .execute()
  return secret
}

/** The session behind a cookie, and the sign that it goes on. Undefined once it was idle too long, or its owner left. */
export async function resumeStaffSession(db: Kysely<Database>, secret: string): Promise<StaffSession | undefined> {
  const row = await db
    .updateTable('staff_session')
    .set({ seen_at: sql<Date>`now()` })
    .where('id_hash', '=', keyOf(secret))
    .where('seen_at', '>', sql<Date>`now() - make_interval(secs => ${staffSessionIdleSeconds})`)
    .where('created_at', '>', sql<Date>`now() - make_interval(hours => ${maxAgeHours})`)
    .where((eb) =>
      eb.or([eb('is_proved', '=', true), eb('created_at', '>', sql<Date>`now() - make_interval(secs => ${verifyWithinSeconds})`)]),
    )
    .returningAll()
    .executeTakeFirst()
  const staff =
    row && (await db.selectFrom('staff').selectAll().where('id', '=', row.staff_id).where('gone_at', 'is', null).executeTakeFirst())
  if (!row || !staff) return undefined
  return {
    key: row.id_hash,
    staff,
    isVerified: row.is_proved,
    customerId: row.customer_id ?? undefined,
    basketId: row.basket_id ?? undefined,
  }
}

/** The second factor was shown: a proved session with a secret of its own takes the place of the one that waited for it. */
export async function verifyStaffSession(db: Kysely<Database>, { key, staff }: StaffSession): Promise<string> {
  const secret = await beginStaffSession(db, staff.id)
  await db.updateTable('staff_session').set({ is_proved: true }).where('id_hash', '=', keyOf(secret)).execute()
  await endStaffSession(db, key)
  return secret
}

export async function setCurrentCustomer(db: Kysely<Database>, key: string, customer: string | null): Promise<void> {
  await db.updateTable('staff_session').set({ customer_id: customer }).where('id_hash', '=', key).execute()
}

/**
 * Puts a basket on the counter in the place of the one that was there.
 * @returns the one that is there now: where another was put there meanwhile, in the same breath say, it is that.
 */
export async function setCounterBasket(
  db: Kysely<Database>,
  key: string,
  basket: string | null,
  before: string | undefined,
): Promise<string | undefined> {
  const put = await db
    .updateTable('staff_session')
    .set({ basket_id: basket })
    .where('id_hash', '=', key)
    .where('basket_id', 'is not distinct from', before ?? null)
    .executeTakeFirst()
  if (put.numUpdatedRows > 0n) return basket ?? undefined
  const now = await db.selectFrom('staff_session').select('basket_id').where('id_hash', '=', key).executeTakeFirst()
  return now?.basket_id ?? undefined
}

export async function endStaffSession(db: Kysely<Database>, key: string): Promise<void> {
  await db.deleteFrom('staff_session').where('id_hash', '=', key).execute()
}

/** Forgets sessions that are over. */
export async function sweepStaffSessions(db: Kysely<Database>): Promise<void> {
  await db
    .deleteFrom('staff_session')
    .where('seen_at', '<', sql<Date>`now() - make_interval(secs => ${staffSessionIdleSeconds})`)
    .execute()
}
