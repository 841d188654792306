import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely'
import { auditBy, type BasketTable, type BasketTicketTable, type Database, newId, transact } from '#db'
import { basketMoves, type BasketState } from '@playhouse/domain/basket'
import type { Brand } from '@playhouse/domain/brand'
import { type LapsedItem, lapsedItemOf } from '@playhouse/domain/lapsed-item'
import { kindsWithoutClock, stockKinds } from '@playhouse/domain/item-kind'
import { topUpProducts } from '@playhouse/domain/top-up'
import { next, type VerbOf } from '@playhouse/domain/machine'
import type { EntitlementSubject } from '#modules/eligibility'
import { releasePromo } from '#modules/promo'
import { extendReservedHolds, restoreReservation } from '#modules/reservation'
import { releaseHolds, type SeatSet } from '#modules/seating'

export type BasketRow = Selectable<BasketTable> & {
  /** Whether it is open past its deadline by the database's clock, even if it is not expired yet. */
  readonly lapsedNow: boolean
}
/**
 * A ticket of a basket. `voucher`: the voucher that pays for it, and its price without, in minor units; it is free then. `plan_version`: the
 * plan that its seat is an index of, read in the same statement; this process may not know yet that the performance has another one.
 */
export type TicketRow = Selectable<BasketTicketTable> & {
  readonly plan_version?: string | null
  readonly voucher?: { readonly subscription: string; readonly name: string; readonly price: number }
}
/** A basket with its tickets. `isNew`: it was inserted with these tickets, and has no other items. */
export type BasketWithTickets = { readonly basket: BasketRow; readonly tickets: readonly TicketRow[]; readonly isNew: boolean }
/** The actor of a change, for the audit trail. */
export type Actor = {
  readonly name: string
  readonly requestId?: string | undefined
  /** The visitor's network; absent if the address does not identify one. */
  readonly network?: string | undefined
  /** Whether the visitor has passed the bot check for this request, or a waiting room. True if no bot check is configured. */
  readonly isVerified?: boolean
}

/** A column for a `select` of baskets. */
export const lapsedNow = sql<boolean>`coalesce(state = 'open' and deadline <= now(), false)`.as('lapsedNow')

/** Locks the basket, so that changes of it and its tickets are made one after the other. */
export async function lockBasket(trx: Transaction<Database>, id: string): Promise<BasketRow> {
  return trx.selectFrom('basket').selectAll().select(lapsedNow).where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

/** Locks baskets in order of their ids. Without `isWaiting`, baskets that another transaction has locked are left out. */
export async function lockBaskets(trx: Transaction<Database>, ids: readonly string[], isWaiting: boolean): Promise<BasketRow[]> {
  if (ids.length === 0) return []
  const lockedRows = trx
    .selectFrom('basket')
    .selectAll()
    .select(lapsedNow)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .forUpdate()
  return (isWaiting ? lockedRows : lockedRows.skipLocked()).execute()
}

export async function findBasket(db: Kysely<Database>, id: string): Promise<BasketRow | undefined> {
  return db.selectFrom('basket').selectAll().select(lapsedNow).where('id', '=', id).executeTakeFirst()
}

export async function ticketsOf(db: Kysely<Database>, basket: string): Promise<TicketRow[]> {
  return selectTickets(db, sql.val(basket)).execute()
}

/** The statement of {@link ticketsOf}, also as a part of another one. */
export const selectTickets = (db: Kysely<Database>, basket: RawBuilder<string>) =>
  db
    .selectFrom('basket_ticket')
    .selectAll()
    .select(({ selectFrom }) =>
      selectFrom('performance').select('plan_version').whereRef('performance.id', '=', 'basket_ticket.performance_id').as('plan_version'),
    )
    .where('basket_id', '=', basket)
    .orderBy('added_at')
    .orderBy('seat')

/** The seats of tickets by performance, in the order in which performances are locked, so that transactions can't deadlock. */
export function seatsByPerformance(tickets: readonly { performance_id: string; seat: number }[]): SeatSet[] {
  const sets = new Map<string, number[]>()
  for (const { performance_id, seat } of tickets) sets.set(performance_id, [...(sets.get(performance_id) ?? []), seat])
  return [...sets].sort(([a], [b]) => (a < b ? -1 : 1)).map(([performance, seats]) => ({ performance, seats }))
}

/** The subject of the basket's entitlement. The basket is read only if it can have a promo code or a membership. */
export const entitlementSubjectOf = ({ id, customer_id, promo, staff_id = null, session }: Holder): EntitlementSubject => ({
  customer: customer_id,
  basket: promo === null && customer_id === null ? undefined : id,
  session,
  isAtCounter: staff_id !== null,
})
type Holder = Pick<BasketRow, 'id' | 'customer_id' | 'promo'> &
  Partial<Pick<BasketRow, 'staff_id'>> & { readonly session?: string | undefined }

export type BasketSeed = Partial<
  Pick<
    BasketRow,
    | 'customer_id'
    | 'delivery'
    | 'billing'
    | 'notes'
    | 'lapsed'
    | 'promo'
    | 'single_use_code'
    | 'named_code'
    | 'staff_id'
    | 'is_off_session'
    | 'adds_to_order'
  >
>

/** Inserts a basket without tickets. `seed` has what the visitor entered in the previous basket. */
export async function openBasket(db: Kysely<Database>, brand: Brand, seed: BasketSeed = {}): Promise<string> {
  const id = newId()
  await db
    .insertInto('basket')
    .values({
      id,
      customer_id: seed.customer_id ?? null,
      state: 'open',
      deadline: null,
      delivery: JSON.stringify(seed.delivery ?? { method: brand.delivery[0]!.method, address: null }),
      billing: seed.billing ? JSON.stringify(seed.billing) : null,
      notes: JSON.stringify(seed.notes ?? { order: '', access: '' }),
      terms_at: null,
      lapsed: JSON.stringify(seed.lapsed ?? []),
      last_payment: null,
      promo: seed.promo ?? null,
      single_use_code: seed.single_use_code ?? null,
      named_code: seed.named_code ?? null,
      staff_id: seed.staff_id ?? null,
      is_off_session: seed.is_off_session ?? false,
      adds_to_order: seed.adds_to_order ?? null,
    })
    .execute()
  return id
}

/**
 * Moves the basket to the next state and writes an audit entry.
 * @throws RangeError for a transition that does not exist
 */
export async function moveBasket(
  trx: Transaction<Database>,
  basket: BasketRow,
  verb: VerbOf<typeof basketMoves>,
  actor: Actor,
  detail?: unknown,
): Promise<BasketState> {
  const to = next(basketMoves, basket.state, verb)
  if (!to) throw new RangeError(`basket ${basket.id} is ${basket.state} and can't ${verb}`)
  await Promise.all([
    sql`
      with ended as (
        update basket_item set has_ended = true
        where ${to !== 'open' && to !== 'paying'} and basket_id = ${basket.id} and kind = any(${[...stockKinds]}::text[]))
      update basket set state = ${to}, version = version + 1 where id = ${basket.id}`.execute(trx),
    auditBy(trx, actor, { subject: 'basket', subjectId: basket.id, verb, from: basket.state, to, detail }),
  ])
  if (to !== 'paying' && to !== 'completed') await releasePromo(trx, basket.id, actor)
  if (to === 'open' && basket.reservation_id !== null) await extendReservedHolds(trx, basket.reservation_id, basket.id)
  return to
}

/** The tickets whose seats are released with the basket. Seats of a reserved order return to the reservation. */
async function ticketsToRelease(trx: Transaction<Database>, basket: BasketRow, actor: Actor): Promise<TicketRow[]> {
  const tickets = await ticketsOf(trx, basket.id)
  if (basket.reservation_id === null) return tickets
  const restoredSeats = await restoreReservation(trx, basket.reservation_id, basket.id, actor)
  return tickets.filter(
    (ticket) =>
      !restoredSeats.some((restoredSeat) => restoredSeat.performance_id === ticket.performance_id && restoredSeat.seat === ticket.seat),
  )
}

/** Releases the held seats of a basket that ends. @returns its tickets, without those of a reserved order, which keeps its seats */
export async function releaseBasketSeats(trx: Transaction<Database>, basket: BasketRow, actor: Actor): Promise<TicketRow[]> {
  const tickets = await ticketsToRelease(trx, basket, actor)
  for (const seatSet of seatsByPerformance(tickets)) await releaseHolds(trx, basket.id, seatSet)
  return tickets
}

/**
 * Ends the hold of a lapsed basket: releases its seats and stock, and stores which seats they were. A basket with other items
 * that need no tickets stays open with them; any other basket expires.
 */
export async function expireBasket(trx: Transaction<Database>, basket: BasketRow, actor: Actor): Promise<void> {
  const tickets = await releaseBasketSeats(trx, basket, actor)
  const sets = seatsByPerformance(tickets)
  const lapsedItems = [...basket.lapsed_items, ...(await heldPieces(trx, basket.id))]
  const staysOpen = await trx
    .selectFrom('basket_item')
    .select('id')
    .where('basket_id', '=', basket.id)
    .where('kind', 'in', [...kindsWithoutClock])
    .where((eb) => eb.or([eb('product', 'is', null), eb('product', 'not in', [...topUpProducts])]))
    .executeTakeFirst()
  if (staysOpen) await removeLapsedTickets(trx, basket, tickets.length, actor)
  else await moveBasket(trx, basket, 'expire', actor, { tickets: tickets.length })
  await trx
    .updateTable('basket')
    .set({ lapsed: JSON.stringify(sets), lapsed_items: JSON.stringify(lapsedItems) })
    .where('id', '=', basket.id)
    .execute()
}

/** The pieces of products that a basket holds. */
async function heldPieces(trx: Transaction<Database>, basket: string): Promise<LapsedItem[]> {
  const items = await trx
    .selectFrom('basket_item')
    .select(['detail', 'quantity'])
    .where('basket_id', '=', basket)
    .where('kind', 'in', [...stockKinds])
    .execute()
  return items.flatMap(lapsedItemOf)
}

/** Removes the tickets of a lapsed basket, and the items that need tickets or hold stock. The basket stays open, without a deadline. */
async function removeLapsedTickets(trx: Transaction<Database>, basket: BasketRow, count: number, actor: Actor): Promise<void> {
  await trx.deleteFrom('basket_ticket').where('basket_id', '=', basket.id).execute()
  await trx.deleteFrom('basket_package').where('basket_id', '=', basket.id).execute()
  await trx
    .deleteFrom('basket_item')
    .where('basket_id', '=', basket.id)
    .where('kind', 'not in', [...kindsWithoutClock])
    .execute()
  await trx
    .updateTable('basket')
    .set((eb) => ({ deadline: null, extensions: 0, reservation_id: null, version: eb('version', '+', 1) }))
    .where('id', '=', basket.id)
    .execute()
  const detail = { tickets: count }
  await auditBy(trx, actor, { subject: 'basket', subjectId: basket.id, verb: 'lapse', from: basket.state, to: basket.state, detail })
  await releasePromo(trx, basket.id, actor)
}

/** Ends the hold of a basket if it has lapsed. @returns whether the basket is open or paying afterwards */
export async function expireIfLapsed(db: Kysely<Database>, id: string, actor: Actor): Promise<boolean> {
  return transact(db, async (trx) => {
    const basket = await lockBasket(trx, id)
    if (basket.lapsedNow) await expireBasket(trx, basket, actor)
    const { state } = basket.lapsedNow ? await lockBasket(trx, id) : basket
    return state === 'open' || state === 'paying'
  })
}
