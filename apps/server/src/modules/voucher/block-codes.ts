import { sql, type Transaction } from 'kysely'
import type { Database } from '#db'
import { lockAccounts } from '#modules/ledger'

/** Blocks the codes of vouchers, which keep their balance, and removes the vouchers from baskets that are not being paid for. */
export async function blockCodes(trx: Transaction<Database>, accounts: readonly string[]): Promise<void> {
  await lockAccounts(trx, accounts)
  await trx
    .updateTable('ledger_account')
    .set({ code_digest: null, hint: null })
    .where('id', 'in', [...accounts])
    .execute()
  await sql`
    with removed as (
      delete from basket_voucher v using basket b
      where b.id = v.basket_id and b.state = 'open' and v.account_id = any(${accounts}::uuid[]) returning v.basket_id)
    update basket set version = version + 1 where id in (select basket_id from removed)`.execute(trx)
}
