import { newId } from '#db'
import { giftAidOn } from '@playhouse/domain/giving'
import { money } from '@playhouse/domain/money'
import type { ItemModule } from './item-module.ts'

/** Recorded in the donor's history, with the Gift Aid amount. */
export const donation: ItemModule = {
  settle: async (trx, { amount, detail }, { order, customer, isGiftAided }) => {
    if (!detail || !('fund' in detail)) throw new Error(`order ${order}: donation without its fund`)
    await trx
      .insertInto('donation')
      .values({
        id: newId(),
        customer_id: customer,
        order_id: order,
        fund: detail.name,
        appeal: detail.appeal,
        amount,
        recognition_name: detail.recognitionName,
        is_anonymous: detail.isAnonymous,
        tribute_name: detail.tributeName,
        gift_aid: isGiftAided ? giftAidOn(money(amount)) : 0,
      })
      .execute()
  },
  giveBack: async (trx, { order, name }) => {
    await trx.deleteFrom('donation').where('order_id', '=', order).where('fund', '=', name).execute()
  },
}
