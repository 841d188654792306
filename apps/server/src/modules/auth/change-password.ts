import { type Kysely, sql } from 'kysely'
import { audit, type Database, publish, transact } from '#db'
import type { Brand } from '@playhouse/domain/brand'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { newPasswordProblem } from './new-password.ts'
import { hashPassword } from './password.ts'

/**
 * Changes the password of a customer who has just entered the old one. Ends every session, including the current one, so that the
 * caller must begin a new one. Revokes mailed links, and notifies the customer by mail.
 */
export async function changePassword(
  db: Kysely<Database>,
  brand: Pick<Brand, 'passwordPolicy'>,
  customer: string,
  password: string,
  requestId: string,
): Promise<Result<undefined, Problem<'invalid-input' | 'password-too-common'>>> {
  const passwordProblem = await newPasswordProblem(brand.passwordPolicy, password)
  if (passwordProblem)
    return fail(passwordProblem.code === 'invalid-input' ? problem('invalid-input', { fields: ['newPassword'] }) : passwordProblem)
  const password_hash = await hashPassword(password)
  await transact(db, async (trx) => {
    await trx.updateTable('customer').set({ password_hash }).where('id', '=', customer).execute()
    await trx.deleteFrom('session').where('customer_id', '=', customer).execute()
    for (const table of ['account_link', 'email_change'] as const)
      await trx
        .updateTable(table)
        .set({ used_at: sql<Date>`now()` })
        .where('customer_id', '=', customer)
        .where('used_at', 'is', null)
        .execute()
    await audit(trx, { actor: `customer ${customer}`, requestId, subject: 'customer', subjectId: customer, verb: 'change-password' })
    await publish(trx, 'mail.password-changed', customer, { customer })
  })
  return ok(undefined)
}
