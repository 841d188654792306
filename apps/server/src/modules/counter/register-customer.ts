import type { Kysely } from 'kysely'
import { auditCustomer, type Database, newId, transact } from '#db'
import type { Locale } from '@playhouse/domain/brand'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import type { Actor } from '#modules/basket'

/** The fields of a registration at the counter. */
export type NewCustomer = {
  readonly email: string
  readonly title: string
  readonly firstName: string
  readonly lastName: string
  readonly phone: string
}

/**
 * Creates an account without a password and without marketing consent. The owner of the address can set a password by mail.
 * @returns the customer's id; `register-failed` where the address has an account
 */
export async function registerAtCounter(
  db: Kysely<Database>,
  { email, title, firstName, lastName, phone }: NewCustomer,
  locale: Locale,
  actor: Actor,
): Promise<Result<string, Problem<'register-failed'>>> {
  return transact(db, async (trx): Promise<Result<string, Problem<'register-failed'>>> => {
    const id = newId()
    const names = { title, first_name: firstName, last_name: lastName, phone }
    const openedAccount = await trx
      .insertInto('customer')
      .values({ id, email, ...names, password_hash: null, marketing_at: null, locked_at: null, locale })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (!openedAccount.numInsertedOrUpdatedRows) return fail(problem('register-failed'))
    await auditCustomer(trx, id, actor, { verb: 'register' })
    return ok(id)
  })
}
