import type { Kysely } from 'kysely'
import { type Actor, auditBy, type Database, transact } from '#db'
import { type FoodChange, offerFoodChange } from '@playhouse/domain/food-order'
import type { Locale } from '@playhouse/domain/brand'
import { money } from '@playhouse/domain/money'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { findFoodProblem, returnGuests, sellGuests, validateGuests } from './guests.ts'
import { readFoodOffer } from './read-food.ts'

type Sold = { readonly customer: string; readonly number: string; readonly item: string }

/**
 * Changes guests, collection point, dishes and note of a paid order of food, until its deadline by the database clock and at the same price.
 * @returns `order-not-found` for another customer's order, `cancel-order-failed` where it is returned, `food-closed` after its deadline,
 * `food-sold-out` without room at the collection point, `food-price-differs` at another price
 */
export async function changeFood(
  db: Kysely<Database>,
  { customer, number, item: id }: Sold,
  change: FoodChange,
  { actor, locale }: { readonly actor: Actor; readonly locale: Locale },
): Promise<Result<unknown, Problem>> {
  return transact(db, async (trx): Promise<Result<unknown, Problem>> => {
    const order = await trx
      .selectFrom('customer_order')
      .select(['id', 'state', 'basket_id'])
      .where('number', '=', number)
      .where('customer_id', '=', customer)
      .forUpdate()
      .executeTakeFirst()
    if (!order) return fail(problem('order-not-found'))
    const item = await trx
      .selectFrom('order_item')
      .select(['quantity', 'amount', 'product', 'detail', 'returned_at'])
      .where('id', '=', id)
      .where('order_id', '=', order.id)
      .where('kind', '=', 'food')
      .executeTakeFirst()
    if (!item?.detail || !('courses' in item.detail) || item.product === null) return fail(problem('order-not-found'))
    if (order.state !== 'confirmed' || item.returned_at !== null) return fail(problem('cancel-order-failed'))
    const { detail, product, quantity } = item
    const closed = await findFoodProblem(trx, detail)
    if (closed) return fail(closed)
    const offer = await readFoodOffer(trx, detail.performance.instance)
    const offered = offerFoodChange(offer, { detail, name: detail.name, amount: money(item.amount) }, change, locale)
    if (!offered.ok) return offered
    const next = { ...offered.value.detail, name: detail.name }
    const guests = offered.value.quantity
    const late = await findFoodProblem(trx, next)
    if (late) return fail(late)
    // In one order, so that two changes between the same points can't deadlock.
    await trx
      .selectFrom('menu_performance')
      .select('point_id')
      .where('menu_id', '=', detail.menu)
      .where('performance_id', '=', detail.performance.instance)
      .where('point_id', 'in', [detail.point, next.point])
      .orderBy('point_id')
      .forUpdate()
      .execute()
    const basket = order.basket_id
    const added = next.point === detail.point ? guests - quantity : guests
    const room = await validateGuests(trx, { basket, product, detail: next, guests: added })
    if (!room.ok) return room
    if (next.point === detail.point) await returnGuests(trx, detail, quantity - guests)
    else {
      await returnGuests(trx, detail, quantity)
      if (!(await sellGuests(trx, { basket, product, detail: next, guests }))) throw new Error('room that was checked is gone')
    }
    await trx
      .updateTable('order_item')
      .set({ quantity: guests, detail: JSON.stringify(next) })
      .where('id', '=', id)
      .execute()
    // Without dishes and note, which contain diets and are erased after the performance.
    const [from, to] = [
      { point: detail.point, guests: quantity },
      { point: next.point, guests },
    ]
    await auditBy(trx, actor, { subject: 'order', subjectId: order.id, verb: 'change-food', detail: { order: number, item: id, from, to } })
    return ok(undefined)
  })
}
