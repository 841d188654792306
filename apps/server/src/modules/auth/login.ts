import type { Kysely } from 'kysely'
import { audit, type Database, transact } from '#db'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { columnsAfterSignInAttempt } from './failed-logins.ts'
import { passwordMatches } from './password.ts'

/** Used for an unknown address, so that the same work is done as for a known one. */
const unknownCustomerId = '00000000-0000-0000-0000-000000000000'

type LoginResult = Result<string, Problem<'login-failed' | 'account-locked'>>

/**
 * Checks a password and returns the customer's id. An unknown address, a wrong password and a locked account take the same time:
 * in each case the password is hashed, an update runs and an audit entry is written. On a browser where the owner has signed in
 * before, the right password signs in to a locked account, which stays locked for all others.
 */
export async function checkLogin(
  db: Kysely<Database>,
  email: string,
  password: string,
  requestId: string,
  isKnownDevice = false,
): Promise<LoginResult> {
  const customer = await db.selectFrom('customer').selectAll().where('email', '=', email).where('is_guest', '=', false).executeTakeFirst()
  const matches = await passwordMatches(password, customer?.password_hash ?? undefined)
  const id = customer?.id ?? unknownCustomerId
  return transact(db, async (trx): Promise<LoginResult> => {
    // Checked again: there may have been concurrent attempts, or a change of the password.
    const row = await trx
      .updateTable('customer')
      .set(columnsAfterSignInAttempt(matches))
      .where('id', '=', id)
      .where('password_hash', 'is not distinct from', customer?.password_hash ?? null)
      .$if(!(matches && isKnownDevice), (update) => update.where('locked_at', 'is', null))
      .returning('locked_at')
      .executeTakeFirst()
    const isIn = matches && row !== undefined
    const locks = !isIn && row !== undefined && row.locked_at !== null
    const verb = isIn ? 'login' : locks ? 'lock' : 'fail-login'
    await audit(trx, { actor: isIn ? `customer ${id}` : 'guest', requestId, subject: 'customer', subjectId: id, verb })
    if (isIn) return ok(id)
    return fail(locks || customer?.locked_at ? problem('account-locked') : problem('login-failed'))
  })
}
