import { type Kysely, sql } from 'kysely'
import type { Database } from '#db'
import type { Locale } from '@playhouse/domain/brand'
import type { GiftMembershipDetail } from '@playhouse/domain/stored-detail'
import { giftTokenHash } from './issue-gifts.ts'

/** A sold gift membership, for the mail with its link. */
export type SentGift = {
  readonly detail: GiftMembershipDetail
  readonly locale: Locale
  /** The last day on which it can be claimed, an ISO date. */
  readonly claimUntil: string
}

/** Reads the gift membership of a link for its mail. @returns undefined where it was returned or claimed, or has a newer link */
export async function readSentGift(db: Kysely<Database>, token: string): Promise<SentGift | undefined> {
  const { rows } = await sql<SentGift>`
    select i.detail, o.locale, g.claim_until::text as "claimUntil"
    from gift_membership g join order_item i on i.id = g.order_item_id join customer_order o on o.id = i.order_id
    where g.token_hash = ${giftTokenHash(token)} and i.returned_at is null and g.claimed_at is null`.execute(db)
  return rows[0]
}

/** A gift membership that was claimed, for the mail to the member. Days are ISO dates. */
export type ClaimedGift = {
  readonly to: string
  readonly firstName: string
  readonly locale: Locale | null
  readonly name: string
  readonly startsOn: string
  readonly expiresOn: string
}

/** Reads a claimed gift membership. @returns undefined where its term has been removed */
export async function readClaimedGift(db: Kysely<Database>, gift: string): Promise<ClaimedGift | undefined> {
  const { rows } = await sql<ClaimedGift>`
    select u.email as to, u.first_name as "firstName", u.locale, i.name, m.starts_on::text as "startsOn", m.expires_on::text as "expiresOn"
    from gift_membership g join order_item i on i.id = g.order_item_id join membership m on m.id = g.term_id
      join customer u on u.id = m.customer_id
    where g.id = ${gift}`.execute(db)
  return rows[0]
}
