import { sql } from 'kysely'
import { recallVouchers, sellVouchers } from '#modules/voucher'
import { isSendDay } from '@playhouse/domain/gift-voucher'
import { problem } from '@playhouse/domain/problem'
import type { ItemModule } from './item-module.ts'

/** Each is an account of the ledger from the sale on, and has no code before it is sent. */
export const giftVoucher: ItemModule = {
  findDetailProblem: async (trx, { timeZone }, detail) => {
    if (!detail || !('value' in detail) || detail.sendOn === null) return undefined
    const { rows } = await sql<{ today: string }>`select (now() at time zone ${timeZone})::date::text as today`.execute(trx)
    return isSendDay(detail.sendOn, rows[0]!.today) ? undefined : problem('invalid-input', { fields: ['sendOn'] })
  },
  settle: async (trx, { detail, quantity = 1 }, { item, order }, actor) => {
    if (!detail || !('value' in detail)) throw new Error(`order ${order}: gift voucher without its value`)
    await sellVouchers(trx, { item, order, quantity, ...detail }, actor)
  },
  giveBack: (trx, { id, order }, actor) => recallVouchers(trx, { item: id, order }, actor),
}
