import type { Transaction } from 'kysely'
import { type Actor, auditBy, type Database, transact } from '#db'
import { post } from '#modules/ledger'
import { addReturnedMoney, type PaymentDeps, type ReturnedMoney, returnInTransaction } from '#modules/payment'
import { endReservation } from '#modules/reservation'
import { type DepositDestination, isGroupCancellable } from '@playhouse/domain/group-booking'
import type { Money } from '@playhouse/domain/money'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import type { ReturnDestination } from '@playhouse/domain/staff'
import { writeCreditNote } from './invoice.ts'
import { accountOfBooking, lockBooking } from './lock-booking.ts'

type Refusal = Problem<'order-not-found' | 'reserved-order-locked' | 'cancel-order-failed' | 'price-changed'>
/** `paid`: what was shown as paid, in minor units. */
type Cancellation = { readonly deposit: DepositDestination; readonly paid: Money; readonly reason: string }

/** Undoes the returns before a problem: a cancellation is made as a whole or not at all. */
class CancellationRefused extends Error {
  readonly problem: Refusal
  constructor(refusal: Refusal) {
    super(refusal.code)
    this.problem = refusal
  }
}

/**
 * Cancels a group booking: its seats are on sale again, every deposit is returned from its order, or all are kept, and a credit note cancels
 * its invoice. The caller has checked the permission.
 * @returns what was returned; `price-changed` where something was paid or returned since the shown amount, `reserved-order-locked` where it
 * is in a basket, paid or cancelled
 */
export async function cancelGroupBooking(
  deps: PaymentDeps,
  number: string,
  cancellation: Cancellation,
  actor: Actor,
): Promise<Result<ReturnedMoney, Refusal>> {
  try {
    return await transact(deps.db, async (trx) => ok(await cancelBooking(trx, deps, number, cancellation, actor)))
  } catch (error) {
    if (error instanceof CancellationRefused) return fail(error.problem)
    throw error
  }
}

async function cancelBooking(
  trx: Transaction<Database>,
  deps: PaymentDeps,
  number: string,
  { deposit, paid, reason }: Cancellation,
  actor: Actor,
): Promise<ReturnedMoney> {
  const account = await accountOfBooking(trx, number)
  if (account === undefined) throw new CancellationRefused(problem('order-not-found'))
  // Orders are locked before accounts, and accounts before reserved orders.
  const returned = deposit === 'keep' ? [] : await returnDeposits(trx, deps, account, { to: deposit, reason }, actor)
  const value = addReturnedMoney(...returned.map(({ money }) => money))
  const returnedAmount = returned.reduce((sum, { amount }) => sum + amount, 0)
  const booking = await lockBooking(trx, account)
  if (!isGroupCancellable({ ...booking, paid: booking.paid + returnedAmount }))
    throw new CancellationRefused(problem('reserved-order-locked'))
  const kept = deposit === 'keep' ? booking.paid : 0
  if (booking.paid - kept !== 0 || kept + returnedAmount !== paid) throw new CancellationRefused(problem('price-changed'))
  if (kept > 0) await post(trx, { account, house: 'kept-deposits', amount: -kept, reason: 'kept' }, actor)
  if (booking.reservation === 'reserved') await endReservation(trx, booking.id, actor)
  await trx.updateTable('group_booking').set({ cancelled_at: booking.now, kept }).where('reservation_id', '=', booking.id).execute()
  await writeCreditNote(trx, deps.brand, { reservation: booking.id, now: booking.now }, actor)
  const detail = { deposit, paid, kept, reason }
  await auditBy(trx, actor, { subject: 'reservation', subjectId: booking.id, verb: 'cancel-group-booking', detail })
  return value
}

/** Returns every deposit of an account from its order. */
async function returnDeposits(
  trx: Transaction<Database>,
  deps: PaymentDeps,
  account: string,
  { to, reason }: { readonly to: ReturnDestination; readonly reason: string },
  actor: Actor,
): Promise<readonly { readonly amount: number; readonly money: ReturnedMoney }[]> {
  const items = await trx
    .selectFrom('voucher_top_up')
    .innerJoin('order_item', 'order_item.id', 'voucher_top_up.order_item_id')
    .innerJoin('customer_order', 'customer_order.id', 'order_item.order_id')
    .select(['order_item.id', 'voucher_top_up.amount', 'customer_order.number'])
    .where('voucher_top_up.account_id', '=', account)
    .where('order_item.returned_at', 'is', null)
    .orderBy('customer_order.id')
    .execute()
  const returned: { amount: number; money: ReturnedMoney }[] = []
  for (const [number, ofOrder] of Map.groupBy(items, (item) => item.number)) {
    const request = { tickets: [], items: ofOrder.map(({ id }) => id), to, reason, isLateAllowed: false }
    const result = await returnInTransaction(trx, deps, number, request, actor)
    if (!result.ok) throw new CancellationRefused(result.error)
    returned.push({ amount: ofOrder.reduce((sum, { amount }) => sum + amount, 0), money: result.value })
  }
  return returned
}
