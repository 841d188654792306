import { type Kysely, sql } from 'kysely'
import { type Actor, auditBy, type Database, publish, transact } from '#db'
import { walkInCustomerId } from '#modules/customer'
import { blockCodes } from './block-codes.ts'

/**
 * Blocks the codes of an order's gift vouchers, and queues new ones for the same addresses. Balance, last day and payments under
 * way stay; baskets that a blocked code was applied to lose the voucher.
 * @returns false for an order without vouchers that were sent or are printed at the counter, and for vouchers that have no address
 */
export async function reissueVouchers(db: Kysely<Database>, number: string, actor: Actor): Promise<boolean> {
  return transact(db, async (trx) => {
    const { rows } = await sql<{ order: string; item: string; account: string }>`
      select o.id as order, i.id as item, v.account_id as account
      from customer_order o join order_item i on i.order_id = o.id join gift_voucher v on v.order_item_id = i.id
      where o.number = ${number} and o.state = 'confirmed' and i.returned_at is null and (v.issued_at is not null or v.send_at = 'infinity')
        and (i.detail ->> 'email' is not null or o.customer_id <> ${walkInCustomerId}) for update of o`.execute(trx)
    const [first] = rows
    if (!first) return false
    const accounts = rows.map(({ account }) => account)
    await blockCodes(trx, accounts)
    await sql`update gift_voucher set issued_at = null, send_at = now() where account_id = any(${accounts}::uuid[])`.execute(trx)
    for (const item of new Set(rows.map((row) => row.item))) await publish(trx, 'voucher.issue', item, { item })
    await auditBy(trx, actor, { subject: 'order', subjectId: first.order, verb: 'reissue-vouchers', detail: { accounts } })
    return true
  })
}
