import { hash, randomBytes } from 'node:crypto'
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import type { CustomerTable, Database } from '#db'

export type CustomerRow = Selectable<CustomerTable>
/** A visitor's session. `key` is the id of the row; only the visitor's cookie has the secret. */
export type VisitorSession = {
  readonly key: string
  readonly customer: CustomerRow | undefined
  readonly basketId: string | undefined
  /** Whether it was opened by an order link: it shows that guest's orders, but does not identify the visitor as a buyer. */
  readonly hasLinkAccess: boolean
  /** The last payment that was started in this browser since its last sign-out. */
  readonly payment?: string | undefined
}

/** Maximum hours of a session, even with continuous activity. */
const maxAgeHours = 12

/** The database id of a session, from the secret in its cookie. */
export const sessionKeyOf = (secret: string): string => hash('sha256', secret, 'base64url')

/** Whether a session is within its idle time, or its basket still holds seats: a session lasts at least as long as its holds. */
const isLive = (idleSeconds: number) => sql<boolean>`(
  seen_at > now() - make_interval(secs => ${idleSeconds})
  or exists (select 1 from basket b where b.id = session.basket_id
    and (b.state = 'paying' or (b.state = 'open' and b.deadline > now()))))`

/** Fraction of the idle time within which activity is not recorded again, so that most requests write nothing. */
const activityGraceRatio = 1 / 60

/** Loads the session of a cookie, and records the activity. Undefined if it was idle too long. */
export async function resumeSession(db: Kysely<Database>, secret: string, idleSeconds: number): Promise<VisitorSession | undefined> {
  const key = sessionKeyOf(secret)
  const { rows } = await sql<
    { basket_id: string | null; by_link: boolean; follows: string | null; payment_id: string | null } & {
      [Column in keyof CustomerRow]: CustomerRow[Column] | null
    }
  >`
    with live_session as (
      select * from session where id_hash = ${key} and ${isLive(idleSeconds)}
        and created_at > now() - make_interval(hours => ${maxAgeHours})),
    seen as (
      update session set seen_at = now() where id_hash = (select id_hash from live_session where seen_at < now() - make_interval(secs => ${idleSeconds * activityGraceRatio})))
    select s.basket_id, s.by_link, s.follows, s.payment_id, customer.* from live_session s left join customer on customer.id = s.customer_id`.execute(
    db,
  )
  const [existing] = rows
  if (!existing) return undefined
  const { basket_id: basketId, by_link: hasLinkAccess, follows, payment_id: payment, ...customer } = existing
  if (follows !== null) await endPreviousSession(db, key, follows)
  return {
    key,
    customer: customer.id === null ? undefined : (customer as CustomerRow),
    basketId: basketId ?? undefined,
    hasLinkAccess,
    payment: payment ?? undefined,
  }
}

/** Ends the previous session after the browser has sent the new cookie. */
async function endPreviousSession(db: Kysely<Database>, key: string, previousKey: string): Promise<void> {
  await endSession(db, previousKey)
  await db.updateTable('session').set({ follows: null }).where('id_hash', '=', key).execute()
}

/** The initial content of a session. `follows`: the key of the session that it replaces once its cookie is used. */
export type SessionContent = {
  readonly customer?: string | undefined
  readonly basket?: string | undefined
  readonly hasLinkAccess?: boolean | undefined
  readonly follows?: string | undefined
  /** The last payment that was started in the previous session. */
  readonly payment?: string | undefined
}

/**
 * Begins a session, with `createdSecret` or a new secret of 256 bits.
 * @throws if a session with that secret exists
 */
export async function beginSession(
  db: Kysely<Database>,
  content: SessionContent = {},
  createdSecret?: string,
): Promise<{ secret: string; key: string }> {
  const { secret, key } = newSession(createdSecret)
  await db
    .insertInto('session')
    .values({
      id_hash: key,
      customer_id: content.customer ?? null,
      basket_id: content.basket ?? null,
      by_link: content.hasLinkAccess ?? false,
      follows: content.follows ?? null,
      payment_id: content.payment ?? null,
    })
    .execute()
  return { secret, key }
}

/** Creates the secret of a session. Its row is inserted later, with the first data to store. */
export function newSession(secret = randomBytes(32).toString('base64url')): { readonly secret: string; readonly key: string } {
  return { secret, key: sessionKeyOf(secret) }
}

/** Whether an error means that a concurrent request has begun the session or given it a basket. */
export const hasSessionChanged = (error: unknown): boolean =>
  error instanceof SessionChanged || (error instanceof Error && 'constraint' in error && changedConstraints.has(error.constraint))

/** Violated if the session exists already, and by `hold_for_newcomers` if the session already has a basket. */
const changedConstraints: ReadonlySet<unknown> = new Set(['session_pkey', 'visit_moved_on'])

type BasketOfSession = { readonly id: string; readonly visit?: { readonly key: string; readonly isNew: boolean } | undefined }

/**
 * Stores baskets in the sessions that created them, and begins new sessions.
 * @throws if one of them has changed
 */
export async function attachBaskets(trx: Kysely<Database>, baskets: readonly BasketOfSession[]): Promise<void> {
  const pairs = (isNew: boolean) => baskets.flatMap(({ id, visit }) => (visit?.isNew === isNew ? [{ id, key: visit.key }] : []))
  const unnestPairs = (sessionBaskets: ReturnType<typeof pairs>): RawBuilder<unknown> =>
    sql`unnest(${sessionBaskets.map(({ key }) => key)}::text[], ${sessionBaskets.map(({ id }) => id)}::uuid[])`
  const [newSessions, existingSessions] = [pairs(true), pairs(false)]
  const insertSessions = sql`insert into session (id_hash, basket_id) select * from ${unnestPairs(newSessions)}`
  const updateSessions = sql`
    update session set basket_id = pairs.basket from ${unnestPairs(existingSessions)} as pairs (key, basket) where id_hash = pairs.key and basket_id is null`
  const [, updateResult] = await Promise.all([
    newSessions.length > 0 && insertSessions.execute(trx),
    existingSessions.length > 0 && updateSessions.execute(trx),
  ])
  if (updateResult && Number(updateResult.numAffectedRows ?? 0) < existingSessions.length) throw new SessionChanged()
}

/** Thrown to roll back if a concurrent request has stored a basket in the session, for example from another tab. */
class SessionChanged extends Error {
  override name = 'SessionChanged'
}

/**
 * Replaces the basket of a session.
 * @returns the current basket: a different one if a concurrent request has replaced it, for example from another tab
 */
export async function setSessionBasket(
  db: Kysely<Database>,
  key: string,
  basket: string,
  previousBasket: string | undefined,
): Promise<string> {
  const result = await db
    .updateTable('session')
    .set({ basket_id: basket })
    .where('id_hash', '=', key)
    .where('basket_id', 'is not distinct from', previousBasket ?? null)
    .executeTakeFirst()
  if (result.numUpdatedRows > 0n) return basket
  const current = await db.selectFrom('session').select('basket_id').where('id_hash', '=', key).executeTakeFirst()
  return current?.basket_id ?? basket
}

/** Stores the payment that was last started in a session. */
export async function rememberPayment(db: Kysely<Database>, key: string, payment: string): Promise<void> {
  await db
    .updateTable('session')
    .set({ payment_id: payment })
    .where('id_hash', '=', key)
    .where('payment_id', 'is distinct from', payment)
    .execute()
}

/** Removes the customer from a session. The basket stays. */
export async function clearIdentity(db: Kysely<Database>, key: string): Promise<void> {
  await db.updateTable('session').set({ customer_id: null, by_link: false }).where('id_hash', '=', key).execute()
}

export async function endSession(db: Kysely<Database>, key: string): Promise<void> {
  await db.deleteFrom('session').where('id_hash', '=', key).execute()
}

/**
 * Ends a session that should replace another one, if the browser never sent its cookie.
 * @returns false if there is no such session
 */
export async function endUnconfirmedSession(db: Kysely<Database>, key: string, previousKey: string): Promise<boolean> {
  const result = await db.deleteFrom('session').where('id_hash', '=', key).where('follows', '=', previousKey).executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** Deletes expired sessions. */
export async function sweepSessions(db: Kysely<Database>, idleSeconds: number): Promise<void> {
  await db
    .deleteFrom('session')
    .where('seen_at', '<', sql<Date>`now() - make_interval(secs => ${idleSeconds})`)
    .where((eb) => eb.not(isLive(idleSeconds)))
    .execute()
}
