import { hash, randomBytes } from 'node:crypto'
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import type { CustomerTable, Database } from '#db'

export type CustomerRow = Selectable<CustomerTable>
/** Who is at the door. `key` is the row's id in the database; the secret itself is only in the visitor's cookie. */
export type VisitorSession = {
  readonly key: string
  readonly customer: CustomerRow | undefined
  readonly basketId: string | undefined
  /** They came by the link of an order: it shows that order, and doesn't say who they are when they buy. */
  readonly hasLinkAccess: boolean
  /** The payment that was started last in this browser since its last sign-out. */
  readonly payment?: string | undefined
}

/** Twelve hours: then even a busy session has to sign in again. */
const maxAgeHours = 12

/** The id under which the database knows the visit behind a cookie. */
export const sessionKeyOf = (secret: string): string => hash('sha256', secret, 'base64url')

/** Not idle too long; or its basket still holds seats: nobody is shown the door while their seats are kept for them. */
const isLive = (idleSeconds: number) => sql<boolean>`(
  seen_at > now() - make_interval(secs => ${idleSeconds})
  or exists (select 1 from basket b where b.id = session.basket_id
    and (b.state = 'paying' or (b.state = 'open' and b.deadline > now()))))`

/** Of the time that a visit may be idle so small a part isn't written down: most calls change nothing by coming. */
const touchInterval = 1 / 60

/** The visit behind a cookie, and the sign that it is still going on. Undefined once it was idle too long. */
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
  const [found] = rows
  if (!found) return undefined
  const { basket_id: basketId, by_link: hasLinkAccess, follows, payment_id: payment, ...customer } = found
  if (follows !== null) await endFormer(db, key, follows)
  return {
    key,
    customer: customer.id === null ? undefined : (customer as CustomerRow),
    basketId: basketId ?? undefined,
    hasLinkAccess,
    payment: payment ?? undefined,
  }
}

/** The browser has the new visit's cookie, and nobody needs the one from before. */
async function endFormer(db: Kysely<Database>, key: string, former: string): Promise<void> {
  await endSession(db, former)
  await db.updateTable('session').set({ follows: null }).where('id_hash', '=', key).execute()
}

/** What a visit begins with. `follows`: the key of the one whose place it takes once its browser has its cookie. */
export type SessionContent = {
  readonly customer?: string | undefined
  readonly basket?: string | undefined
  readonly hasLinkAccess?: boolean | undefined
  readonly follows?: string | undefined
  /** The payment that was started last in the session before. */
  readonly payment?: string | undefined
}

/** A new visit with a new secret of 256 bits, or one that was given out for it before. @throws where that has begun one. */
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

/** A visit that may begin later, when there is something to keep. */
export function newSession(secret = randomBytes(32).toString('base64url')): { readonly secret: string; readonly key: string } {
  return { secret, key: sessionKeyOf(secret) }
}

/** Whether something failed for this alone: that its visit has begun already, or has a basket by now. */
export const hasSessionChanged = (error: unknown): boolean =>
  error instanceof SessionChanged || (error instanceof Error && 'constraint' in error && changedConstraints.has(error.constraint))

/** What the database calls it: a visit that has begun already, and, from `hold_for_newcomers`, one that has a basket by now. */
const changedConstraints: ReadonlySet<unknown> = new Set(['session_pkey', 'visit_moved_on'])

type BasketOfSession = { readonly id: string; readonly visit?: { readonly key: string; readonly isNew: boolean } | undefined }

/** Gives baskets to the visits that opened them, and begins those that are new. @throws where one of them has moved on. */
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

/** Thrown to roll back what was to be kept by a visit that has got a basket meanwhile, from another tab say. */
class SessionChanged extends Error {
  override name = 'VisitMovedOn'
}

/**
 * Gives a visit another basket in the place of the one it had.
 * @returns the one it has now: where it got one meanwhile, from another tab say, it is that.
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

/** Remembers the payment that was started last in a session. */
export async function rememberPayment(db: Kysely<Database>, key: string, payment: string): Promise<void> {
  await db
    .updateTable('session')
    .set({ payment_id: payment })
    .where('id_hash', '=', key)
    .where('payment_id', 'is distinct from', payment)
    .execute()
}

/** Nobody in particular from here on; the basket stays. */
export async function clearIdentity(db: Kysely<Database>, key: string): Promise<void> {
  await db.updateTable('session').set({ customer_id: null, by_link: false }).where('id_hash', '=', key).execute()
}

export async function endSession(db: Kysely<Database>, key: string): Promise<void> {
  await db.deleteFrom('session').where('id_hash', '=', key).execute()
}

/** Ends a visit that was to follow another one and was never heard of. False where there is none, or its browser has its cookie. */
export async function endUnconfirmedSession(db: Kysely<Database>, key: string, former: string): Promise<boolean> {
  const ended = await db.deleteFrom('session').where('id_hash', '=', key).where('follows', '=', former).executeTakeFirst()
  return ended.numDeletedRows > 0n
}

/** Forgets visits that are over. */
export async function sweepSessions(db: Kysely<Database>, idleSeconds: number): Promise<void> {
  await db
    .deleteFrom('session')
    .where('seen_at', '<', sql<Date>`now() - make_interval(secs => ${idleSeconds})`)
    .where((eb) => eb.not(isLive(idleSeconds)))
    .execute()
}
