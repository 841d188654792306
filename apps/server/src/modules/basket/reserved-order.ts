import { sql, type Transaction } from 'kysely'
import type { Basket } from '@playhouse/api-client/contract'
import { type Database, newId } from '#db'
import { lockAccounts } from '#modules/ledger'
import { moveReservationToBasket, reservedTickets } from '#modules/reservation'
import { extendHolds } from '#modules/seating'
import { readDepositAccount } from '#modules/voucher'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { type Actor, type BasketRow, openBasket, seatsByPerformance, type TicketRow, ticketsOf } from './basket-row.ts'
import { itemsOf } from './items.ts'
import { formatBasket } from './read-basket.ts'
import { type BasketDeps, type CannotEdit, readClock, editBasket } from './edit-basket.ts'

type Refusal = Problem<'order-not-found' | 'reserved-order-locked' | 'basket-not-empty'>

/** A reserved order of a customer. */
type ReservedOrderKey = { readonly customer: string; readonly number: string }

/** Puts a reserved order into the customer's empty basket, at the prices of the reservation. */
export async function addReservedOrder(
  deps: BasketDeps,
  basketId: string,
  customer: string,
  number: string,
  actor: Actor,
): Promise<Result<unknown, Refusal | CannotEdit>> {
  return editBasket(deps, basketId, actor, 'add-reserved-order', async (trx, basket): Promise<Result<unknown, Refusal>> => {
    const isEmpty = (await ticketsOf(trx, basketId)).length === 0 && (await itemsOf(trx, basketId)).length === 0
    if (!isEmpty || basket.reservation_id !== null) return fail(problem('basket-not-empty'))
    const deposits = await lockDeposits(trx, number)
    const moveResult = await fillWithReservedOrder(trx, deps, basketId, { customer, number }, actor)
    // What the group has paid is set off, as a voucher is.
    if (moveResult.ok && deposits && deposits.balance > 0)
      await trx.insertInto('basket_voucher').values({ basket_id: basketId, account_id: deposits.id, seen: deposits.balance }).execute()
    return moveResult
  })
}

/**
 * Makes a basket that only pays for a reserved order of a customer, by a link. It is not a basket of the account, so that a payer who has only
 * the link neither sees nor spends anything of the account.
 * @returns the id of the basket
 */
export async function openReservedBasket(
  trx: Transaction<Database>,
  deps: Pick<BasketDeps, 'brand'>,
  order: ReservedOrderKey & { readonly delivery: BasketRow['delivery']['method'] },
  actor: Actor,
): Promise<Result<string, Refusal>> {
  const basket = await openBasket(trx, deps.brand, { delivery: { method: order.delivery, address: null } })
  const moveResult = await fillWithReservedOrder(trx, deps, basket, order, actor)
  if (!moveResult.ok) return moveResult
  await trx
    .updateTable('basket')
    .set({ uses_subscriptions: false, terms_at: sql<Date>`now()` })
    .where('id', '=', basket)
    .execute()
  return ok(basket)
}

async function fillWithReservedOrder(
  trx: Transaction<Database>,
  { brand }: Pick<BasketDeps, 'brand'>,
  basketId: string,
  { customer, number }: ReservedOrderKey,
  actor: Actor,
): Promise<Result<{ readonly reservation: string }, Refusal>> {
  const moveResult = await moveReservationToBasket(trx, { number, customer, basket: basketId }, actor)
  if (!moveResult.ok) return moveResult
  const { id, tickets } = moveResult.value
  await trx
    .insertInto('basket_ticket')
    .values(
      tickets.map(({ reservation_id: _reservation, holder: _holder, ...ticket }) => ({ ...ticket, id: newId(), basket_id: basketId })),
    )
    .execute()
  const { later } = await readClock(trx, brand.limits.holdSeconds)
  // If the reservation ends earlier, its seats are held until the basket's deadline.
  const performances = seatsByPerformance(tickets).map(({ performance }) => performance)
  await extendHolds(trx, basketId, performances, later)
  await trx
    .updateTable('basket')
    .set({ reservation_id: id, adds_to_order: null, deadline: later, lapsed: '[]' })
    .where('id', '=', basketId)
    .execute()
  return ok({ reservation: id })
}

/** Reads what the basket of {@link openReservedBasket} would be for a reserved order that is in no basket. Nothing is stored. */
export async function previewReservedBasket(deps: BasketDeps, reservation: string): Promise<Basket> {
  const id = newId()
  const at = new Date(await deps.catalogue.now())
  const reserved = await reservedTickets(deps.db, reservation)
  const tickets = await Promise.all(
    reserved.map(async ({ reservation_id: _reservation, holder: _holder, ...ticket }): Promise<TicketRow> => {
      const { planVersion } = (await deps.catalogue.performanceDetails(ticket.performance_id))!
      return { ...ticket, basket_id: id, price_version: null, series: null, added_at: at, plan_version: planVersion }
    }),
  )
  const basket: BasketRow = {
    ...{ id, customer_id: null, staff_id: null, reservation_id: reservation, adds_to_order: null, created_at: at, is_off_session: false },
    ...{ state: 'open', version: 0, deadline: null, kept_until: null, extensions: 0, lapsedNow: false, terms_at: null, network: null },
    ...{ delivery: { method: deps.brand.delivery[0]!.method, address: null }, billing: null, notes: { order: '', access: '' } },
    ...{ gift_aid_answer: null, lapsed: [], lapsed_items: [], held_memberships: [], last_payment: null, credit_seen: null },
    ...{ uses_subscriptions: false, promo: null, single_use_code: null, named_code: null },
  }
  return formatBasket(deps, { basket, tickets, isNew: true })
}

/** Locks the deposits of a group booking before its reserved order, as a sale of a deposit does. */
async function lockDeposits(trx: Transaction<Database>, number: string) {
  const account = await readDepositAccount(trx, number)
  if (!account) return undefined
  await lockAccounts(trx, [account.id])
  return readDepositAccount(trx, number)
}
