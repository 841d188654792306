import type { Kysely } from 'kysely'
import { auditBy, type Database, publish, transact } from '#db'
import type { Actor } from '#modules/basket'
import { type FullOrder, type OrderDeps, readOrderById } from '#modules/order'
import { walkInCustomerId } from '#modules/customer'

/** Finds any order by its number. @returns undefined for an unknown number */
export async function findOrder(
  deps: OrderDeps,
  number: string,
  options: { readonly isOnHoldShown?: boolean } = {},
): Promise<FullOrder | undefined> {
  const row = await deps.db.selectFrom('customer_order').select('id').where('number', '=', number).executeTakeFirst()
  return row && readOrderById(deps, row.id, options)
}

/** Audits an order lookup by staff. `order`: the number as typed, whether it exists or not. */
export async function auditOrderSearch(db: Kysely<Database>, staff: string, order: string, actor: Actor): Promise<void> {
  await transact(db, (trx) => auditBy(trx, actor, { subject: 'staff', subjectId: staff, verb: 'find-order', detail: { order } }))
}

/** Audits a reprint of tickets, once per performance, so that it appears in the activity log of each. */
export async function auditReprint(db: Kysely<Database>, { order }: FullOrder, actor: Actor): Promise<void> {
  await transact(db, async (trx) => {
    for (const performance of new Set(order.tickets.map(({ instance }) => instance)))
      await auditBy(trx, actor, { subject: 'order', subjectId: order.number, verb: 'print', detail: { performance, order: order.number } })
  })
}

/** Audits the print of a receipt. */
export async function auditReceipt(db: Kysely<Database>, { order }: FullOrder, actor: Actor): Promise<void> {
  const detail = { order: order.number }
  await transact(db, (trx) => auditBy(trx, actor, { subject: 'order', subjectId: order.number, verb: 'print-receipt', detail }))
}

/** Sends the confirmation again. @returns false for an unknown order, or one without a customer's address */
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
