import { lockSoldGifts, readToday, sellGift } from '#modules/membership'
import { isSendDay } from '@playhouse/domain/gift-voucher'
import type { GiftMembershipDetail, StoredDetail } from '@playhouse/domain/stored-detail'
import { problem } from '@playhouse/domain/problem'
import type { ItemModule } from './item-module.ts'

const detailOf = (detail: StoredDetail): GiftMembershipDetail => {
  if (!detail || !('level' in detail)) throw new Error('gift membership without its level')
  return detail
}

/** Its link is mailed to the recipient, whose term begins when they claim it. */
export const giftMembership: ItemModule = {
  findDetailProblem: async (trx, { timeZone }, detail) => {
    const { sendOn } = detailOf(detail)
    return isSendDay(sendOn, await readToday(trx, timeZone)) ? undefined : problem('invalid-input', { fields: ['sendOn'] })
  },
  // The address is erased from payments that bought nothing for a while: see `modules/retention`.
  isAvailable: (_, { detail }) => Promise.resolve(detailOf(detail).email !== ''),
  settle: (trx, { detail }, { item }) => sellGift(trx, { item, ...detailOf(detail) }),
  // A returned item has no valid link: see `claimGift`. A claim that is not committed yet is waited for.
  giveBack: (trx, { order }) => lockSoldGifts(trx, order),
}
