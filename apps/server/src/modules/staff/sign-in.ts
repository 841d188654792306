import { type Kysely, sql } from 'kysely'
import { audit, type Database, transact } from '#db'
import { passwordMatches } from '#modules/auth'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { staffActor, type StaffRow } from './staff-row.ts'

/** Wrong passwords in a row after which an account opens by a reset only. */
const lockAfter = 10

/** First factor. An unknown address, a wrong password and, in time, a locked account look the same from outside. */
export async function checkStaffPassword(
  db: Kysely<Database>,
  email: string,
  password: string,
  requestId: string,
): Promise<Result<StaffRow, Problem<'login-failed' | 'account-locked'>>> {
  const staff = await db.selectFrom('staff').selectAll().where('email', '=', email).where('gone_at', 'is', null).executeTakeFirst()
  const matches = await passwordMatches(password, staff?.password_hash)
  if (!staff) return fail(problem('login-failed'))
  if (staff.locked_at) return fail(problem(matches ? 'account-locked' : 'login-failed'))
  return transact(db, async (trx): Promise<Result<StaffRow, Problem<'login-failed' | 'account-locked'>>> => {
    const row = await trx
      .updateTable('staff')
      .set((eb) =>
        matches
          ? { failed_logins: 0 }
          : {
              failed_logins: eb('failed_logins', '+', 1),
              locked_at: sql<Date | null>`case when failed_logins + 1 >= ${lockAfter} then now() end`,
            },
      )
      .where('id', '=', staff.id)
      .where('password_hash', '=', staff.password_hash)
      .where('locked_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (!row) return fail(problem('login-failed'))
    const verb = matches ? 'give-password' : row.locked_at ? 'lock' : 'fail-login'
    await audit(trx, { actor: matches ? staffActor(row) : 'guest', requestId, subject: 'staff', subjectId: row.id, verb })
    if (matches) return ok(row)
    return fail(problem(row.locked_at ? 'account-locked' : 'login-failed'))
  })
}
