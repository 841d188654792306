import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Database } from '#db'
import { type CallingToken, findToken } from './api-token.ts'
import type { StaffRow } from './staff-row.ts'
import { freshFactorSeconds, staffSessionIdleSeconds } from '@playhouse/domain/staff'

/** The session of a staff user at the counter. `key` is the id of the row; only the cookie has the secret. */
export type StaffSession = {
  readonly key: string
  /** The token of a program that calls for the staff user, instead of a cookie. Such a session has no row. */
  readonly token?: CallingToken
  readonly staff: StaffRow
  /** Whether the second factor was verified. */
  readonly isVerified: boolean
  /** Whether it was verified in the last `freshFactorSeconds`. */
  readonly isFactorFresh: boolean
  readonly customerId: string | undefined
  readonly basketId: string | undefined
}

const maxAgeHours = 10
/** Seconds within which the second factor must follow the first. */
const verifyWithinSeconds = 300

const staffSessionKeyOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

/**
 * Begins a session after the password was verified. It allows only the second factor.
 * @returns the secret for the cookie
 */
export async function beginStaffSession(db: Kysely<Database>, staff: string): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  await db
    .insertInto('staff_session')
    .values({ id_hash: staffSessionKeyOf(secret), staff_id: staff })
    .execute()
  return secret
}

/** Loads the session of a cookie, and extends it. Undefined if it was idle too long, or if the staff user is deactivated. */
export async function resumeStaffSession(db: Kysely<Database>, secret: string): Promise<StaffSession | undefined> {
  const row = await db
    .updateTable('staff_session')
    .set({ seen_at: sql<Date>`now()` })
    .where('id_hash', '=', staffSessionKeyOf(secret))
    .where('seen_at', '>', sql<Date>`now() - make_interval(secs => ${staffSessionIdleSeconds})`)
    .where('created_at', '>', sql<Date>`now() - make_interval(hours => ${maxAgeHours})`)
    .where((eb) =>
      eb.or([eb('is_proved', '=', true), eb('created_at', '>', sql<Date>`now() - make_interval(secs => ${verifyWithinSeconds})`)]),
    )
    .returningAll()
    .returning(sql<boolean>`coalesce(proved_at > now() - make_interval(secs => ${freshFactorSeconds}), false)`.as('is_factor_fresh'))
    .executeTakeFirst()
  const staff =
    row && (await db.selectFrom('staff').selectAll().where('id', '=', row.staff_id).where('gone_at', 'is', null).executeTakeFirst())
  if (!row || !staff) return undefined
  return {
    key: row.id_hash,
    staff,
    isVerified: row.is_proved,
    isFactorFresh: row.is_factor_fresh,
    customerId: row.customer_id ?? undefined,
    basketId: row.basket_id ?? undefined,
  }
}

/** The session of a call with a token; undefined where the token is not valid. Its second factor was fresh when it was created. */
export async function sessionOfToken(db: Kysely<Database>, secret: string): Promise<StaffSession | undefined> {
  const token = await findToken(db, secret)
  if (!token) return undefined
  return { key: token.id, token, staff: token.staff, isVerified: true, isFactorFresh: true, customerId: undefined, basketId: undefined }
}

/**
 * Replaces a session with a verified one that has a new secret, after the second factor was verified.
 * @returns the new secret
 */
export async function verifyStaffSession(db: Kysely<Database>, { key, staff }: StaffSession): Promise<string> {
  const secret = await beginStaffSession(db, staff.id)
  await db
    .updateTable('staff_session')
    .set({ is_proved: true, proved_at: sql<Date>`now()` })
    .where('id_hash', '=', staffSessionKeyOf(secret))
    .execute()
  await endStaffSession(db, key)
  return secret
}

/** Records that the second factor was verified again. */
export async function refreshSecondFactor(db: Kysely<Database>, key: string): Promise<void> {
  await db
    .updateTable('staff_session')
    .set({ proved_at: sql<Date>`now()` })
    .where('id_hash', '=', key)
    .execute()
}

/** Sets the customer for whom the staff user sells; null for none. */
export async function setCurrentCustomer(db: Kysely<Database>, key: string, customer: string | null): Promise<void> {
  await db.updateTable('staff_session').set({ customer_id: customer }).where('id_hash', '=', key).execute()
}

/**
 * Replaces the basket of a staff session.
 * @returns the current basket: a different one if a concurrent request has replaced it
 */
export async function setCounterBasket(
  db: Kysely<Database>,
  key: string,
  basket: string | null,
  previousBasket: string | undefined,
): Promise<string | undefined> {
  const result = await db
    .updateTable('staff_session')
    .set({ basket_id: basket })
    .where('id_hash', '=', key)
    .where('basket_id', 'is not distinct from', previousBasket ?? null)
    .executeTakeFirst()
  if (result.numUpdatedRows > 0n) return basket ?? undefined
  const current = await db.selectFrom('staff_session').select('basket_id').where('id_hash', '=', key).executeTakeFirst()
  return current?.basket_id ?? undefined
}

export async function endStaffSession(db: Kysely<Database>, key: string): Promise<void> {
  await db.deleteFrom('staff_session').where('id_hash', '=', key).execute()
}

/** Deletes expired sessions. */
export async function sweepStaffSessions(db: Kysely<Database>): Promise<void> {
  await db
    .deleteFrom('staff_session')
    .where('seen_at', '<', sql<Date>`now() - make_interval(secs => ${staffSessionIdleSeconds})`)
    .execute()
}
