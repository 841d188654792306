import { canTopUp, checkTopUp, recallTopUp, topUpVoucher } from '#modules/voucher'
import type { StoredDetail, VoucherTopUpDetail } from '@playhouse/domain/stored-detail'
import { money } from '@playhouse/domain/money'
import { fail, ok } from '@playhouse/domain/result'
import type { ItemModule } from './item-module.ts'

const detailOf = (detail: StoredDetail): VoucherTopUpDetail => {
  if (!detail || !('voucher' in detail)) throw new Error('top-up without its voucher')
  return detail
}

/** Money onto a gift voucher that exists: the theatre owes it from the sale on. */
export const voucherTopUp: ItemModule = {
  offerToBuyer: async (trx, _brand, _customer, { amount, detail }) => {
    const topUp = detailOf(detail)
    const checked = await checkTopUp(trx, { ...topUp, amount: amount ?? 0 })
    if ('problem' in checked) return fail(checked.problem)
    return ok({
      amount: money(amount ?? 0),
      detail: { ...topUp, hint: checked.hint, ...(checked.group !== undefined && { group: checked.group }) },
    })
  },
  isAvailable: (trx, { amount, detail }) => canTopUp(trx, { ...detailOf(detail), amount }),
  settle: (trx, { amount, detail }, { item, order }, actor) => {
    const { voucher, months } = detailOf(detail)
    return topUpVoucher(trx, { item, order, voucher, amount, months }, actor)
  },
  giveBack: (trx, { id, order }, actor) => recallTopUp(trx, { item: id, order }, actor),
}
