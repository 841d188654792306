import { type Kysely, sql } from 'kysely'
import { type Actor, auditBy, type Database, transact } from '#db'
import { blockCodes } from './block-codes.ts'
import { setNewCode } from './issue-vouchers.ts'

/** A voucher with a code that was made just now and cannot be read again. `item`: the item of the order that sold it. */
export type RenewedVoucher = { readonly voucher: string; readonly item: string; readonly code: string }

/**
 * Makes new codes for the gift vouchers of an order, so that staff can print them; codes that were printed or sent before are
 * blocked. Balance, last day and payments under way stay. A voucher that waits to be mailed keeps waiting.
 * @returns an empty list for an order without such vouchers
 */
export async function renewOrderCodes(db: Kysely<Database>, number: string, actor: Actor): Promise<RenewedVoucher[]> {
  return transact(db, async (trx) => {
    const { rows } = await sql<{ order: string; item: string; voucher: string; account: string }>`
      select o.id as order, i.id as item, v.id as voucher, v.account_id as account
      from customer_order o join order_item i on i.order_id = o.id join gift_voucher v on v.order_item_id = i.id
        join ledger_account a on a.id = v.account_id
      where o.number = ${number} and o.state = 'confirmed' and i.returned_at is null and a.blocked_at is null
        and (v.issued_at is not null or v.send_at = 'infinity') order by i.position, v.id for update of o`.execute(trx)
    const [first] = rows
    if (!first) return []
    await blockCodes(
      trx,
      rows.map(({ account }) => account),
    )
    const renewed: RenewedVoucher[] = []
    for (const { voucher, item, account } of rows) renewed.push({ voucher, item, code: await setNewCode(trx, account) })
    const ids = rows.map(({ voucher }) => voucher)
    await sql`update gift_voucher set issued_at = now() where id = any(${ids}::uuid[])`.execute(trx)
    const detail = { accounts: rows.map(({ account }) => account) }
    await auditBy(trx, actor, { subject: 'order', subjectId: first.order, verb: 'print-vouchers', detail })
    return renewed
  })
}
