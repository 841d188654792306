import { sql, type Transaction } from 'kysely'
import { audit, type Database, transact } from '#db'
import { extendHolds, moveHolds } from '#modules/seating'
import { mostItems, replacesItem } from '@playhouse/domain/item-kind'
import { stockKeyOf } from '@playhouse/domain/product'
import { orderLimitProblem } from '@playhouse/domain/order-limit'
import {
  type Actor,
  type BasketRow,
  expireBasket,
  findBasket,
  lockBasket,
  moveBasket,
  seatsByPerformance,
  ticketsOf,
  type TicketRow,
} from './basket-row.ts'
import type { BasketDeps } from './edit-basket.ts'
import { hasKeptItems, type ItemRow, itemsOf } from './items.ts'
import { packagesOfTickets } from './packages.ts'
import { exceedsTicketLimits, toCountedTicket } from './ticket-limit.ts'

/** The basket of a customer who has signed in, and what happened to their other basket. */
export type AdoptedBasket = {
  readonly basket: string | undefined
  readonly other?:
    | { readonly became: 'joined'; readonly tickets: number }
    | { readonly became: 'kept-apart'; readonly tickets: number; readonly until: Date }
}
type FilledBasket = { readonly row: BasketRow; readonly tickets: readonly TicketRow[]; readonly hasItems: boolean }

/**
 * Chooses the basket of a customer who signs in. The guest session's basket becomes theirs, and the seats and items of their last
 * basket are moved into it. If both together would break a limit, the other basket stays unchanged until its deadline. If
 * the guest session has an empty basket or none, the last one is used: a customer whose session expired keeps the seats, and items
 * without seats for the brand's days.
 */
export async function adoptBasket(
  deps: BasketDeps,
  customer: string,
  guestBasket: string | undefined,
  actor: Actor,
): Promise<AdoptedBasket> {
  return transact(deps.db, async (trx): Promise<AdoptedBasket> => {
    const last = await findLastBasket(trx, customer, guestBasket)
    // In order of their ids, so that concurrent sign-ins can't deadlock.
    const lockedBaskets = new Map<string, FilledBasket>()
    for (const id of [guestBasket, last].filter((each) => each !== undefined).toSorted()) {
      if (!(await findBasket(trx, id))) continue
      lockedBaskets.set(id, await lockContents(trx, id, actor))
    }
    const [guestBasketRow, ownBasket] = [
      guestBasket ? lockedBaskets.get(guestBasket) : undefined,
      last ? lockedBaskets.get(last) : undefined,
    ]
    const isOwnFilled = ownBasket !== undefined && isFilled(ownBasket)
    if (!guestBasketRow || !(await mayAdopt(trx, guestBasketRow.row, customer)))
      return { basket: isOwnFilled ? ownBasket.row.id : undefined }
    if (!isFilled(guestBasketRow) && isOwnFilled) return { basket: ownBasket.row.id }
    await trx.updateTable('basket').set({ customer_id: customer }).where('id', '=', guestBasketRow.row.id).execute()
    const adopted = { ...guestBasketRow, row: { ...guestBasketRow.row, customer_id: customer } }
    if (!isOwnFilled) return { basket: guestBasketRow.row.id }
    const tickets = ownBasket.tickets.length
    const isMerged = await mergeBaskets(trx, deps, adopted, ownBasket, actor)
    // Only seats have a deadline that the customer must know.
    if (tickets === 0 || ownBasket.row.deadline === null) return { basket: guestBasketRow.row.id }
    return {
      basket: guestBasketRow.row.id,
      other: isMerged ? { became: 'joined', tickets } : { became: 'kept-apart', tickets, until: ownBasket.row.deadline },
    }
  })
}

/** Locks a basket and ends its hold if that has lapsed. */
async function lockContents(trx: Transaction<Database>, id: string, actor: Actor): Promise<FilledBasket> {
  const foundBasket = await lockBasket(trx, id)
  if (foundBasket.lapsedNow) await expireBasket(trx, foundBasket, actor)
  const row = foundBasket.lapsedNow ? await lockBasket(trx, id) : foundBasket
  return { row, tickets: await ticketsOf(trx, id), hasItems: await hasKeptItems(trx, id) }
}

/** Whether a basket holds seats, or has items that need none. */
const isFilled = ({ row, tickets, hasItems }: FilledBasket): boolean =>
  (row.state === 'paying' || row.state === 'open') && ((tickets.length > 0 && row.deadline !== null) || hasItems)

/** Whether a customer may adopt a basket: it has no customer, is the customer's, or belongs to a guest with an account. */
async function mayAdopt(trx: Transaction<Database>, { customer_id, state }: BasketRow, customer: string): Promise<boolean> {
  if (customer_id === null || customer_id === customer) return true
  if (state !== 'open') return false
  const guest = await trx.selectFrom('customer').select('id').where('id', '=', customer_id).where('is_guest', '=', true).executeTakeFirst()
  return guest !== undefined
}

/** The customer's other basket that holds seats, or else the newest that keeps items. Baskets of the counter and off-session charges are left out. */
async function findLastBasket(trx: Transaction<Database>, customer: string, guestBasket: string | undefined): Promise<string | undefined> {
  const last = await trx
    .selectFrom('basket')
    .select('id')
    .where('customer_id', '=', customer)
    .where('staff_id', 'is', null)
    .where('is_off_session', '=', false)
    .where('state', 'in', ['open', 'paying'])
    .where((eb) =>
      eb.or([
        eb('state', '=', 'paying'),
        eb('deadline', '>', sql<Date>`now()`),
        eb.and([
          eb('kept_until', '>', sql<Date>`now()`),
          eb.exists(eb.selectFrom('basket_item').select('basket_item.id').whereRef('basket_item.basket_id', '=', 'basket.id')),
        ]),
      ]),
    )
    .$if(guestBasket !== undefined, (query) => query.where('id', '<>', guestBasket!))
    .orderBy(sql`deadline is null`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.id
}

/** Moves the tickets and items of one basket into another, all or none. Returns whether they were moved. */
async function mergeBaskets(
  trx: Transaction<Database>,
  deps: BasketDeps,
  target: FilledBasket,
  from: FilledBasket,
  actor: Actor,
): Promise<boolean> {
  const { limits } = deps.brand
  if (target.row.state !== 'open' || from.row.state !== 'open') return false
  if (target.row.adds_to_order !== from.row.adds_to_order) return false
  if (from.tickets.length > 0) {
    if (orderLimitProblem(limits, [...target.tickets, ...from.tickets].map(toCountedTicket)) || hasOwnTerms(from.row)) return false
    await moveTickets(trx, from.tickets, target.row.id)
    if (await exceedsTicketLimits(trx, deps, target.row, [...target.tickets, ...from.tickets])) {
      await moveTickets(trx, from.tickets, from.row.id)
      return false
    }
  }
  const clock = mergeDeadlines(target.row, from.row, limits.maxExtensions)
  for (const seatSet of seatsByPerformance(from.tickets))
    await moveHolds(trx, { from: from.row.id, to: target.row.id, until: clock.deadline! }, seatSet)
  const movedItems = await moveOtherItems(trx, target.row, from.row)
  const performances = seatsByPerformance(target.tickets).map(({ performance }) => performance)
  if (clock.deadline) await extendHolds(trx, target.row.id, performances, clock.deadline)
  await trx
    .updateTable('basket')
    .set((eb) => ({
      ...clock,
      ...movedItems,
      kept_until: sql<Date | null>`greatest(kept_until, ${from.row.kept_until}::timestamptz)`,
      ...(target.row.billing === null && from.row.billing !== null && { billing: JSON.stringify(from.row.billing) }),
      // Its pieces count for the network that held them.
      network: eb.fn.coalesce('network', sql<string | null>`${from.row.network}`),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', target.row.id)
    .execute()
  await moveBasket(trx, from.row, 'reset', actor, { joined: target.row.id })
  // Other sessions of the customer get the merged basket.
  await trx
    .updateTable('session')
    .set({ basket_id: target.row.id })
    .where('customer_id', '=', target.row.customer_id)
    .where('basket_id', '=', from.row.id)
    .execute()
  await audit(trx, {
    actor: actor.name,
    requestId: actor.requestId,
    subject: 'basket',
    subjectId: target.row.id,
    verb: 'join',
    from: 'open',
    to: 'open',
    detail: { from: from.row.id, tickets: from.tickets.length },
  })
  return true
}

async function moveTickets(trx: Transaction<Database>, tickets: readonly TicketRow[], to: string): Promise<void> {
  const packages = await packagesOfTickets(trx, tickets)
  if (packages.length > 0)
    await trx
      .updateTable('basket_package')
      .set({ basket_id: to })
      .where(
        'id',
        'in',
        packages.map(({ id }) => id),
      )
      .execute()
  await trx
    .updateTable('basket_ticket')
    .set({ basket_id: to })
    .where(
      'id',
      'in',
      tickets.map(({ id }) => id),
    )
    .execute()
}

/** Whether a basket has terms that apply to its own tickets only: a promo code or a reserved order. */
const hasOwnTerms = ({ promo, reservation_id }: BasketRow): boolean => promo !== null || reservation_id !== null

/**
 * Moves items, vouchers and credit from one basket to another. An item of the target that replaces one of the other basket
 * stays, because it was chosen last. The other basket keeps what exceeds the most items of a basket or the limit of a product, and ends with them.
 */
async function moveOtherItems(
  trx: Transaction<Database>,
  target: BasketRow,
  from: BasketRow,
): Promise<{ gift_aid_answer?: boolean | null; credit_seen?: number }> {
  const present = await itemsOf(trx, target.id)
  const others = (await itemsOf(trx, from.id)).filter((item) => !present.some((presentItem) => replacesItem(presentItem, item)))
  const movedItems = (await withinLimits(trx, present, others)).slice(0, mostItems - present.length)
  if (movedItems.length > 0)
    await trx
      .updateTable('basket_item')
      .set({ basket_id: target.id })
      .where(
        'id',
        'in',
        movedItems.map(({ id }) => id),
      )
      .execute()
  await sql`
    insert into basket_voucher (basket_id, account_id, seen, added_at)
    select ${target.id}, account_id, seen, added_at from basket_voucher where basket_id = ${from.id} on conflict do nothing`.execute(trx)
  return {
    ...(movedItems.some(({ kind }) => kind === 'donation') && { gift_aid_answer: from.gift_aid_answer }),
    ...(target.credit_seen === null && from.credit_seen !== null && { credit_seen: from.credit_seen }),
  }
}

/** The items that fit into a basket by the limits of its products: pieces with different options count together. */
async function withinLimits(trx: Transaction<Database>, present: readonly ItemRow[], others: readonly ItemRow[]): Promise<ItemRow[]> {
  const stockOf = ({ kind, product }: ItemRow): string | undefined =>
    kind === 'product' && product !== null ? stockKeyOf(product) : undefined
  const productOf = (stock: string): string => stock.split('/', 1)[0]!
  const stocks = others.flatMap((item) => stockOf(item) ?? [])
  if (stocks.length === 0) return [...others]
  const rows = await trx
    .selectFrom('product')
    .select(['id', 'order_limit'])
    .where('id', 'in', [...new Set(stocks.map(productOf))])
    .execute()
  const limits = new Map(rows.map(({ id, order_limit }) => [id, order_limit]))
  const counts = new Map<string, number>()
  const countWith = (stock: string, quantity: number): number => quantity + (counts.get(stock) ?? 0)
  for (const item of present) {
    const stock = stockOf(item)
    if (stock !== undefined) counts.set(stock, countWith(stock, item.quantity))
  }
  return others.filter((item) => {
    const stock = stockOf(item)
    if (stock === undefined) return true
    const count = countWith(stock, item.quantity)
    if (count > (limits.get(productOf(stock)) ?? Infinity)) return false
    counts.set(stock, count)
    return true
  })
}

/** The later deadline, which counts as an extension; the earlier one if no extension is left. A basket without seats has none. */
function mergeDeadlines(first: BasketRow, second: BasketRow, maxExtensions: number): { deadline: Date | null; extensions: number } {
  const extensions = Math.max(first.extensions, second.extensions)
  const [early, late = early] = [first.deadline, second.deadline]
    .filter((deadline) => deadline !== null)
    .toSorted((a, b) => a.getTime() - b.getTime())
  if (!early || !late) return { deadline: null, extensions }
  if (early.getTime() === late.getTime() || extensions >= maxExtensions) return { deadline: early, extensions }
  return { deadline: late, extensions: extensions + 1 }
}
