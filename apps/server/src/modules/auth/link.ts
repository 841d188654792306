import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#db'
import type { Locale } from '@playhouse/domain/brand'
import { linkMinutes } from '@playhouse/domain/sign-in'

type OneTimePurpose = 'reset-password' | 'sign-in' | 'claim-orders'
const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

/**
 * Creates a link and returns its token of 256 bits. The database stores only the hash.
 * @param link.minutes validity in minutes
 * @param link.askedIn the session that requested it
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

/** The recipient of a mail, and the token of its link. */
export type LinkToSend = { readonly token: string; readonly firstName: string; readonly locale: Locale | null }

/**
 * Creates a link for the customer with an address. A new sign-in link revokes the previous ones.
 * @param link.askedIn the session that requested it
 * @returns undefined if no customer has the address
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

/** Loads and locks a link: of two concurrent uses the second finds it used. */
export async function lockLink(trx: Transaction<Database>, token: string, purpose: OneTimePurpose | 'guest-order') {
  return trx
    .selectFrom('account_link')
    .select(['customer_id', 'asked_in', sql<boolean>`used_at is null and until > now()`.as('isOpen')])
    .where('token_hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .forUpdate()
    .executeTakeFirst()
}

/** Revokes the unused links of a customer, for example after one of them was used or a newer one was requested. */
export async function revokeLinks(db: Kysely<Database>, customer: string, purposes: readonly OneTimePurpose[]): Promise<void> {
  await db
    .updateTable('account_link')
    .set({ used_at: sql<Date>`now()` })
    .where('customer_id', '=', customer)
    .where('purpose', 'in', [...purposes])
    .where('used_at', 'is', null)
    .execute()
}

/**
 * The topics of link requests. Their outbox messages are deleted early, because the address may belong to a person who is not a
 * customer.
 */
export const linkTopics = { 'reset-password': 'mail.password-reset', 'sign-in': 'mail.magic-link' } as const

/** Deletes links a day after their end, and link requests an hour after the mail was sent. */
export async function sweepLinks(db: Kysely<Database>): Promise<void> {
  await db
    .deleteFrom('account_link')
    .where('until', '<', sql<Date>`now() - interval '24 hours'`)
    .execute()
  await db
    .deleteFrom('outbox')
    .where('topic', 'in', Object.values(linkTopics))
    .where('done_at', '<', sql<Date>`now() - interval '1 hour'`)
    .execute()
}
