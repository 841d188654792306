import { type Selectable, sql, type Transaction } from 'kysely'
import { auditBy, type CustomerOrderTable, type Database } from '#db'
import type { Actor } from '#modules/basket'
import { itemModules, returnItems } from '#modules/item'
import { returnOrder } from '#modules/order'
import { stockKeyOf } from '@playhouse/domain/product'
import { findSurplusReservations } from '@playhouse/domain/product-reservation'
import { readOrderWorth } from './order-worth.ts'

type OrderRow = Selectable<CustomerOrderTable>
/** `items`: ids of the items that the order itself has lost. `isAny`: whether it or an order that adds to it has lost a reservation. */
export type ReturnedReservations = { readonly items: readonly string[]; readonly isAny: boolean }

/**
 * Returns the reservations of an order, and of the orders that add to it, that its remaining tickets do not cover, and puts their pieces
 * on offer again. They are free: no money is due. The caller has locked the order and returned its tickets.
 */
export async function returnSurplusReservations(
  trx: Transaction<Database>,
  { id }: Pick<OrderRow, 'id'>,
  actor: Actor,
): Promise<ReturnedReservations> {
  const reserved = await trx
    .selectFrom('order_item')
    .innerJoin('customer_order', 'customer_order.id', 'order_item.order_id')
    .select(['order_item.id', 'order_item.order_id', 'order_item.product', 'order_item.name', 'order_item.quantity', 'order_item.detail'])
    .where((eb) => eb.or([eb('customer_order.id', '=', id), eb('customer_order.adds_to', '=', id)]))
    .where('customer_order.state', 'in', ['confirmed', 'on-hold'])
    .where('order_item.kind', '=', 'product')
    .where('order_item.amount', '=', 0)
    .where('order_item.returned_at', 'is', null)
    .where(sql<boolean>`(order_item.detail ->> 'isReservation')::boolean`)
    .orderBy('customer_order.placed_at')
    .orderBy('customer_order.number')
    .orderBy('order_item.position')
    .forUpdate()
    .execute()
  if (reserved.length === 0) return { items: [], isAny: false }
  const counts = await trx
    .selectFrom('ticket')
    .select(['performance_id', (eb) => eb.fn.countAll<number>().as('tickets')])
    .where('order_id', '=', id)
    .where('returned_at', 'is', null)
    .groupBy('performance_id')
    .execute()
  const surplus = findSurplusReservations(reserved, new Map(counts.map(({ performance_id, tickets }) => [performance_id, Number(tickets)])))
  // In the order in which stocks are locked.
  const sorted = surplus.toSorted((a, b) => (stockKeyOf(a.item.product ?? '') < stockKeyOf(b.item.product ?? '') ? -1 : 1))
  for (const { item, pieces } of sorted) {
    if (pieces === item.quantity) {
      await returnItems(trx, item.order_id, actor, [item.id])
      continue
    }
    const returned = sql`detail || jsonb_build_object('returned', coalesce((detail ->> 'returned')::int, 0) + ${pieces}::int)`
    await trx
      .updateTable('order_item')
      .set((eb) => ({ quantity: eb('quantity', '-', pieces), detail: returned as never }))
      .where('id', '=', item.id)
      .execute()
    await itemModules.product.giveBack?.(
      trx,
      { order: item.order_id, id: item.id, product: item.product, name: item.name, quantity: pieces },
      actor,
    )
  }
  for (const [order, lost] of Map.groupBy(surplus, ({ item }) => item.order_id)) {
    const row = await trx.selectFrom('customer_order').selectAll().where('id', '=', order).executeTakeFirstOrThrow()
    const detail = { order: row.number, reason: 'reserved without a ticket', items: lost.map(() => ({ kind: 'product', amount: 0 })) }
    await auditBy(trx, actor, { subject: 'order', subjectId: order, verb: 'return-items', detail })
    if (order === id) continue
    const left = await readOrderWorth(trx, row)
    if (left.remaining === 0 && left.kept === 0 && left.items.size === 0) await returnOrder(trx, row, actor)
  }
  const isOwn = ({ item, pieces }: (typeof surplus)[number]): boolean => item.order_id === id && pieces === item.quantity
  return { items: surplus.filter(isOwn).map(({ item }) => item.id), isAny: surplus.length > 0 }
}
