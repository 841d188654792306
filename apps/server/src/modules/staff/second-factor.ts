import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { audit, type Database, transact } from '#db'
import type { StaffSession } from './staff-session.ts'
import { staffActor, type StaffRow } from './staff-row.ts'
import { otpauthUri, newSecret, stepOf } from './totp.ts'
import type { SecretVault } from './vault.ts'
import { maxWrongCodes, recoveryCodeCount } from '@playhouse/domain/staff'

export type Enrolment = { readonly secret: string; readonly address: string }

/**
 * Creates a secret for an authenticator, and replaces one that was never confirmed. Undefined if the staff user has a second
 * factor.
 */
export async function beginEnrolment(
  db: Kysely<Database>,
  vault: SecretVault,
  { staff }: StaffSession,
  issuer: string,
): Promise<Enrolment | undefined> {
  const secret = newSecret()
  const updatedRow = await db
    .updateTable('staff')
    .set({ second_factor: vault.encrypt(secret) })
    .where('id', '=', staff.id)
    .where('second_factor_step', 'is', null)
    .executeTakeFirst()
  return updatedRow.numUpdatedRows > 0n ? { secret, address: otpauthUri(secret, issuer, staff.email) } : undefined
}

/** Whether the staff user has confirmed an authenticator. Without one, the password alone leads to the enrolment. */
export const isEnrolled = ({ second_factor_step }: Pick<StaffRow, 'second_factor_step'>): boolean => second_factor_step !== null

/**
 * Confirms the authenticator by its first code. Returns the recovery codes, which are shown only once; undefined for a wrong
 * code.
 */
export async function confirmEnrolment(
  db: Kysely<Database>,
  vault: SecretVault,
  staffSession: StaffSession,
  code: string,
  requestId: string,
): Promise<readonly string[] | undefined> {
  return transact(db, async (trx) => {
    if (isEnrolled(staffSession.staff) || !(await consumeTotpStep(trx, vault, staffSession, code, requestId, 'enrol'))) return undefined
    const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
    await trx.deleteFrom('staff_recovery_code').where('staff_id', '=', staffSession.staff.id).execute()
    await trx
      .insertInto('staff_recovery_code')
      .values(codes.map((each) => ({ code_hash: hashOf(each), staff_id: staffSession.staff.id, used_at: null })))
      .execute()
    return codes
  })
}

/** Checks a code of the authenticator, whose time step must be new, or an unused recovery code. */
export async function checkSecondFactor(
  db: Kysely<Database>,
  vault: SecretVault,
  staffSession: StaffSession,
  code: string,
  requestId: string,
): Promise<boolean> {
  return transact(db, async (trx) => {
    if (!isEnrolled(staffSession.staff)) return false
    const normalizedCode = code.replaceAll(/[\s-]/g, '').toLowerCase()
    if (/^\d{6}$/.test(normalizedCode)) return consumeTotpStep(trx, vault, staffSession, normalizedCode, requestId, 'sign-in')
    const usedCode = await trx
      .updateTable('staff_recovery_code')
      .set({ used_at: sql<Date>`now()` })
      .where('code_hash', '=', hashOf(normalizedCode))
      .where('staff_id', '=', staffSession.staff.id)
      .where('used_at', 'is', null)
      .executeTakeFirst()
    const isTheirs = usedCode.numUpdatedRows > 0n
    await auditStaff(trx, staffSession, requestId, isTheirs ? 'sign-in-by-recovery-code' : 'fail-code')
    return isTheirs || countWrongCode(trx, staffSession)
  })
}

async function consumeTotpStep(
  trx: Transaction<Database>,
  vault: SecretVault,
  staffSession: StaffSession,
  code: string,
  requestId: string,
  verb: string,
): Promise<boolean> {
  const { staff, at } = await trx
    .selectFrom('staff')
    .select(['second_factor as staff', sql<Date>`now()`.as('at')])
    .where('id', '=', staffSession.staff.id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const step = staff === null ? undefined : stepOf(vault.decrypt(staff), code.trim(), at.getTime())
  const takenStep =
    step !== undefined &&
    (await trx
      .updateTable('staff')
      .set({ second_factor_step: step })
      .where('id', '=', staffSession.staff.id)
      .where((eb) => eb.or([eb('second_factor_step', 'is', null), eb('second_factor_step', '<', step)]))
      .executeTakeFirst())
  const isTaken = takenStep !== false && takenStep.numUpdatedRows > 0n
  await auditStaff(trx, staffSession, requestId, isTaken ? verb : 'fail-code')
  return isTaken || countWrongCode(trx, staffSession)
}

/** Counts a wrong code. After the last allowed one the session ends, and the password must be entered again. Always false. */
async function countWrongCode(trx: Transaction<Database>, { key }: StaffSession): Promise<false> {
  const countedTries = await trx
    .updateTable('staff_session')
    .set((eb) => ({ wrong_codes: eb('wrong_codes', '+', 1) }))
    .where('id_hash', '=', key)
    .returning('wrong_codes')
    .executeTakeFirst()
  // The session is deleted already if more wrong codes arrived at the same time.
  if (countedTries && countedTries.wrong_codes >= maxWrongCodes) await trx.deleteFrom('staff_session').where('id_hash', '=', key).execute()
  return false
}

const auditStaff = (trx: Transaction<Database>, { staff }: StaffSession, requestId: string, verb: string): Promise<void> =>
  audit(trx, { actor: staffActor(staff), requestId, subject: 'staff', subjectId: staff.id, verb })

const hashOf = (code: string): string => createHash('sha256').update(code.replaceAll('-', '')).digest('base64url')

/** A recovery code such as `7k2mq-x4np8`: ten of 32 characters. */
function newRecoveryCode(): string {
  const signs = 'abcdefghjkmnpqrstuvwxyz023456789'
  const text = Array.from(randomBytes(10), (byte) => signs[byte % signs.length]).join('')
  return `${text.slice(0, 5)}-${text.slice(5)}`
}

/** Sets an authenticator with a known secret, for demonstration accounts. */
export async function setAuthenticator(db: Kysely<Database>, vault: SecretVault, email: string, secret: string): Promise<void> {
  await db
    .updateTable('staff')
    .set({ second_factor: vault.encrypt(secret), second_factor_step: 0 })
    .where('email', '=', email)
    .execute()
}
