import type { Kysely, Transaction } from 'kysely'
import { type Database, newId } from '#db'
import { type Money, money } from '@playhouse/domain/money'

/** A donation; `amount` in minor units. `fund`, `appeal`: their names. `order`: the id of its order, where there is one. */
type Donation = {
  readonly fund: string
  readonly appeal: string | null
  readonly amount: Money
  readonly order?: string
  readonly givenAt?: Date
}

/** Lists a customer's donations, newest first. */
export async function listDonations(db: Kysely<Database>, customer: string) {
  const rows = await db
    .selectFrom('donation')
    .select(['given_at', 'fund', 'appeal', 'amount'])
    .where('customer_id', '=', customer)
    .orderBy('given_at', 'desc')
    .orderBy('id', 'desc')
    .limit(500)
    .execute()
  return rows.map(({ given_at, fund, appeal, amount }) => ({ at: given_at.toISOString(), fund, appeal, total: money(amount) }))
}

/** Records a donation in the donor's history. */
export async function recordDonation(trx: Transaction<Database>, customer: string, { order, givenAt, ...gift }: Donation): Promise<void> {
  await trx
    .insertInto('donation')
    .values({ id: newId(), customer_id: customer, order_id: order ?? null, ...gift, ...(givenAt && { given_at: givenAt }) })
    .execute()
}
