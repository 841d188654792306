import { type Kysely, sql, type Transaction } from 'kysely'
import { type Actor, auditCustomer, type Database, newId, publish, publishLater, type RenewalEndReason } from '#db'
import type { AutoRenewal } from '@playhouse/domain/held-membership'
import type { PurchaseConsent } from '@playhouse/domain/membership-renewal'
import { money } from '@playhouse/domain/money'

/** A membership of a customer. */
export type MemberLevel = { readonly customer: string; readonly membership: string }

/** Whether the end of a consent is announced by its letter: for the other reasons, another letter is sent or none. */
const isAnnounced: Readonly<Record<RenewalEndReason, boolean>> = {
  member: true,
  price: true,
  age: true,
  ended: true,
  lapsed: false,
  returned: false,
  replaced: false,
  mandate: true,
  upgraded: true,
  'no-card': false,
}

/**
 * Ends the member's consent to automatic renewals, at once: no further charge is made, and the days of grace end. A charge that has
 * been made already still takes effect.
 * @returns false where there is none
 */
export async function endConsent(
  trx: Transaction<Database>,
  { customer, membership }: MemberLevel,
  reason: RenewalEndReason,
  actor: Actor,
): Promise<boolean> {
  const consent = await trx
    .updateTable('renewal_consent')
    .set({ ended_at: sql<Date>`now()`, end_reason: reason })
    .where('customer_id', '=', customer)
    .where('membership', '=', membership)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!consent) return false
  const { rows } = await sql<{ id: string }>`
    update membership_renewal set state = 'cancelled', try_at = null
    where consent_id = ${consent.id} and state in ('announced', 'waiting') returning membership_id as id`.execute(trx)
  if (rows.length > 0)
    await trx
      .updateTable('membership')
      .set({ grace_until: null })
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute()
  await auditCustomer(trx, customer, actor, { verb: 'end-renewals', detail: { membership, reason } })
  if (isAnnounced[reason]) await publish(trx, 'mail.membership-renewal-off', consent.id, { consent: consent.id })
  return true
}

/**
 * Ends the consents to renewals that a mandate pays for, because it has ended. The caller has locked the customer. The member can agree
 * to another card or mandate.
 */
export async function endConsentsOfMandate(
  trx: Transaction<Database>,
  { customer, mandate }: { readonly customer: string; readonly mandate: string },
  actor: Actor,
): Promise<void> {
  const consents = await trx
    .selectFrom('renewal_consent')
    .select('membership')
    .where('mandate_id', '=', mandate)
    .where('ended_at', 'is', null)
    .orderBy('membership')
    .execute()
  for (const { membership } of consents) await endConsent(trx, { customer, membership }, 'mandate', actor)
}

/** Seconds after the sale for which a card of the payment may still be saved. */
const cardSeconds = 300

/**
 * Records what the buyer of a membership has agreed to. It is not valid until the card of the payment is saved, see
 * {@link confirmPurchaseConsents}: otherwise a letter is sent after some minutes.
 */
export async function recordPurchaseConsent(
  trx: Transaction<Database>,
  { customer, membership, order }: MemberLevel & { readonly order: string },
  { wording, text, locale, amount, currency, agreedAt }: PurchaseConsent,
): Promise<void> {
  const id = newId()
  await trx
    .insertInto('renewal_consent')
    .values({
      ...{ id, customer_id: customer, membership, order_id: order, wording, text, locale, amount, currency, mandate_id: null },
      ...{ agreed_at: agreedAt, ended_at: sql<Date>`now()`, end_reason: 'no-card' },
    })
    .execute()
  await publishLater(trx, 'mail.membership-renewal-off', id, { consent: id }, cardSeconds)
}

/** Makes the consents of an order valid, because the card that paid for it is saved. The caller has locked the customer. */
export async function confirmPurchaseConsents(trx: Transaction<Database>, attempt: string, actor: Actor): Promise<void> {
  const { rows } = await sql<{ id: string; customer: string; membership: string; amount: number; wording: string }>`
    select c.id, c.customer_id as customer, c.membership, c.amount, c.wording
    from customer_order o join renewal_consent c on c.order_id = o.id
    where o.attempt_id = ${attempt} and c.end_reason = 'no-card' and exists (select from membership m
      where m.order_id = o.id and m.membership = c.membership and m.cancelled_at is null)
    order by c.membership`.execute(trx)
  for (const { id, customer, membership, amount, wording } of rows) {
    await endConsent(trx, { customer, membership }, 'replaced', actor)
    await trx
      .updateTable('renewal_consent')
      .set({ ended_at: sql<Date>`null`, end_reason: sql<RenewalEndReason>`null` })
      .where('id', '=', id)
      .execute()
    await auditCustomer(trx, customer, actor, { verb: 'agree-to-renewals', detail: { membership, amount, wording } })
  }
}

/** Reads the automatic renewals that a customer has agreed to, by membership. */
export async function readAutoRenewals(db: Kysely<Database>, customer: string): Promise<ReadonlyMap<string, AutoRenewal>> {
  const { rows } = await sql<{ membership: string; amount: number; isDebit: boolean; state: string | null; on: string | null }>`
    select c.membership, coalesce(r.amount, c.amount) as amount, c.mandate_id is not null as "isDebit", r.state,
      case r.state when 'announced' then r.charge_on::text when 'waiting' then r.next_on::text end as on
    from renewal_consent c left join membership_renewal r on r.consent_id = c.id and r.state in ('announced', 'charging', 'waiting')
    where c.customer_id = ${customer} and c.ended_at is null`.execute(db)
  return new Map(
    rows.map(({ membership, amount, isDebit, state, on }) => [
      membership,
      {
        amount: money(amount),
        means: isDebit ? 'direct-debit' : 'card',
        state: state === 'waiting' || state === 'charging' ? state : 'on',
        on,
      },
    ]),
  )
}
