import type { Kysely } from 'kysely'
import { audit, type Database, transact } from '#db'
import { columnsAfterSignInAttempt, passwordMatches } from '#modules/auth'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { staffActor, type StaffRow } from './staff-row.ts'

/** Used for an unknown address, so that the same work is done as for a known one. */
const unknownStaffId = '00000000-0000-0000-0000-000000000000'

/**
 * Checks the first factor. An unknown address, a wrong password and a locked account take the same time. On a browser where both
 * factors were verified before, the right password signs in to a locked account: otherwise an attacker could lock out all staff
 * before an opening.
 */
export async function checkStaffPassword(
  db: Kysely<Database>,
  email: string,
  password: string,
  requestId: string,
  isKnownDevice = false,
): Promise<Result<StaffRow, Problem<'login-failed' | 'account-locked'>>> {
  const staff = await db.selectFrom('staff').selectAll().where('email', '=', email).where('gone_at', 'is', null).executeTakeFirst()
  const matches = await passwordMatches(password, staff?.password_hash)
  const id = staff?.id ?? unknownStaffId
  return transact(db, async (trx): Promise<Result<StaffRow, Problem<'login-failed' | 'account-locked'>>> => {
    const row = await trx
      .updateTable('staff')
      .set(columnsAfterSignInAttempt(matches))
      .where('id', '=', id)
      .where('password_hash', '=', staff?.password_hash ?? '')
      .$if(!(matches && isKnownDevice), (update) => update.where('locked_at', 'is', null))
      .returningAll()
      .executeTakeFirst()
    const isIn = matches && row !== undefined
    const locks = !matches && row !== undefined && row.locked_at !== null
    const verb = isIn ? 'give-password' : locks ? 'lock' : 'fail-login'
    await audit(trx, { actor: isIn ? staffActor(row) : 'guest', requestId, subject: 'staff', subjectId: id, verb })
    if (isIn) return ok(row)
    // Only the right password, or the attempt that locked the account, gets to know of the lock.
    return fail(problem(locks || (matches && staff?.locked_at) ? 'account-locked' : 'login-failed'))
  })
}
