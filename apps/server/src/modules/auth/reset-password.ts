import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { audit, type Database, publish, transact } from '#db'
import type { Brand, Locale } from '@playhouse/domain/brand'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { newPasswordProblem } from './new-password.ts'
import { hashPassword } from './password.ts'

/** Minutes for which a reset link works, by the database's clock (the spec, section 9). */
export const resetMinutes = 10
const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

/**
 * Leaves the wish for a link in the outbox, for whatever address it is. Whether anybody has it is looked up when the mail
 * is written: who asks gets the same answer in the same time (`security-reliability` §4).
 */
export async function askForReset(db: Kysely<Database>, email: string, locale: Locale): Promise<void> {
  await transact(db, (trx) => publish(trx, resetTopic, email, { email, locale }))
}
const resetTopic = 'mail.password-reset'

/** Whom to write to, and the token for the link. The database keeps its hash alone. Undefined where nobody has the address. */
export async function openReset(
  db: Kysely<Database>,
  email: string,
): Promise<{ token: string; firstName: string; locale: Locale | null } | undefined> {
  const customer = await db.selectFrom('customer').select(['id', 'first_name', 'locale']).where('email', '=', email).executeTakeFirst()
  if (!customer) return undefined
  const token = randomBytes(32).toString('base64url')
  await db
    .insertInto('account_link')
    .values({
      token_hash: hashOf(token),
      purpose: 'reset-password',
      customer_id: customer.id,
      until: sql<Date>`now() + make_interval(mins => ${resetMinutes})`,
      used_at: null,
    })
    .execute()
  return { token, firstName: customer.first_name, locale: customer.locale }
}

type Refusal = Problem<'authentication-link-expired' | 'reset-password-failed' | 'password-too-common' | 'invalid-input'>

/**
 * Takes the new password, once: opens a locked account, ends every session of the customer and uses up their other links.
 * A password that the brand refuses leaves the link as it was.
 * @returns whose password it is.
 */
export async function redeemReset(
  db: Kysely<Database>,
  brand: Pick<Brand, 'passwordPolicy'>,
  { token, password }: { readonly token: string; readonly password: string },
  requestId: string,
): Promise<Result<{ customer: string; email: string }, Refusal>> {
  const refused = newPasswordProblem(brand.passwordPolicy, password)
  if (refused) return fail(refused)
  const password_hash = await hashPassword(password)
  return transact(db, async (trx): Promise<Result<{ customer: string; email: string }, Refusal>> => {
    const link = await spendLink(trx, token)
    if (!link.ok) return link
    const id = link.value
    await trx
      .updateTable('account_link')
      .set({ used_at: sql<Date>`now()` })
      .where('customer_id', '=', id)
      .where('used_at', 'is', null)
      .execute()
    await trx.deleteFrom('session').where('customer_id', '=', id).execute()
    const { email } = await trx
      .updateTable('customer')
      .set({ password_hash, failed_logins: 0, locked_at: null })
      .where('id', '=', id)
      .returning('email')
      .executeTakeFirstOrThrow()
    await audit(trx, { actor: `customer ${id}`, requestId, subject: 'customer', subjectId: id, verb: 'reset-password' })
    await publish(trx, 'mail.password-changed', id, { customer: id })
    return ok({ customer: id, email })
  })
}

/** One statement decides who spends a link. One that was never sent is told from one that is over: neither can be guessed. */
async function spendLink(
  trx: Transaction<Database>,
  token: string,
): Promise<Result<string, Problem<'authentication-link-expired' | 'reset-password-failed'>>> {
  const token_hash = hashOf(token)
  const spent = await trx
    .updateTable('account_link')
    .set({ used_at: sql<Date>`now()` })
    .where('token_hash', '=', token_hash)
    .where('purpose', '=', 'reset-password')
    .where('used_at', 'is', null)
    .where('until', '>', sql<Date>`now()`)
    .returning('customer_id')
    .executeTakeFirst()
  if (spent) return ok(spent.customer_id)
  const known = await trx.selectFrom('account_link').select('token_hash').where('token_hash', '=', token_hash).executeTakeFirst()
  return fail(known ? problem('authentication-link-expired') : problem('reset-password-failed'))
}

/** Forgets links a day after they ended, and who asked for one an hour after the mail went: it may be nobody we know. */
export async function sweepResets(db: Kysely<Database>): Promise<void> {
  await db
    .deleteFrom('account_link')
    .where('until', '<', sql<Date>`now() - interval '1 day'`)
    .execute()
  await db
    .deleteFrom('outbox')
    .where('topic', '=', resetTopic)
    .where('done_at', '<', sql<Date>`now() - interval '1 hour'`)
    .execute()
}
