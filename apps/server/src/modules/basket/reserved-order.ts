import type { Transaction } from 'kysely'
import { type Database, newId } from '#db'
import { lockAccounts } from '#modules/ledger'
import { moveReservationToBasket } from '#modules/reservation'
import { extendHolds } from '#modules/seating'
import { readDepositAccount } from '#modules/voucher'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { type Actor, seatsByPerformance, ticketsOf } from './basket-row.ts'
import { itemsOf } from './items.ts'
import { type BasketDeps, type CannotEdit, readClock, editBasket } from './edit-basket.ts'

type Refusal = Problem<'order-not-found' | 'reserved-order-locked' | 'basket-not-empty'>

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
    const moveResult = await moveReservationToBasket(trx, { number, customer, basket: basketId }, actor)
    if (!moveResult.ok) return moveResult
    const { id, tickets } = moveResult.value
    await trx
      .insertInto('basket_ticket')
      .values(
        tickets.map(({ reservation_id: _reservation, holder: _holder, ...ticket }) => ({ ...ticket, id: newId(), basket_id: basketId })),
      )
      .execute()
    const { later } = await readClock(trx, deps.brand.limits.holdSeconds)
    // If the reservation ends earlier, its seats are held until the basket's deadline.
    const performances = seatsByPerformance(tickets).map(({ performance }) => performance)
    await extendHolds(trx, basketId, performances, later)
    await trx
      .updateTable('basket')
      .set({ reservation_id: id, adds_to_order: null, deadline: later, lapsed: '[]' })
      .where('id', '=', basketId)
      .execute()
    // What the group has paid is set off, as a voucher is.
    if (deposits && deposits.balance > 0)
      await trx.insertInto('basket_voucher').values({ basket_id: basketId, account_id: deposits.id, seen: deposits.balance }).execute()
    return ok({ reservation: id })
  })
}

/** Locks the deposits of a group booking before its reserved order, as a sale of a deposit does. */
async function lockDeposits(trx: Transaction<Database>, number: string) {
  const account = await readDepositAccount(trx, number)
  if (!account) return undefined
  await lockAccounts(trx, [account.id])
  return readDepositAccount(trx, number)
}
