import { type Selectable, sql, type Transaction } from 'kysely'
import { type Actor, auditCustomer, type Database, type MonthlyGiftTable, publish } from '#db'
import type { GiftEndReason } from '@playhouse/domain/monthly-gift'

/**
 * Ends a monthly gift whose row is locked, at once: no further charge is made. A charge that has been made already still takes effect.
 * A letter names the reason.
 */
export async function endGift(
  trx: Transaction<Database>,
  { id, customer_id }: Pick<Selectable<MonthlyGiftTable>, 'id' | 'customer_id'>,
  reason: GiftEndReason,
  actor: Actor,
): Promise<void> {
  const ended = await trx
    .updateTable('monthly_gift')
    .set({ ended_at: sql<Date>`now()`, end_reason: reason })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!ended) return
  await trx
    .updateTable('monthly_charge')
    .set({ state: 'cancelled', try_at: null })
    .where('gift_id', '=', id)
    .where('state', 'in', ['announced', 'waiting'])
    .execute()
  await auditCustomer(trx, customer_id, actor, { verb: 'end-monthly-gift', detail: { gift: id, reason } })
  await publish(trx, 'mail.monthly-gift-ended', id, { gift: id })
}
