import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { audit, type Database, newId } from '#db'
import type { HeldMembership } from '@playhouse/api-client/contract'
import type { Brand } from '@playhouse/domain/brand'
import { describeTerms } from '@playhouse/domain/held-membership'
import { readAutoRenewals } from './consent.ts'
import { readTerms } from './terms.ts'

/** The memberships that a customer holds today in the theatre's time zone. For a `select`. */
export const membershipsOf = (customer: string | null, timeZone: string): RawBuilder<string[]> =>
  sql`array(select distinct membership from membership where customer_id = ${customer}::uuid and cancelled_at is null
    and (now() at time zone ${timeZone})::date between starts_on and greatest(expires_on, grace_until) order by membership)`

/** The memberships that a customer has chosen in a basket. Another customer's basket has none for them. For a `select`. */
export const membershipsInBasket = (customer: string | null, basket: string | null): RawBuilder<string[]> =>
  sql`array(select item.product from basket_item item join basket on basket.id = item.basket_id
    where basket.id = ${basket}::uuid and basket.customer_id = ${customer}::uuid and basket.state in ('open', 'paying')
      and item.kind = 'membership' order by item.product)`

/** `startsOn` and `expiresOn`: ISO dates, both inclusive. */
export type Membership = { readonly membership: string; readonly startsOn: string; readonly expiresOn: string }

/** Gives a customer a membership. */
export async function giveMembership(
  trx: Transaction<Database>,
  customer: string,
  { membership, startsOn, expiresOn }: Membership,
  actor: string,
): Promise<void> {
  const id = newId()
  await trx
    .insertInto('membership')
    .values({ id, customer_id: customer, membership, starts_on: startsOn, renews_on: null, expires_on: expiresOn, order_id: null })
    .execute()
  await audit(trx, {
    actor,
    subject: 'customer',
    subjectId: customer,
    verb: 'give-membership',
    detail: { membership, startsOn, expiresOn },
  })
}

/** Lists a customer's current and past memberships, the latest expiry first. */
export async function listMemberships(
  db: Kysely<Database>,
  brand: Pick<Brand, 'memberships' | 'timeZone'>,
  customer: string,
): Promise<Omit<HeldMembership, 'customerId' | 'customerName'>[]> {
  const { terms, today } = await readTerms(db, customer, brand.timeZone)
  return describeTerms(brand.memberships, terms, today, await readAutoRenewals(db, customer))
}
