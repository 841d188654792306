import type { Kysely } from 'kysely'
import { auditBy, type Database, publish, transact } from '#db'
import type { Actor } from '#modules/basket'
import { type FullOrder, type OrderDeps, readOrderById } from '#modules/order'
import { walkInCustomerId } from '#modules/customer'

/** Any order by its number: whoever comes to the counter may have lost everything else. */
export async function findOrder(
  deps: OrderDeps,
  number: string,
  how: { readonly isOnHoldShown?: boolean } = {},
): Promise<FullOrder | undefined> {
  const row = await deps.db.selectFrom('customer_order').select('id').where('number', '=', number).executeTakeFirst()
  return row && readOrderById(deps, row.id, how)
}

/** Audits that staff looked up an order with its buyer. `order` is its number as it was asked for, whether it exists or not. */
export async function auditOrderSearch(db: Kysely<Database>, staff: string, order: string, actor: Actor): Promise<void> {
  await transact(db, (trx) => auditBy(trx, actor, { subject: 'staff', subjectId: staff, verb: 'find-order', detail: { order } }))
}

/** Tickets on paper are money: who printed them again stays in the trail, and the book of each evening they are of. */
export async function auditReprint(db: Kysely<Database>, { order }: FullOrder, actor: Actor): Promise<void> {
  await transact(db, async (trx) => {
    for (const performance of new Set(order.tickets.map(({ instance }) => instance)))
      await auditBy(trx, actor, { subject: 'order', subjectId: order.number, verb: 'print', detail: { performance, order: order.number } })
  })
}

/** Sends the confirmation once more. False where there is no such order, or nobody to write to. */
export async function mailOrder(db: Kysely<Database>, number: string, actor: Actor): Promise<boolean> {
  return transact(db, async (trx) => {
    const order = await trx
      .selectFrom('customer_order')
      .select('id')
      .where('number', '=', number)
      .where('state', '=', 'confirmed')
      .where('customer_id', '<>', walkInCustomerId)
      .executeTakeFirst()
    if (!order) return false
    await publish(trx, 'mail.order-confirmed', order.id, { order: order.id })
    await auditBy(trx, actor, { subject: 'order', subjectId: order.id, verb: 'mail-again' })
    return true
  })
}
