import { newId } from '#db'
import { readToday } from '#modules/membership'
import { giftAidOn, isFundAlwaysOpen, isFundOpen } from '@playhouse/domain/giving'
import { money } from '@playhouse/domain/money'
import { problem } from '@playhouse/domain/problem'
import { fail, ok } from '@playhouse/domain/result'
import type { ItemModule } from './item-module.ts'

/** Recorded in the donor's history, with the Gift Aid amount. */
export const donation: ItemModule = {
  /** The fund has closed, or has not opened yet. */
  offerToBuyer: async (trx, { features, giving, timeZone }, _customer, { name, detail }) => {
    const chosenFund = features.donations && detail && 'fund' in detail ? giving.find(({ fund }) => fund === detail.fund) : undefined
    if (chosenFund && (isFundAlwaysOpen(chosenFund) || isFundOpen(chosenFund, await readToday(trx, timeZone)))) return ok(undefined)
    return fail(problem('fund-closed', { name: chosenFund?.name ?? name }))
  },
  settle: async (trx, { amount, detail }, { item, order, customer, giftAid }) => {
    if (!detail || !('fund' in detail)) throw new Error(`order ${order}: donation without its fund`)
    const { isClaimed, answer } = await giftAid
    await trx
      .insertInto('donation')
      .values({
        id: newId(),
        customer_id: customer,
        order_id: order,
        order_item_id: item,
        fund: detail.name,
        appeal: detail.appealName ?? detail.appeal,
        amount,
        recognition_name: detail.recognitionName,
        is_anonymous: detail.isAnonymous,
        tribute_name: detail.tributeName,
        gift_aid_answer: answer,
        gift_aid: isClaimed ? giftAidOn(money(amount)) : 0,
      })
      .execute()
  },
  giveBack: async (trx, { id, order, name }) => {
    // Donations of older versions name only their order and fund.
    await trx
      .deleteFrom('donation')
      .where('order_id', '=', order)
      .where((eb) => eb.or([eb('order_item_id', '=', id), eb.and([eb('order_item_id', 'is', null), eb('fund', '=', name)])]))
      .execute()
  },
}
