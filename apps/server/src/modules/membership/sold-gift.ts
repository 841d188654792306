import { sql, type Transaction } from 'kysely'
import { type Database, newId, publish } from '#db'
import { sendHour } from '@playhouse/domain/gift-voucher'

type SoldGift = {
  /** The item of the order. */
  readonly item: string
  /** An ISO date in `timeZone`; null for at once. */
  readonly sendOn: string | null
  readonly timeZone: string
}

/** Records a sold gift membership. Its link is created on the day on which it is sent: see `issueDueGifts`. */
export async function sellGift(trx: Transaction<Database>, { item, sendOn, timeZone }: SoldGift): Promise<void> {
  const send_at = sql<Date>`greatest(now(), (${sendOn}::date + make_interval(hours => ${sendHour})) at time zone ${timeZone})`
  await trx.insertInto('gift_membership').values({ id: newId(), order_item_id: item, send_at }).execute()
  await publish(trx, 'gift-membership.issue', item, { item })
}

/** Locks the gift memberships that an order sold, so that none is claimed while the caller returns them. */
export async function lockSoldGifts(trx: Transaction<Database>, order: string): Promise<void> {
  await sql`
    select 1 from gift_membership g join order_item i on i.id = g.order_item_id
    where i.order_id = ${order} order by g.id for update of g`.execute(trx)
}
