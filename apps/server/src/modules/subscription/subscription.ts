import type { Kysely, Transaction } from 'kysely'
import { audit, type Database, newId } from '#db'
import type { TicketSubscription } from '@playhouse/api-client/contract'
import { money } from '@playhouse/domain/money'

/** Days are ISO dates; `vouchers` counts all that were issued, `used` those of them that were redeemed. */
type NewSubscription = Omit<TicketSubscription, 'id' | 'vouchersAvailable' | 'vouchersUsed'> & {
  readonly vouchers: number
  readonly used: number
}

/** Lists a customer's ticket subscriptions, the latest expiry first. */
export async function listSubscriptions(db: Kysely<Database>, customer: string): Promise<TicketSubscription[]> {
  const rows = await db
    .selectFrom('ticket_subscription')
    .selectAll()
    .where('customer_id', '=', customer)
    .orderBy('expires_on', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(({ id, name, pricing_structure, price, issued_on, expires_on, vouchers, used }) => ({
    id,
    name,
    pricingStructure: pricing_structure,
    price: money(price),
    issuedOn: issued_on,
    expiresOn: expires_on,
    vouchersAvailable: vouchers - used,
    vouchersUsed: used,
  }))
}

/** Gives a customer a ticket subscription. */
export async function giveSubscription(
  trx: Transaction<Database>,
  customer: string,
  subscription: NewSubscription,
  actor: string,
): Promise<void> {
  const { name, pricingStructure, price, issuedOn, expiresOn, vouchers, used } = subscription
  const row = { name, pricing_structure: pricingStructure, price, issued_on: issuedOn, expires_on: expiresOn, vouchers, used }
  await trx
    .insertInto('ticket_subscription')
    .values({ id: newId(), customer_id: customer, ...row })
    .execute()
  await audit(trx, { actor, subject: 'customer', subjectId: customer, verb: 'give-subscription', detail: { name, vouchers } })
}
