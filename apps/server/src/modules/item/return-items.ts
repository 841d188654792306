import { sql, type Transaction } from 'kysely'
import type { Actor, Database } from '#db'
import type { ItemKind } from '@playhouse/domain/item-kind'
import { stockKeyOf } from '@playhouse/domain/product'
import { itemModules } from './item-modules.ts'

/** Marks some or all items of an order as returned, and reverts their effects. @returns what was returned */
export async function returnItems(
  trx: Transaction<Database>,
  order: string,
  actor: Actor,
  only?: readonly string[],
): Promise<{ readonly kind: ItemKind; readonly amount: number }[]> {
  if (only?.length === 0) return []
  const returned = await trx
    .updateTable('order_item')
    .set({ returned_at: sql<Date>`now()` })
    .where('order_id', '=', order)
    .where('returned_at', 'is', null)
    .$if(only !== undefined, (update) => update.where('id', 'in', [...only!]))
    .returning(['id', 'kind', 'product', 'name', 'quantity', 'amount'])
    .execute()
  // In the order in which stocks are locked.
  const sorted = returned.toSorted((a, b) => (stockKeyOf(a.product ?? '') < stockKeyOf(b.product ?? '') ? -1 : 1))
  for (const { kind, amount: _, ...item } of sorted) await itemModules[kind].giveBack?.(trx, { order, ...item }, actor)
  return returned.map(({ kind, amount }) => ({ kind, amount }))
}
