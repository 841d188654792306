import { type Kysely, sql } from 'kysely'
import { audit, type Database, publish, transact } from '#db'
import type { Locale } from '@playhouse/domain/brand'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { linkTopics, type LinkToSend, lockLink, createLinkFor, revokeLinks } from './link.ts'
import { revokeOtherAccess } from './shut-others-out.ts'

/** Leaves the wish in the outbox, as for a reset: the same answer in the same time for everybody. */
export async function requestMagicLink(
  db: Kysely<Database>,
  { email, locale, askedIn }: { readonly email: string; readonly locale: Locale; readonly askedIn: string },
): Promise<void> {
  await transact(db, (trx) => publish(trx, linkTopics['sign-in'], email, { email, locale, askedIn }))
}

/** Whom to write to, and the token for the link: the newest one alone works. Undefined where nobody has the address. */
export const createMagicLink = (db: Kysely<Database>, email: string, askedIn: string): Promise<LinkToSend | undefined> =>
  createLinkFor(db, email, { purpose: 'sign-in', askedIn })

type MagicLink = {
  readonly token: string
  /** The session in which it is opened. */
  readonly session: string | undefined
  /** Whoever opened it in another browser than the one that asked said that it was them. */
  readonly isConfirmed: boolean
}
type Refusal = Problem<'authentication-link-expired' | 'link-asked-elsewhere'>

/**
 * Signs in by a link, once: whoever reads the mail is the customer, so it opens a locked account too. In another browser
 * than the one that asked, it waits until its visitor says that it was them, and isn't spent before. The first one shows
 * whose the address is: a password from before goes, for somebody else may have opened the account to wait for its owner.
 * @returns whose link it is.
 */
export async function redeemMagicLink(
  db: Kysely<Database>,
  { token, session, isConfirmed }: MagicLink,
  requestId: string,
): Promise<Result<{ customer: string; email: string }, Refusal>> {
  return transact(db, async (trx): Promise<Result<{ customer: string; email: string }, Refusal>> => {
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
    const opened = { failed_logins: 0, locked_at: null }
    if (address_proved_at) await trx.updateTable('customer').set(opened).where('id', '=', id).execute()
    else {
      await revokeOtherAccess(trx, id)
      const proved = { ...opened, password_hash: null, address_proved_at: sql<Date>`now()` }
      await trx.updateTable('customer').set(proved).where('id', '=', id).execute()
    }
    await audit(trx, { actor: `customer ${id}`, requestId, subject: 'customer', subjectId: id, verb: 'login-by-link' })
    return ok({ customer: id, email })
  })
}
