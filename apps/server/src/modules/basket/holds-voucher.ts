import type { Kysely } from 'kysely'
import type { Database } from '#db'

/** Whether the basket has a gift voucher: then no ticket may be removed (the specification, "Basket"). */
export async function holdsVoucher(db: Kysely<Database>, id: string): Promise<boolean> {
  return (await db.selectFrom('basket_voucher').select('account_id').where('basket_id', '=', id).executeTakeFirst()) !== undefined
}
