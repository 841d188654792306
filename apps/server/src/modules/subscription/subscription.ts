import { type Kysely, sql, type Transaction } from 'kysely'
import { audit, type Database, newId } from '#db'
import type { TicketSubscription } from '@playhouse/api-client/contract'
import { money } from '@playhouse/domain/money'
import { titleOf } from '@playhouse/domain/production-texts'

type Use = TicketSubscription['uses'][number]

/** Days are ISO dates; `vouchers` counts all that were issued, `used` those of them that were redeemed. */
type NewSubscription = Omit<TicketSubscription, 'id' | 'vouchersAvailable' | 'vouchersUsed' | 'isReturned' | 'flex' | 'uses'> & {
  /** The flexible subscription whose rules its vouchers have; absent for one whose vouchers the shop does not accept. */
  readonly flex?: string | undefined
  readonly vouchers: number
  readonly used: number
}

/** Lists a customer's ticket subscriptions, the latest expiry first. */
export async function listSubscriptions(db: Kysely<Database>, customer: string): Promise<TicketSubscription[]> {
  const rows = await db
    .selectFrom('ticket_subscription')
    .selectAll()
    .select(
      sql<Use[]>`(select coalesce(jsonb_agg(jsonb_build_object('order', o.number, 'title', d.data ->> 'title',
        'copyLanguage', d.data ->> 'copyLanguage', 'translations', d.translations, 'startsAt', p.starts_at, 'timeZone', p.time_zone) order by p.starts_at, t.id), '[]') from ticket t join customer_order o on o.id = t.order_id
        join performance p on p.id = t.performance_id join production d on d.id = p.production_id
        where t.subscription_id = ticket_subscription.id and t.returned_at is null)`.as('uses'),
    )
    .where('customer_id', '=', customer)
    .orderBy('expires_on', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(({ id, name, pricing_structure, price, issued_on, expires_on, vouchers, used, uses, flex_id, ended_at }) => ({
    id,
    name,
    pricingStructure: pricing_structure,
    price: money(price),
    issuedOn: issued_on,
    expiresOn: expires_on,
    vouchersAvailable: vouchers - used - uses.length,
    vouchersUsed: used + uses.length,
    uses: uses.map(({ order, startsAt, timeZone, ...production }) => ({
      ...titleOf(production),
      ...{ order, startsAt: new Date(startsAt).toISOString(), timeZone },
    })),
    flex: flex_id,
    isReturned: ended_at !== null,
  }))
}

/** Gives a customer a ticket subscription. */
export async function giveSubscription(
  trx: Transaction<Database>,
  customer: string,
  subscription: NewSubscription,
  actor: string,
): Promise<void> {
  const { name, pricingStructure, price, issuedOn, expiresOn, vouchers, used, flex = null } = subscription
  const row = {
    name,
    pricing_structure: pricingStructure,
    price,
    issued_on: issuedOn,
    expires_on: expiresOn,
    vouchers,
    used,
    flex_id: flex,
  }
  await trx
    .insertInto('ticket_subscription')
    .values({ id: newId(), customer_id: customer, ...row })
    .execute()
  await audit(trx, { actor, subject: 'customer', subjectId: customer, verb: 'give-subscription', detail: { name, vouchers } })
}
