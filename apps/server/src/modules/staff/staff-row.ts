import { randomBytes } from 'node:crypto'
import { type Kysely, type Selectable, sql, type UpdateObject } from 'kysely'
import { audit, type Database, newId, type StaffTable, transact } from '#db'
import { hashPassword } from '#modules/auth'
import type { StaffRole } from '@playhouse/domain/staff'

export type StaffRow = Selectable<StaffTable>

/** The name of a staff user in the audit trail. */
export const staffActor = ({ id }: Pick<StaffRow, 'id'>): string => `staff ${id}`

/** A random password, so that it is not used elsewhere: 20 letters and digits that are not mistaken for others. */
export function newStaffPassword(): string {
  const letters = 'abcdefghijkmnpqrstuvwxyz23456789'
  const text = Array.from(randomBytes(20), (byte) => letters[byte % letters.length]).join('')
  return text.match(/.{5}/g)!.join('-')
}

export type NewStaff = { readonly email: string; readonly name: string; readonly role: StaffRole; readonly password: string }

/** Adds a staff user. False if the address has an account already. */
export async function addStaff(db: Kysely<Database>, { email, name, role, password }: NewStaff, actor: string): Promise<boolean> {
  const password_hash = await hashPassword(password)
  return transact(db, async (trx) => {
    const id = newId()
    const insertedStaff = await trx
      .insertInto('staff')
      .values({ id, email: email.toLowerCase(), name, role, password_hash, second_factor: null, locked_at: null, gone_at: null })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .executeTakeFirst()
    if (!insertedStaff.numInsertedOrUpdatedRows) return false
    await audit(trx, { actor, subject: 'staff', subjectId: id, verb: 'add', detail: { role } })
    return true
  })
}

/** Sets a new password, and removes the second factor and any lock. Ends all sessions. */
export async function resetStaffAccount(db: Kysely<Database>, email: string, password: string, actor: string): Promise<boolean> {
  const password_hash = await hashPassword(password)
  const resetColumns = { password_hash, second_factor: null, second_factor_step: null, failed_logins: 0, locked_at: null, gone_at: null }
  return changeStaff(db, email, actor, 'reset', resetColumns)
}

/** Changes the role. Ends all sessions, so that it takes effect at once. The second factor and the recovery codes stay. */
export const changeStaffRole = (db: Kysely<Database>, email: string, role: StaffRole, actor: string): Promise<boolean> =>
  changeStaff(db, email, actor, 'change-role', { role }, { role })

/** Deactivates a staff user. The audit trail keeps their name. */
export const deactivateStaff = (db: Kysely<Database>, email: string, actor: string): Promise<boolean> =>
  changeStaff(db, email, actor, 'dismiss', { gone_at: sql<Date>`now()` })

async function changeStaff(
  db: Kysely<Database>,
  email: string,
  actor: string,
  verb: string,
  change: UpdateObject<Database, 'staff'>,
  detail?: unknown,
): Promise<boolean> {
  return transact(db, async (trx) => {
    const changedStaff = await trx
      .updateTable('staff')
      .set(change)
      .where('email', '=', email.toLowerCase())
      .returning('id')
      .executeTakeFirst()
    if (!changedStaff) return false
    await trx.deleteFrom('staff_session').where('staff_id', '=', changedStaff.id).execute()
    if (verb !== 'change-role') await trx.deleteFrom('staff_recovery_code').where('staff_id', '=', changedStaff.id).execute()
    await audit(trx, { actor, subject: 'staff', subjectId: changedStaff.id, verb, detail })
    return true
  })
}

/** Lists the active staff users. */
export const listStaff = (
  db: Kysely<Database>,
): Promise<Pick<StaffRow, 'email' | 'name' | 'role' | 'second_factor_step' | 'locked_at'>[]> =>
  db
    .selectFrom('staff')
    .select(['email', 'name', 'role', 'second_factor_step', 'locked_at'])
    .where('gone_at', 'is', null)
    .orderBy('email')
    .execute()
