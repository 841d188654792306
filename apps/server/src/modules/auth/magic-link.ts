import { type Kysely, sql } from 'kysely'
import { audit, type Database, publish, transact } from '#db'
import type { Locale } from '@playhouse/domain/brand'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { linkTopics, type LinkToSend, lockLink, createLinkFor, revokeLinks } from './link.ts'
import { revokeOtherAccess } from './revoke-other-access.ts'

/** Publishes a request for a sign-in link. Response and duration are the same for every address, registered or not. */
export async function requestMagicLink(
  db: Kysely<Database>,
  { email, locale, askedIn }: { readonly email: string; readonly locale: Locale; readonly askedIn: string },
): Promise<void> {
  await transact(db, (trx) => publish(trx, linkTopics['sign-in'], email, { email, locale, askedIn }))
}

/**
 * Creates a sign-in link and revokes previous ones. Returns the recipient and the token; undefined if no customer has the address.
 */
export const createMagicLink = (db: Kysely<Database>, email: string, askedIn: string): Promise<LinkToSend | undefined> =>
  createLinkFor(db, email, { purpose: 'sign-in', askedIn })

type MagicLink = {
  readonly token: string
  /** The session in which the link is opened. */
  readonly session: string | undefined
  /** Whether the visitor has confirmed that they sign in with another browser than the one that requested the link. */
  readonly isConfirmed: boolean
}
type SignInLinkProblem = Problem<'authentication-link-expired' | 'link-asked-elsewhere'>

/**
 * Signs in by a link, once. Unlocks a locked account, because the link proves access to the mailbox. In another browser than the
 * one that requested the link, the visitor must confirm first; until then the link stays valid. The first link verifies the address and
 * removes an earlier password: another person may have opened the account to wait for the owner of the address.
 * @returns the customer of the link
 */
export async function redeemMagicLink(
  db: Kysely<Database>,
  { token, session, isConfirmed }: MagicLink,
  requestId: string,
): Promise<Result<{ customer: string; email: string }, SignInLinkProblem>> {
  return transact(db, async (trx): Promise<Result<{ customer: string; email: string }, SignInLinkProblem>> => {
    const link = await lockLink(trx, token, 'sign-in')
    if (!link?.isOpen) return fail(problem('authentication-link-expired'))
    if (!isConfirmed && (session === undefined || session !== link.asked_in)) return fail(problem('link-asked-elsewhere'))
    const id = link.customer_id
    await revokeLinks(trx, id, ['sign-in'])
    const { email, address_proved_at } = await trx
      .selectFrom('customer')
      .select(['email', 'address_proved_at'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const unlockedColumns = { failed_logins: 0, locked_at: null }
    if (address_proved_at) await trx.updateTable('customer').set(unlockedColumns).where('id', '=', id).execute()
    else {
      await revokeOtherAccess(trx, id)
      const verifiedColumns = { ...unlockedColumns, password_hash: null, address_proved_at: sql<Date>`now()` }
      await trx.updateTable('customer').set(verifiedColumns).where('id', '=', id).execute()
    }
    await audit(trx, { actor: `customer ${id}`, requestId, subject: 'customer', subjectId: id, verb: 'login-by-link' })
    return ok({ customer: id, email })
  })
}
