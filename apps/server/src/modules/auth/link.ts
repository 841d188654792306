import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#db'
import type { Locale } from '@playhouse/domain/brand'
import { linkMinutes } from '@playhouse/domain/sign-in'

type OneTimePurpose = 'reset-password' | 'sign-in' | 'claim-orders'
const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

/**
 * A token of 256 bits for a link in a mail. The database keeps its hash alone.
 * @param link.minutes how long it works @param link.askedIn the session that asked for it
 */
export async function createLink(
  db: Kysely<Database>,
  link: { customer: string; purpose: OneTimePurpose | 'guest-order'; minutes: number; askedIn?: string | undefined },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db
    .insertInto('account_link')
    .values({
      token_hash: hashOf(token),
      purpose: link.purpose,
      customer_id: link.customer,
      until: sql<Date>`now() + make_interval(mins => ${link.minutes})`,
      used_at: null,
      asked_in: link.askedIn ?? null,
    })
    .execute()
  return token
}

/** Whom to write to, and what stands in the link. */
export type LinkToSend = { readonly token: string; readonly firstName: string; readonly locale: Locale | null }

/**
 * Opens a link for whoever has an address. Of links that sign in the newest alone works.
 * @param link.askedIn the session that asked for it
 * @returns undefined where nobody has the address
 */
export async function createLinkFor(
  db: Kysely<Database>,
  email: string,
  { purpose, askedIn }: { readonly purpose: 'sign-in' | 'reset-password'; readonly askedIn?: string },
): Promise<LinkToSend | undefined> {
  const customer = await db
    .selectFrom('customer')
    .select(['id', 'first_name', 'locale'])
    .where('email', '=', email)
    .where('is_guest', '=', false)
    .executeTakeFirst()
  if (!customer) return undefined
  if (purpose === 'sign-in') await revokeLinks(db, customer.id, ['sign-in'])
  const token = await createLink(db, { customer: customer.id, purpose, minutes: linkMinutes, askedIn })
  return { token, firstName: customer.first_name, locale: customer.locale }
}

/** The link as it stands, locked: of two who spend it at once the second finds it used. */
export async function lockLink(trx: Transaction<Database>, token: string, purpose: OneTimePurpose | 'guest-order') {
  return trx
    .selectFrom('account_link')
    .select(['customer_id', 'asked_in', sql<boolean>`used_at is null and until > now()`.as('isOpen')])
    .where('token_hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .forUpdate()
    .executeTakeFirst()
}

/** Uses up every link that stands for a customer's password: one of them was spent, or a newer one is on its way. */
export async function revokeLinks(db: Kysely<Database>, customer: string, purposes: readonly OneTimePurpose[]): Promise<void> {
  await db
    .updateTable('account_link')
    .set({ used_at: sql<Date>`now()` })
    .where('customer_id', '=', customer)
    .where('purpose', 'in', [...purposes])
    .where('used_at', 'is', null)
    .execute()
}

/** What is left in the outbox of a wish for a link. Whoever asked may be nobody we know: it is forgotten soon. */
export const linkTopics = { 'reset-password': 'mail.password-reset', 'sign-in': 'mail.magic-link' } as const

/** Forgets links a day after they ended, and who asked for one an hour after the mail went. */
export async function sweepLinks(db: Kysely<Database>): Promise<void> {
  await db
    .deleteFrom('account_link')
    .where('until', '<', sql<Date>`now() - interval '1 day'`)
    .execute()
  await db
    .deleteFrom('outbox')
    .where('topic', 'in', Object.values(linkTopics))
    .where('done_at', '<', sql<Date>`now() - interval '1 hour'`)
    .execute()
}
