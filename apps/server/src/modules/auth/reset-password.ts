import { type Kysely, sql } from 'kysely'
import { audit, type Database, publish, transact } from '#db'
import type { Brand, Locale } from '@playhouse/domain/brand'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { moveGuestOrders } from './guest-orders.ts'
import { linkTopics, type LinkToSend, lockLink, createLinkFor, revokeLinks } from './link.ts'
import { newPasswordProblem } from './new-password.ts'
import { hashPassword } from './password.ts'
import { revokeOtherAccess } from './shut-others-out.ts'

/**
 * Leaves the wish for a link in the outbox, for whatever address it is. Whether anybody has it is looked up when the mail
 * is written: who asks gets the same answer in the same time.
 */
export async function requestPasswordReset(db: Kysely<Database>, email: string, locale: Locale): Promise<void> {
  await transact(db, (trx) => publish(trx, linkTopics['reset-password'], email, { email, locale }))
}

/** Whom to write to, and the token for the link. Undefined where nobody has the address. */
export const createPasswordResetLink = (db: Kysely<Database>, email: string): Promise<LinkToSend | undefined> =>
  createLinkFor(db, email, { purpose: 'reset-password' })

type Refusal = Problem<'authentication-link-expired' | 'reset-password-failed' | 'password-too-common' | 'invalid-input'>

/**
 * Takes the new password, once: opens a locked account, ends every session of the customer, uses up their other links, and
 * brings home what they bought as a guest.
 * A password that the brand refuses leaves the link as it was. One that was never sent is told from one that is over:
 * neither can be guessed.
 * @returns whose password it is.
 */
export async function redeemPasswordReset(
  db: Kysely<Database>,
  brand: Pick<Brand, 'passwordPolicy'>,
  { token, password }: { readonly token: string; readonly password: string },
  requestId: string,
): Promise<Result<{ customer: string; email: string }, Refusal>> {
  const refused = await newPasswordProblem(brand.passwordPolicy, password)
  if (refused) return fail(refused)
  const password_hash = await hashPassword(password)
  return transact(db, async (trx): Promise<Result<{ customer: string; email: string }, Refusal>> => {
    const link = await lockLink(trx, token, 'reset-password')
    if (!link) return fail(problem('reset-password-failed'))
    if (!link.isOpen) return fail(problem('authentication-link-expired'))
    const id = link.customer_id
    await revokeLinks(trx, id, ['reset-password', 'sign-in', 'claim-orders'])
    await revokeOtherAccess(trx, id)
    const { email } = await trx
      .updateTable('customer')
      .set({ password_hash, failed_logins: 0, locked_at: null, address_proved_at: sql<Date>`now()` })
      .where('id', '=', id)
      .returning('email')
      .executeTakeFirstOrThrow()
    await audit(trx, { actor: `customer ${id}`, requestId, subject: 'customer', subjectId: id, verb: 'reset-password' })
    await publish(trx, 'mail.password-changed', id, { customer: id })
    // The address is theirs, and nobody else has the account any more.
    await moveGuestOrders(trx, id, requestId)
    return ok({ customer: id, email })
  })
}
