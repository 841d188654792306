import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { audit, type Database, publish, transact } from '#db'
import type { Locale } from '@playhouse/domain/brand'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'

/** Minutes for which the link works, by the database's clock. */
export const emailChangeMinutes = 10
const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

/**
 * Leaves the wish for another address in the outbox. Whether somebody has it is looked up when the mail is written: who asks
 * gets the same answer in the same time.
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

/** The token for the mail to the new address; without one where somebody has the address already. The database keeps its hash alone. */
export async function createEmailChangeLink(db: Kysely<Database>, customer: string, email: string): Promise<EmailChangeLink | undefined> {
  const row = await db.selectFrom('customer').select(['first_name', 'locale']).where('id', '=', customer).executeTakeFirst()
  if (!row) return undefined
  const addressed = { firstName: row.first_name, locale: row.locale }
  if (await isTaken(db, email)) return { token: undefined, ...addressed }
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
  return { token, ...addressed }
}

async function isTaken(db: Kysely<Database>, email: string): Promise<boolean> {
  const found = await db.selectFrom('customer').select('id').where('email', '=', email).where('is_guest', '=', false).executeTakeFirst()
  return found !== undefined
}

/**
 * Makes the new address the customer's, once. Their other links are used up, their sessions end but for the one it is said
 * in, and the old address is told.
 * @param here who is signed in where the link was opened: somebody else's link is none. Where nobody is, whoever reads the new
 * address has said yes, and not that the account is theirs: a stranger may have asked for it, to wait there for its owner.
 * @param session the key of the session that goes on
 */
export async function confirmEmailChange(
  db: Kysely<Database>,
  token: string,
  here: { readonly customer: string | undefined; readonly session: string | undefined },
  requestId: string,
): Promise<Result<{ readonly email: string }, Problem<'authentication-link-expired'>>> {
  const expired = fail(problem('authentication-link-expired'))
  const confirmed = transact(db, async (trx): Promise<Result<{ readonly email: string }, Problem<'authentication-link-expired'>>> => {
    const link = await trx
      .updateTable('email_change')
      .set({ used_at: sql<Date>`now()` })
      .where('token_hash', '=', hashOf(token))
      .where('used_at', 'is', null)
      .where('until', '>', sql<Date>`now()`)
      .$if(here.customer !== undefined, (query) => query.where('customer_id', '=', here.customer!))
      .returning(['customer_id', 'email'])
      .executeTakeFirst()
    if (!link || (await isTaken(trx, link.email))) return expired
    const { customer_id: id, email } = link
    const before = await trx.selectFrom('customer').select(['email', 'locale']).where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
    await trx
      .updateTable('customer')
      .set({ email, address_proved_at: here.customer === undefined ? null : sql<Date>`now()` })
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
      .$if(here.session !== undefined, (query) => query.where('id_hash', '<>', here.session!))
      .execute()
    await audit(trx, { actor: `customer ${id}`, requestId, subject: 'customer', subjectId: id, verb: 'change-email' })
    await publish(trx, 'mail.email-changed', id, { customer: id, to: before.email })
    return ok({ email })
  })
  return confirmed.catch((error: unknown) => {
    if (!isAddressConflict(error)) throw error
    return expired
  })
}

/** Whether another account got the address a moment before. */
const isAddressConflict = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'customer_email'

/** Forgets links a day after they ended, and who asked for what an hour after the mail went: the address may be anybody's. */
export async function sweepEmailChanges(db: Kysely<Database>): Promise<void> {
  await db
    .deleteFrom('email_change')
    .where('until', '<', sql<Date>`now() - interval '1 day'`)
    .execute()
  await db
    .deleteFrom('outbox')
    .where('topic', 'in', ['mail.email-change', 'mail.email-changed'])
    .where('done_at', '<', sql<Date>`now() - interval '1 hour'`)
    .execute()
}
