import { type Kysely, sql } from 'kysely'
import type { Database, RenewalEndReason } from '#db'
import type { Locale } from '@playhouse/domain/brand'
import { type Money, money } from '@playhouse/domain/money'

/** What a letter about a renewal contains. Days are ISO dates. */
export type RenewalNotice = {
  readonly to: string
  readonly firstName: string
  readonly locale: Locale
  readonly customer: string
  readonly membership: string
  readonly amount: Money
  readonly chargeOn: string
  readonly expiresOn: string
  readonly isDebit: boolean
  readonly state: 'announced' | 'charging' | 'waiting' | 'renewed' | 'lapsed' | 'cancelled'
  readonly tries: number
  /** The last day of the new term; null before it is renewed. */
  readonly renewedUntil: string | null
}

/** Reads what a letter about the renewal of a term contains. @returns undefined where the term was returned */
export async function readRenewalNotice(db: Kysely<Database>, term: string): Promise<RenewalNotice | undefined> {
  const { rows } = await sql<Omit<RenewalNotice, 'amount'> & { amount: number }>`
    select u.email as to, u.first_name as "firstName", coalesce(u.locale, c.locale) as locale, u.id as customer, c.membership, r.amount,
      r.charge_on::text as "chargeOn", m.expires_on::text as "expiresOn", c.mandate_id is not null as "isDebit", r.state, r.tries,
      (select n.expires_on::text from membership n where n.continues = m.id) as "renewedUntil"
    from membership_renewal r join membership m on m.id = r.membership_id join renewal_consent c on c.id = r.consent_id
      join customer u on u.id = c.customer_id
    where r.membership_id = ${term}`.execute(db)
  const [row] = rows
  return row && { ...row, amount: money(row.amount) }
}

/** A consent that has ended. */
export type EndedConsent = Pick<RenewalNotice, 'to' | 'firstName' | 'locale' | 'membership'> & {
  readonly reason: RenewalEndReason
  /** A payment was under way, and may still arrive. */
  readonly isCharging: boolean
}

/**
 * Reads what a letter about the end of a consent contains.
 * @returns undefined for a consent that has not ended, and for one without a card whose membership was returned
 */
export async function readEndedConsent(db: Kysely<Database>, consent: string): Promise<EndedConsent | undefined> {
  const { rows } = await sql<EndedConsent>`
    select u.email as to, u.first_name as "firstName", coalesce(u.locale, c.locale) as locale, c.membership, c.end_reason as reason,
      exists (select from membership_renewal r where r.consent_id = c.id and r.state = 'charging') as "isCharging"
    from renewal_consent c join customer u on u.id = c.customer_id where c.id = ${consent} and c.ended_at is not null
      and (c.end_reason <> 'no-card' or exists (
        select from membership m where m.order_id = c.order_id and m.membership = c.membership and m.cancelled_at is null))`.execute(db)
  return rows[0]
}
