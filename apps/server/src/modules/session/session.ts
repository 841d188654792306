import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { CustomerTable, Database } from '#db'

export type CustomerRow = Selectable<CustomerTable>
/** Who is at the door. `key` is the row's id in the database; the secret itself is only in the visitor's cookie. */
export type Visit = { readonly key: string; readonly customer: CustomerRow | undefined; readonly basketId: string | undefined }

/** Twelve hours: then even a busy session has to sign in again (`security-reliability` §4). */
const absoluteHours = 12

/** The id under which the database knows the visit behind a cookie. */
export const sessionKeyOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

/** The visit behind a cookie, and the sign that it is still going on. Undefined once it was idle too long. */
export async function resumeVisit(db: Kysely<Database>, secret: string, idleSeconds: number): Promise<Visit | undefined> {
  const row = await db
    .updateTable('session')
    .set({ seen_at: sql<Date>`now()` })
    .where('id_hash', '=', sessionKeyOf(secret))
    .where('seen_at', '>', sql<Date>`now() - make_interval(secs => ${idleSeconds})`)
    .where('created_at', '>', sql<Date>`now() - make_interval(hours => ${absoluteHours})`)
    .returning(['id_hash', 'customer_id', 'basket_id'])
    .executeTakeFirst()
  if (!row) return undefined
  const customer = row.customer_id
    ? await db.selectFrom('customer').selectAll().where('id', '=', row.customer_id).executeTakeFirst()
    : undefined
  return { key: row.id_hash, customer, basketId: row.basket_id ?? undefined }
}

/** A new visit with a new secret of 256 bits. */
export async function beginVisit(
  db: Kysely<Database>,
  content: { customer?: string | undefined; basket?: string | undefined } = {},
): Promise<{ secret: string; key: string }> {
  const secret = randomBytes(32).toString('base64url')
  const key = sessionKeyOf(secret)
  await db
    .insertInto('session')
    .values({ id_hash: key, customer_id: content.customer ?? null, basket_id: content.basket ?? null })
    .execute()
  return { secret, key }
}

export async function giveBasket(db: Kysely<Database>, key: string, basket: string): Promise<void> {
  await db.updateTable('session').set({ basket_id: basket }).where('id_hash', '=', key).execute()
}

export async function endVisit(db: Kysely<Database>, key: string): Promise<void> {
  await db.deleteFrom('session').where('id_hash', '=', key).execute()
}

/** Forgets visits that are over. */
export async function sweepVisits(db: Kysely<Database>, idleSeconds: number): Promise<void> {
  await db
    .deleteFrom('session')
    .where('seen_at', '<', sql<Date>`now() - make_interval(secs => ${idleSeconds})`)
    .execute()
}
