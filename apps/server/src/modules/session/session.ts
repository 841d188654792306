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

/** Maximum hours of a session, however busy it is. */
const maxAgeHours = 12

/** The database id of a session, from the secret in its cookie. */
export const sessionKeyOf = (secret: string): string => hash('sha256', secret, 'base64url')

/** Whether it is not idle too long, or its basket still holds seats: it lasts at least until their hold ends. */
const isLive = (idleSeconds: number) => sql<boolean>`(
  seen_at > now() - make_interval(secs => ${idleSeconds})
  or exists (select 1 from basket b where b.id = session.basket_id
    and (b.state = 'paying' or (b.state = 'open' and b.deadline > now()))))`

/** The part of the idle time for which activity is not recorded, so that most requests write nothing. */
const touchInterval = 1 / 60

/** Loads the session of a cookie, and records the activity. Undefined if it was idle too long. */
export async function resumeSession(db: Kysely<Database>, secret: string, idleSeconds: number): Promise<VisitorSession | undefined> {
  const key = sessionKeyOf(secret)
  const { rows } = await sql<
    { basket_id: string | null; by_link: boolean; follows: string | null; payment_id: string | null } & {
      [Column in keyof CustomerRow]: CustomerRow[Column] | null
    }
  >`
    with going as (
      select * from session where id_hash = ${key} and ${isLive(idleSeconds)}
        and created_at > now() - make_interval(hours => ${maxAgeHours})),
    seen as (
      update session set seen_at = now() where id_hash = (select id_hash from going where seen_at < now() - make_interval(secs => ${idleSeconds * touchInterval})))
    select going.basket_id, going.by_link, going.follows, going.payment_id, customer.* from going left join customer on customer.id = going.customer_id`.execute(
    db,
  )
  const [existing] = rows
  if (!existing) return undefined
  const { basket_id: basketId, by_link: hasLinkAccess, follows, payment_id: payment, ...customer } = existing
  if (follows !== null) await endFormer(db, key, follows)
  return {
    key,
    customer: customer.id === null ? undefined : (customer as CustomerRow),
    basketId: basketId ?? undefined,
    hasLinkAccess,
    payment: payment ?? undefined,
  }
}

/** Ends the previous session after the browser has sent the new cookie. */
async function endFormer(db: Kysely<Database>, key: string, former: string): Promise<void> {
  await endSession(db, former)
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
 * Begins a session, with a new secret of 256 bits or one that was created before.
 * @throws if a session with that secret exists
 */
export async function beginSession(
  db: Kysely<Database>,
  content: SessionContent = {},
  known?: string,
): Promise<{ secret: string; key: string }> {
  const { secret, key } = newSession(known)
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

/** Creates a secret for a session that begins later, with the first stored data. */
export function newSession(secret = randomBytes(32).toString('base64url')): { readonly secret: string; readonly key: string } {
  return { secret, key: sessionKeyOf(secret) }
}

/** Whether an error means that the session exists already, or has a basket by now. */
export const hasSessionChanged = (error: unknown): boolean =>
  error instanceof SessionChanged || (error instanceof Error && 'constraint' in error && changedConstraints.has(error.constraint))

/** Constraints for a session that exists already, and, from `hold_for_newcomers`, one that has a basket by now. */
const changedConstraints: ReadonlySet<unknown> = new Set(['session_pkey', 'visit_moved_on'])

type BasketOfSession = { readonly id: string; readonly visit?: { readonly key: string; readonly isNew: boolean } | undefined }

/**
 * Stores baskets in the sessions that created them, and begins new sessions.
 * @throws if one of them has changed
 */
export async function attachBaskets(trx: Kysely<Database>, baskets: readonly BasketOfSession[]): Promise<void> {
  const pairs = (isNew: boolean) => baskets.flatMap(({ id, visit }) => (visit?.isNew === isNew ? [{ id, key: visit.key }] : []))
  const listOf = (some: ReturnType<typeof pairs>): RawBuilder<unknown> =>
    sql`unnest(${some.map(({ key }) => key)}::text[], ${some.map(({ id }) => id)}::uuid[])`
  const [begun, going] = [pairs(true), pairs(false)]
  const begin = sql`insert into session (id_hash, basket_id) select * from ${listOf(begun)}`
  const give = sql`
    update session set basket_id = kept.basket from ${listOf(going)} as kept (key, basket) where id_hash = kept.key and basket_id is null`
  const [, given] = await Promise.all([begun.length > 0 && begin.execute(trx), going.length > 0 && give.execute(trx)])
  if (given && Number(given.numAffectedRows ?? 0) < going.length) throw new SessionChanged()
}

/** Rolls back if the session got a basket in the meantime, for example in another tab. */
class SessionChanged extends Error {
  override name = 'VisitMovedOn'
}

/**
 * Replaces the basket of a session.
 * @returns the current basket: another one if it was replaced in the meantime, for example in another tab
 */
export async function setSessionBasket(db: Kysely<Database>, key: string, basket: string, before: string | undefined): Promise<string> {
  const given = await db
    .updateTable('session')
    .set({ basket_id: basket })
    .where('id_hash', '=', key)
    .where('basket_id', 'is not distinct from', before ?? null)
    .executeTakeFirst()
  if (given.numUpdatedRows > 0n) return basket
  const now = await db.selectFrom('session').select('basket_id').where('id_hash', '=', key).executeTakeFirst()
  return now?.basket_id ?? basket
}

/** Stores the last payment that was started in a session. */
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

/** Ends a session that was to replace another one, if its cookie was never used. False otherwise. */
export async function endUnconfirmedSession(db: Kysely<Database>, key: string, former: string): Promise<boolean> {
  const ended = await db.deleteFrom('session').where('id_hash', '=', key).where('follows', '=', former).executeTakeFirst()
  return ended.numDeletedRows > 0n
}

/** Deletes expired sessions. */
export async function sweepSessions(db: Kysely<Database>, idleSeconds: number): Promise<void> {
  await db
    .deleteFrom('session')
    .where('seen_at', '<', sql<Date>`now() - make_interval(secs => ${idleSeconds})`)
    .where((eb) => eb.not(isLive(idleSeconds)))
    .execute()
}
