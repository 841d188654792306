import { type Kysely, sql } from 'kysely'
import { type Actor, type Database, transact } from '#db'
import type { StaffAccount } from '@playhouse/api-client/contract'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { isStaffAllowed, type StaffRole } from '@playhouse/domain/staff'
import { addStaff, columnsAfterReset, newStaffPassword, type StaffChange, type StaffRow, writeStaffChange } from './staff-row.ts'

/** The administrator who manages the accounts of others. */
export type StaffManager = { readonly staff: string; readonly actor: Actor }

type AccountProblem = Problem<'not-allowed' | 'page-not-found'>
type WithPassword = { readonly account: StaffAccount; readonly password: string }

/** Lists all staff accounts by name, those of dismissed staff users last. @param reader the staff user who reads them */
export async function listStaffAccounts(db: Kysely<Database>, reader: string): Promise<StaffAccount[]> {
  const rows = await db
    .selectFrom('staff')
    .selectAll()
    .orderBy(sql`gone_at is not null`)
    .orderBy(sql`lower(name)`)
    .orderBy('email')
    .execute()
  return rows.map((row) => accountOf(row, reader))
}

const accountOf = (row: StaffRow, reader: string): StaffAccount => ({
  ...{ id: row.id, email: row.email, name: row.name, role: row.role },
  state: row.gone_at ? 'dismissed' : row.locked_at ? 'locked' : 'active',
  hasSecondFactor: row.second_factor_step !== null,
  isOwn: row.id === reader,
  addedAt: row.created_at.toISOString(),
})

/** Adds a staff account with a generated password. */
export async function addStaffAccount(
  db: Kysely<Database>,
  { staff, actor }: StaffManager,
  added: { readonly email: string; readonly name: string; readonly role: StaffRole },
): Promise<Result<WithPassword, Problem<'id-taken'>>> {
  const password = newStaffPassword()
  if (!(await addStaff(db, { ...added, password }, actor.name))) return fail(problem('id-taken', { id: added.email }))
  const row = await db.selectFrom('staff').selectAll().where('email', '=', added.email).executeTakeFirstOrThrow()
  return ok({ account: accountOf(row, staff), password })
}

/** Changes the name or the role of another staff user, or both. What is equal already is left. */
export const editStaffAccount = (
  db: Kysely<Database>,
  manager: StaffManager,
  account: string,
  { name, role }: { readonly name?: string | undefined; readonly role?: StaffRole | undefined },
): Promise<Result<StaffAccount, AccountProblem>> =>
  changeAccount(db, manager, account, (row) => [
    ...(name !== undefined && name !== row.name ? [{ verb: 'rename' as const, columns: { name } }] : []),
    ...(role !== undefined && role !== row.role ? [{ verb: 'change-role' as const, columns: { role }, detail: { role } }] : []),
  ])

/** Gives another staff user a new password, and removes the second factor and any lock. A dismissed account is active again. */
export async function resetAccount(
  db: Kysely<Database>,
  manager: StaffManager,
  account: string,
): Promise<Result<WithPassword, AccountProblem>> {
  const password = newStaffPassword()
  const columns = await columnsAfterReset(password)
  const changed = await changeAccount(db, manager, account, () => [{ verb: 'reset', columns }])
  return changed.ok ? ok({ account: changed.value, password }) : changed
}

/** Deactivates the account of another staff user. */
export const dismissAccount = (
  db: Kysely<Database>,
  manager: StaffManager,
  account: string,
): Promise<Result<StaffAccount, AccountProblem>> =>
  changeAccount(db, manager, account, (row) => (row.gone_at ? [] : [{ verb: 'dismiss', columns: { gone_at: sql<Date>`now()` } }]))

/**
 * Changes the account of another staff user. The rows of both are locked, in the order of their ids: of two administrators who dismiss each
 * other one succeeds, so that an administrator remains. The own account is not changed here.
 */
const changeAccount = (
  db: Kysely<Database>,
  { staff, actor }: StaffManager,
  account: string,
  changesOf: (row: StaffRow) => readonly StaffChange[],
): Promise<Result<StaffAccount, AccountProblem>> =>
  transact(db, async (trx): Promise<Result<StaffAccount, AccountProblem>> => {
    const rows = await trx.selectFrom('staff').selectAll().where('id', 'in', [staff, account]).orderBy('id').forUpdate().execute()
    const [manager, row] = [staff, account].map((id) => rows.find((each) => each.id === id))
    if (!manager || manager.gone_at || !isStaffAllowed(manager.role, 'manage-staff') || account === staff)
      return fail(problem('not-allowed'))
    if (!row) return fail(problem('page-not-found'))
    for (const change of changesOf(row)) await writeStaffChange(trx, account, actor, change)
    const changed = await trx.selectFrom('staff').selectAll().where('id', '=', account).executeTakeFirstOrThrow()
    return ok(accountOf(changed, staff))
  })
