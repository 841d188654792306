import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { audit, type Database, publish, transact } from '#db'
import type { Locale } from '@playhouse/domain/brand'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'

/** Minutes for which the link is valid, by the database's clock. */
export const emailChangeMinutes = 10
const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

/**
 * Publishes a request to change the address. The mail job checks whether another account has it, so that the response takes the
 * same time for every address.
 */
export async function requestEmailChange(
  db: Kysely<Database>,
  customer: string,
  email: string,
  locale: Locale,
  requestId: string,
): Promise<void> {
  await transact(db, async (trx) => {
    await audit(trx, { actor: `customer ${customer}`, requestId, subject: 'customer', subjectId: customer, verb: 'ask-email' })
    await publish(trx, 'mail.email-change', customer, { customer, email, locale })
  })
}

type EmailChangeLink = { readonly token: string | undefined; readonly firstName: string; readonly locale: Locale | null }

/** The token for the mail to the new address; without a token if another account has it. The database stores only the hash. */
export async function createEmailChangeLink(db: Kysely<Database>, customer: string, email: string): Promise<EmailChangeLink | undefined> {
  const row = await db.selectFrom('customer').select(['first_name', 'locale']).where('id', '=', customer).executeTakeFirst()
  if (!row) return undefined
  const addressee = { firstName: row.first_name, locale: row.locale }
  if (await isTaken(db, email)) return { token: undefined, ...addressee }
  const token = randomBytes(32).toString('base64url')
  await db
    .insertInto('email_change')
    .values({
      token_hash: hashOf(token),
      customer_id: customer,
      email,
      until: sql<Date>`now() + make_interval(mins => ${emailChangeMinutes})`,
    })
    .execute()
  return { token, ...addressee }
}

async function isTaken(db: Kysely<Database>, email: string): Promise<boolean> {
  const existing = await db.selectFrom('customer').select('id').where('email', '=', email).where('is_guest', '=', false).executeTakeFirst()
  return existing !== undefined
}

/**
 * Makes the new address the customer's, once. Revokes other links, ends all other sessions, and notifies the old address.
 * @param identity the visitor who opened the link. Another customer's link is rejected. Without a sign-in, the reader of the new
 * address has confirmed it, but not that the account is theirs: another person may have requested it to wait there for its owner, so
 * the address counts as unverified.
 * @param session the key of the session that is kept
 */
export async function confirmEmailChange(
  db: Kysely<Database>,
  token: string,
  identity: { readonly customer: string | undefined; readonly session: string | undefined },
  requestId: string,
): Promise<Result<{ readonly email: string }, Problem<'authentication-link-expired'>>> {
  const expiredLink = fail(problem('authentication-link-expired'))
  const confirmation = transact(db, async (trx): Promise<Result<{ readonly email: string }, Problem<'authentication-link-expired'>>> => {
    const link = await trx
      .updateTable('email_change')
      .set({ used_at: sql<Date>`now()` })
      .where('token_hash', '=', hashOf(token))
      .where('used_at', 'is', null)
      .where('until', '>', sql<Date>`now()`)
      .$if(identity.customer !== undefined, (query) => query.where('customer_id', '=', identity.customer!))
      .returning(['customer_id', 'email'])
      .executeTakeFirst()
    if (!link || (await isTaken(trx, link.email))) return expiredLink
    const { customer_id: id, email } = link
    const before = await trx.selectFrom('customer').select(['email', 'locale']).where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
    await trx
      .updateTable('customer')
      .set({ email, address_proved_at: identity.customer === undefined ? null : sql<Date>`now()` })
      .where('id', '=', id)
      .execute()
    for (const table of ['email_change', 'account_link'] as const)
      await trx
        .updateTable(table)
        .set({ used_at: sql<Date>`now()` })
        .where('customer_id', '=', id)
        .where('used_at', 'is', null)
        .execute()
    await trx
      .deleteFrom('session')
      .where('customer_id', '=', id)
      .$if(identity.session !== undefined, (query) => query.where('id_hash', '<>', identity.session!))
      .execute()
    await audit(trx, { actor: `customer ${id}`, requestId, subject: 'customer', subjectId: id, verb: 'change-email' })
    await publish(trx, 'mail.email-changed', id, { customer: id, to: before.email })
    return ok({ email })
  })
  return confirmation.catch((error: unknown) => {
    if (!isAddressConflict(error)) throw error
    return expiredLink
  })
}

/** Whether another account got the address at the same time. */
const isAddressConflict = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'customer_email'

/**
 * Deletes links a day after their end, and requests an hour after the mail was sent, because the address may belong to a person
 * who is not a customer.
 */
export async function sweepEmailChanges(db: Kysely<Database>): Promise<void> {
  await db
    .deleteFrom('email_change')
    .where('until', '<', sql<Date>`now() - interval '24 hours'`)
    .execute()
  await db
    .deleteFrom('outbox')
    .where('topic', 'in', ['mail.email-change', 'mail.email-changed'])
    .where('done_at', '<', sql<Date>`now() - interval '1 hour'`)
    .execute()
}
