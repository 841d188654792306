import type { Selectable, Transaction } from 'kysely'
import { type Database, newId, type PaymentAttemptTable } from '#db'
import { giftAidOn } from '@playhouse/domain/giving'
import { money } from '@playhouse/domain/money'

/** Records the donations of a paid order in the donor's history, with the Gift Aid amount. */
export async function recordDonations(
  trx: Transaction<Database>,
  { quote, customer_id }: Pick<Selectable<PaymentAttemptTable>, 'quote' | 'customer_id'>,
  order: string,
): Promise<void> {
  for (const { amount, detail } of quote.items ?? [])
    if (detail && 'fund' in detail)
      await trx
        .insertInto('donation')
        .values({
          id: newId(),
          customer_id,
          order_id: order,
          fund: detail.name,
          appeal: detail.appeal,
          amount,
          recognition_name: detail.recognitionName,
          is_anonymous: detail.isAnonymous,
          tribute_name: detail.tributeName,
          gift_aid: quote.giftAid ? giftAidOn(money(amount)) : 0,
        })
        .execute()
}

/** Deletes the donations of a returned order. */
export async function deleteDonations(trx: Transaction<Database>, order: string): Promise<void> {
  await trx.deleteFrom('donation').where('order_id', '=', order).execute()
}
