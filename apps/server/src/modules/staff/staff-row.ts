import { randomBytes } from 'node:crypto'
import { type Kysely, type Selectable, sql, type Transaction, type UpdateObject } from 'kysely'
import { type Actor, audit, auditBy, type Database, newId, type StaffTable, transact } from '#db'
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

/** The columns that a reset sets: a new password, no second factor, no lock, and active. */
export const columnsAfterReset = async (password: string): Promise<UpdateObject<Database, 'staff'>> => ({
  ...{ password_hash: await hashPassword(password), second_factor: null, second_factor_step: null },
  ...{ failed_logins: 0, locked_at: null, gone_at: null },
})

/** Sets a new password, and removes the second factor and any lock. Ends all sessions. */
export const resetStaffAccount = async (db: Kysely<Database>, email: string, password: string, actor: string): Promise<boolean> =>
  changeStaff(db, email, actor, { verb: 'reset', columns: await columnsAfterReset(password) })

/** Changes the role. Ends all sessions, so that it takes effect at once. The second factor and the recovery codes stay. */
export const changeStaffRole = (db: Kysely<Database>, email: string, role: StaffRole, actor: string): Promise<boolean> =>
  changeStaff(db, email, actor, { verb: 'change-role', columns: { role }, detail: { role } })

/** Deactivates a staff user. The audit trail keeps their name. */
export const deactivateStaff = (db: Kysely<Database>, email: string, actor: string): Promise<boolean> =>
  changeStaff(db, email, actor, { verb: 'dismiss', columns: { gone_at: sql<Date>`now()` } })

/** A change of a staff account, for the audit trail and for the table. */
export type StaffChange = {
  readonly verb: 'add' | 'rename' | 'change-role' | 'reset' | 'dismiss'
  readonly columns: UpdateObject<Database, 'staff'>
  readonly detail?: unknown
}

const changeStaff = (db: Kysely<Database>, email: string, actor: string, change: StaffChange): Promise<boolean> =>
  transact(db, async (trx) => {
    const staff = await trx.selectFrom('staff').select('id').where('email', '=', email.toLowerCase()).forUpdate().executeTakeFirst()
    if (!staff) return false
    await writeStaffChange(trx, staff.id, { name: actor }, change)
    return true
  })

/**
 * Writes a change of a staff account. All but a new name end the sessions of the account, a reset and a dismissal its recovery codes, and a
 * dismissal its tokens.
 */
export async function writeStaffChange(
  trx: Transaction<Database>,
  id: string,
  actor: Actor,
  { verb, columns, detail }: StaffChange,
): Promise<void> {
  await trx.updateTable('staff').set(columns).where('id', '=', id).execute()
  if (verb !== 'rename') await trx.deleteFrom('staff_session').where('staff_id', '=', id).execute()
  if (verb === 'reset' || verb === 'dismiss') await trx.deleteFrom('staff_recovery_code').where('staff_id', '=', id).execute()
  if (verb === 'dismiss')
    await trx
      .updateTable('api_token')
      .set({ revoked_at: sql<Date>`now()` })
      .where('staff_id', '=', id)
      .where('revoked_at', 'is', null)
      .execute()
  await auditBy(trx, actor, { subject: 'staff', subjectId: id, verb, detail })
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
