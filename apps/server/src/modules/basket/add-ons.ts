import type { Kysely, Transaction } from 'kysely'
import type { Basket } from '@playhouse/api-client/contract'
import { isAddOn, type ItemKind } from '@playhouse/domain/item-kind'
import { findReservationProblem, isReservation } from '@playhouse/domain/product-reservation'
import { isOpenForAddOns } from '@playhouse/domain/order'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import type { Database } from '#db'
import { type Catalogue, performanceOfTicket } from '#modules/catalogue'
import { type Actor, type BasketRow, ticketsOf } from './basket-row.ts'
import { type BasketDeps, type CannotEdit, editBasket } from './edit-basket.ts'

type AddOnDeps = Pick<BasketDeps, 'db' | 'catalogue'>
type StartProblem = Problem<'order-not-found' | 'add-ons-closed' | 'add-ons-need-own-basket'>
type Request = { readonly order: string; readonly customer: string; readonly keepItems?: boolean | undefined }

/**
 * Lets a basket add to a confirmed order of the customer. An order that adds to another one stands for that one. The basket must be empty,
 * or with `keepItems` have only items that can be added to an order.
 */
export async function startAddOns(
  deps: BasketDeps,
  basketId: string,
  { order: number, customer, keepItems = false }: Request,
  actor: Actor,
): Promise<Result<unknown, StartProblem | CannotEdit>> {
  return editBasket(deps, basketId, actor, 'start-add-ons', async (trx, basket): Promise<Result<unknown, StartProblem>> => {
    const ownOrder = await trx
      .selectFrom('customer_order')
      .select(['id', 'adds_to'])
      .where('number', '=', number)
      .where('customer_id', '=', customer)
      .executeTakeFirst()
    if (!ownOrder) return fail(problem('order-not-found'))
    const id = ownOrder.adds_to ?? ownOrder.id
    const order = (await readExtensibleOrder({ ...deps, db: trx }, id))!
    if (!order.isOpen) return fail(problem('add-ons-closed', { order: order.number }))
    const [tickets, kinds] = await Promise.all([ticketsOf(trx, basketId), kindsIn(trx, basketId)])
    const isSuitable = tickets.length === 0 && kinds.every(isAddOn)
    const isChosen = kinds.length === 0 || keepItems || basket.adds_to_order === id
    if (!isSuitable || !isChosen) return fail(problem('add-ons-need-own-basket', { order: order.number }))
    await setAddsTo(trx, basketId, id)
    return ok({ order: order.number })
  })
}

/** Makes a basket a separate order again, with what is in it. */
export async function endAddOns(deps: BasketDeps, basketId: string, actor: Actor): Promise<Result<unknown, CannotEdit>> {
  return editBasket(deps, basketId, actor, 'end-add-ons', async (trx) => {
    await setAddsTo(trx, basketId, null)
    return ok(null)
  })
}

const setAddsTo = async (trx: Transaction<Database>, basket: string, order: string | null): Promise<void> => {
  await trx.updateTable('basket').set({ adds_to_order: order }).where('id', '=', basket).execute()
}

/** Checks whether something that is not added to orders fits into a basket. An empty basket that adds to an order becomes a separate one. */
export async function findOtherOrderProblem(
  trx: Transaction<Database>,
  { id, adds_to_order }: Pick<BasketRow, 'id' | 'adds_to_order'>,
  kind?: ItemKind,
): Promise<Problem<'basket-adds-to-order'> | undefined> {
  if (adds_to_order === null || (kind !== undefined && isAddOn(kind))) return undefined
  if ((await kindsIn(trx, id)).length > 0) return problem('basket-adds-to-order', { order: await numberOf(trx, adds_to_order) })
  await setAddsTo(trx, id, null)
  return undefined
}

/** The problem of a payment for a basket that adds to an order, or undefined. The holder of a guest's order link can pay too. */
export async function findAddOnProblem(
  deps: AddOnDeps,
  basket: Pick<BasketRow, 'id' | 'adds_to_order' | 'customer_id'>,
  tickets: readonly unknown[],
): Promise<Problem<'basket-adds-to-order' | 'add-ons-closed' | 'order-not-found'> | undefined> {
  if (basket.adds_to_order === null) return undefined
  const order = (await readExtensibleOrder(deps, basket.adds_to_order))!
  const kinds = await kindsIn(deps.db, basket.id)
  if (tickets.length > 0 || !kinds.every(isAddOn)) return problem('basket-adds-to-order', { order: order.number })
  if (!order.isOpen) return problem('add-ons-closed', { order: order.number })
  return order.customer === basket.customer_id || order.isGuests ? undefined : problem('order-not-found')
}

type ReservedItem = { readonly quantity: number; readonly detail: object | null }

/**
 * Checks that the reservations of a basket and of the order that it adds to do not exceed their tickets.
 * @param tickets of the basket
 * @param items those that the basket has or gets
 */
export async function findReservedItemProblem(
  db: Kysely<Database>,
  { adds_to_order }: Pick<BasketRow, 'adds_to_order'>,
  tickets: readonly { readonly performance_id: string }[],
  items: readonly ReservedItem[],
): Promise<Problem<'reservations-exceed-tickets'> | undefined> {
  if (!items.some(isReservation)) return undefined
  const counts = new Map<string, number>()
  const count = ({ performance_id }: { readonly performance_id: string }) =>
    counts.set(performance_id, (counts.get(performance_id) ?? 0) + 1)
  tickets.forEach(count)
  if (adds_to_order === null) return findReservationProblem(items, counts)
  const ofOrder = db.selectFrom('ticket').select('performance_id').where('order_id', '=', adds_to_order).where('returned_at', 'is', null)
  ;(await ofOrder.execute()).forEach(count)
  const earlierItems = await db
    .selectFrom('order_item')
    .innerJoin('customer_order', 'customer_order.id', 'order_item.order_id')
    .select(['order_item.quantity', 'order_item.detail'])
    .where((eb) => eb.or([eb('customer_order.id', '=', adds_to_order), eb('customer_order.adds_to', '=', adds_to_order)]))
    .where('order_item.returned_at', 'is', null)
    .where('order_item.kind', '=', 'product')
    .execute()
  return findReservationProblem([...earlierItems, ...items], counts)
}

/** The order that a basket adds to, as the API returns it. */
export async function readAddsTo(deps: AddOnDeps, { adds_to_order }: Pick<BasketRow, 'adds_to_order'>): Promise<Basket['addsTo']> {
  if (adds_to_order === null) return null
  const { number, performances } = (await readExtensibleOrder(deps, adds_to_order))!
  return { order: number, performances }
}

/** The kinds of the items in a basket. */
const kindsIn = async (db: Kysely<Database>, basket: string): Promise<ItemKind[]> =>
  (await db.selectFrom('basket_item').select('kind').where('basket_id', '=', basket).execute()).map(({ kind }) => kind)

const numberOf = async (db: Kysely<Database>, order: string): Promise<string> =>
  (await db.selectFrom('customer_order').select('number').where('id', '=', order).executeTakeFirstOrThrow()).number

type ExtensibleOrder = {
  readonly number: string
  readonly customer: string
  readonly isGuests: boolean
  readonly isOpen: boolean
  readonly performances: NonNullable<Basket['addsTo']>['performances']
}

/** Reads an order with its performances that have not begun. */
async function readExtensibleOrder({ db, catalogue }: AddOnDeps, id: string): Promise<ExtensibleOrder | undefined> {
  const order = await db
    .selectFrom('customer_order')
    .innerJoin('customer', 'customer.id', 'customer_order.customer_id')
    .select(['number', 'state', 'adds_to', 'customer_id', 'is_guest'])
    .where('customer_order.id', '=', id)
    .executeTakeFirst()
  if (!order) return undefined
  const counts = await db
    .selectFrom('ticket')
    .select(['performance_id', (eb) => eb.fn.countAll<number>().as('tickets')])
    .where('order_id', '=', id)
    .where('returned_at', 'is', null)
    .groupBy('performance_id')
    .execute()
  const now = await catalogue.now()
  const described = await Promise.all(
    counts.map(async ({ performance_id, tickets }) => ({
      ...(await describePerformance(catalogue, performance_id)),
      tickets: Number(tickets),
    })),
  )
  const performances = described.filter(({ startsAt }) => Date.parse(startsAt) > now)
  const startsAt = described.map((performance) => Date.parse(performance.startsAt))
  return {
    number: order.number,
    customer: order.customer_id,
    isGuests: order.is_guest,
    isOpen: isOpenForAddOns({ state: order.state, addsTo: order.adds_to, startsAt }, now),
    performances: performances.toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt)),
  }
}

async function describePerformance(catalogue: Catalogue, id: string) {
  const details = (await catalogue.performanceDetails(id))!
  return performanceOfTicket(details, (await catalogue.hall(details.hall, details.planVersion))!.plan)
}
