import { type Kysely, sql } from 'kysely'
import { audit, type Database, publish, transact } from '#db'
import type { Brand, Locale } from '@playhouse/domain/brand'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { moveGuestOrders } from './guest-orders.ts'
import { linkTopics, type LinkToSend, lockLink, createLinkFor, revokeLinks } from './link.ts'
import { newPasswordProblem } from './new-password.ts'
import { hashPassword } from './password.ts'
import { revokeOtherAccess } from './revoke-other-access.ts'

/**
 * Publishes a request for a password reset link. The mail job looks the address up, so that the response takes the same time for
 * every address.
 */
export async function requestPasswordReset(db: Kysely<Database>, email: string, locale: Locale): Promise<void> {
  await transact(db, (trx) => publish(trx, linkTopics['reset-password'], email, { email, locale }))
}

/** The recipient of the mail, and the token of its link. Undefined if no customer has the address. */
export const createPasswordResetLink = (db: Kysely<Database>, email: string): Promise<LinkToSend | undefined> =>
  createLinkFor(db, email, { purpose: 'reset-password' })

type ResetProblem = Problem<'authentication-link-expired' | 'reset-password-failed' | 'password-too-common' | 'invalid-input'>

/**
 * Sets a new password by a link, once: unlocks the account, ends all sessions, revokes other links, and moves guest orders to the
 * account. A password that is rejected does not use the link up. An unknown token and an expired link are different problems:
 * tokens can't be guessed.
 * @returns the customer of the link
 */
export async function redeemPasswordReset(
  db: Kysely<Database>,
  brand: Pick<Brand, 'passwordPolicy'>,
  { token, password }: { readonly token: string; readonly password: string },
  requestId: string,
): Promise<Result<{ customer: string; email: string }, ResetProblem>> {
  const passwordProblem = await newPasswordProblem(brand.passwordPolicy, password)
  if (passwordProblem) return fail(passwordProblem)
  const password_hash = await hashPassword(password)
  return transact(db, async (trx): Promise<Result<{ customer: string; email: string }, ResetProblem>> => {
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
    // The customer owns the address, and no other person has access to the account any more.
    await moveGuestOrders(trx, id, requestId)
    return ok({ customer: id, email })
  })
}
