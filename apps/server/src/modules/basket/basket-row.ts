import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { audit, type BasketTable, type BasketTicketTable, type Database, newId } from '#db'
import { basketMoves, type BasketState } from '@playhouse/domain/basket'
import type { Brand } from '@playhouse/domain/brand'
import { next, type VerbOf } from '@playhouse/domain/machine'
import type { EntitlementSubject } from '#modules/eligibility'
import { releasePromo } from '#modules/promo'
import { extendReservedHolds, restoreReservation } from '#modules/reservation'
import { releaseHolds, type SeatSet } from '#modules/seating'

export type BasketRow = Selectable<BasketTable> & {
  /** An open basket past its deadline, by the database's clock: lapsed, swept or not. */
  readonly lapsedNow: boolean
}
export type TicketRow = Selectable<BasketTicketTable>
/** A basket as it is after seats were taken into it. `isNew`: it was opened with them, and holds nothing else. */
export type BasketWithTickets = { readonly basket: BasketRow; readonly tickets: readonly TicketRow[]; readonly isNew: boolean }
/** Who does it, for the audit trail. */
export type Actor = {
  readonly name: string
  readonly requestId?: string | undefined
  /** Where they come from; absent where that says nothing about them. */
  readonly network?: string | undefined
  /** Has passed the bot check for this request, or a waiting room; also where no bot check is set up. */
  readonly isVerified?: boolean
}

/** For a `select` of baskets. */
export const lapsedNow = sql<boolean>`coalesce(state = 'open' and deadline <= now(), false)`.as('lapsedNow')

/** Locks the basket: changes of it, and of what it holds, happen one after the other. */
export async function lockBasket(trx: Transaction<Database>, id: string): Promise<BasketRow> {
  return trx.selectFrom('basket').selectAll().select(lapsedNow).where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

export async function findBasket(db: Kysely<Database>, id: string): Promise<BasketRow | undefined> {
  return db.selectFrom('basket').selectAll().select(lapsedNow).where('id', '=', id).executeTakeFirst()
}

export async function ticketsOf(db: Kysely<Database>, basket: string): Promise<TicketRow[]> {
  return db.selectFrom('basket_ticket').selectAll().where('basket_id', '=', basket).orderBy('added_at').orderBy('seat').execute()
}

/** The seats of tickets by performance, performances in one order for everyone (no transaction waits in a ring). */
export function seatSets(tickets: readonly { performance_id: string; seat: number }[]): SeatSet[] {
  const sets = new Map<string, number[]>()
  for (const { performance_id, seat } of tickets) sets.set(performance_id, [...(sets.get(performance_id) ?? []), seat])
  return [...sets].sort(([a], [b]) => (a < b ? -1 : 1)).map(([performance, seats]) => ({ performance, seats }))
}

/** Whom a basket is for, as eligibility asks: a code is looked up only where there is one. */
export const entitlementSubjectOf = ({ id, customer_id, promo, staff_id = null }: Holder): EntitlementSubject => ({
  customer: customer_id,
  basket: promo === null ? undefined : id,
  isAtCounter: staff_id !== null,
})
type Holder = Pick<BasketRow, 'id' | 'customer_id' | 'promo'> & Partial<Pick<BasketRow, 'staff_id'>>

export type BasketSeed = Partial<Pick<BasketRow, 'customer_id' | 'delivery' | 'billing' | 'notes' | 'lapsed' | 'promo' | 'staff_id'>>

/** A new basket without tickets; what a person typed into the one before comes along, its tickets don't. */
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
      staff_id: seed.staff_id ?? null,
    })
    .execute()
  return id
}

/** Moves the basket along its machine, with its row in the audit. @throws RangeError for a move that the table doesn't have. */
export async function moveBasket(
  trx: Transaction<Database>,
  basket: BasketRow,
  verb: VerbOf<typeof basketMoves>,
  actor: Actor,
  detail?: unknown,
): Promise<BasketState> {
  const to = next(basketMoves, basket.state, verb)
  if (!to) throw new RangeError(`basket ${basket.id} is ${basket.state} and can't ${verb}`)
  await trx
    .updateTable('basket')
    .set((eb) => ({ state: to, version: eb('version', '+', 1) }))
    .where('id', '=', basket.id)
    .execute()
  await audit(trx, {
    actor: actor.name,
    requestId: actor.requestId,
    subject: 'basket',
    subjectId: basket.id,
    verb,
    from: basket.state,
    to,
    detail,
  })
  if (to !== 'paying' && to !== 'completed') await releasePromo(trx, basket.id, actor)
  if (to === 'open' && basket.reservation_id !== null) await extendReservedHolds(trx, basket.reservation_id, basket.id)
  return to
}

/** The tickets whose seats go free with the basket: what was reserved for somebody stays reserved. */
export async function ticketsToRelease(trx: Transaction<Database>, basket: BasketRow, actor: Actor): Promise<TicketRow[]> {
  const tickets = await ticketsOf(trx, basket.id)
  if (basket.reservation_id === null) return tickets
  const kept = await restoreReservation(trx, basket.reservation_id, basket.id, actor)
  return tickets.filter((ticket) => !kept.some((one) => one.performance_id === ticket.performance_id && one.seat === ticket.seat))
}

/** Ends a lapsed basket: its seats go free, and it remembers which they were. */
export async function expireBasket(trx: Transaction<Database>, basket: BasketRow, actor: Actor): Promise<void> {
  const tickets = await ticketsToRelease(trx, basket, actor)
  const sets = seatSets(tickets)
  for (const set of sets) await releaseHolds(trx, basket.id, set)
  await moveBasket(trx, basket, 'expire', actor, { tickets: tickets.length })
  await trx
    .updateTable('basket')
    .set({ lapsed: JSON.stringify(sets) })
    .where('id', '=', basket.id)
    .execute()
}
