import type { Transaction } from 'kysely'
import type { Database } from '#db'
import type { Showing, Tariff } from '#modules/catalogue'
import { type Problem, problem } from '@playhouse/domain/problem'
import type { BasketRow } from './basket-row.ts'

/** The first price type of a performance that a basket would take over its limit, earlier orders of the customer included. */
export async function priceTypeLimit(
  trx: Transaction<Database>,
  basket: BasketRow,
  showing: Showing,
  tariff: Tariff,
  tickets: readonly { performance_id: string; price_type: string }[],
): Promise<Problem<'ticket-limit'> | undefined> {
  for (const type of tariff.list.priceTypes) {
    if (type.limit === undefined) continue
    const requested = tickets.filter((ticket) => ticket.performance_id === showing.id && ticket.price_type === type.id).length
    if (requested === 0) continue
    const previouslyPurchased = basket.customer_id ? await purchasedBefore(trx, basket.customer_id, showing.id, type.id) : 0
    if (requested + previouslyPurchased > type.limit)
      return problem('ticket-limit', {
        maximum: type.limit,
        priceType: type.name,
        performance: showing.production.title,
        previouslyPurchased,
        requested,
      })
  }
  return undefined
}

async function purchasedBefore(trx: Transaction<Database>, customer: string, performance: string, priceType: string): Promise<number> {
  const { count } = await trx
    .selectFrom('ticket')
    .innerJoin('customer_order', 'customer_order.id', 'ticket.order_id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('customer_order.customer_id', '=', customer)
    .where('ticket.performance_id', '=', performance)
    .where('ticket.price_type', '=', priceType)
    .where('ticket.returned_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}
