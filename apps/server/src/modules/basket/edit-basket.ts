import { type Kysely, sql, type Transaction } from 'kysely'
import { audit, type Database, transact } from '#db'
import type { Brand } from '@playhouse/domain/brand'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, type Result } from '@playhouse/domain/result'
import type { Catalogue } from '#modules/catalogue'
import { type Actor, type BasketRow, expireBasket, lockBasket } from './basket-row.ts'

/** Dependencies of functions that change a basket. */
export type BasketDeps = {
  readonly db: Kysely<Database>
  readonly brand: Brand
  readonly catalogue: Catalogue
  /** The payment provider, for what its page offers; absent where nothing is offered. */
  readonly provider?: { readonly keepsCards: boolean }
}
export type CannotEdit = Problem<'basket-expired' | 'basket-paying' | 'payment-link-open'>

/** Carries a problem out of a transaction, which rolls it back. */
class EditRejected extends Error {
  readonly reason: Problem
  constructor(reason: Problem) {
    super(reason.code)
    this.reason = reason
  }
}

/**
 * Changes an open basket in one transaction that locks it. A lapsed basket is expired. One that is being paid for,
 * and one that a customer has a payment link for, is rejected. A problem rolls back all changes of `work`.
 */
export async function editBasket<Value, Code extends Problem>(
  { db }: Pick<BasketDeps, 'db'>,
  id: string,
  actor: Actor,
  verb: string,
  work: (trx: Transaction<Database>, basket: BasketRow) => Promise<Result<Value, Code>>,
): Promise<Result<Value, Code | CannotEdit>> {
  try {
    return await transact(db, async (trx) => {
      const basket = await lockBasket(trx, id)
      const barred = await findEditProblem(trx, basket, actor)
      if (barred) return fail(barred)
      const result = await work(trx, basket)
      if (!result.ok) throw new EditRejected(result.error)
      await trx
        .updateTable('basket')
        .set((eb) => ({ version: eb('version', '+', 1), last_payment: null, held_memberships: [], lapsed_items: '[]' }))
        .where('id', '=', id)
        .execute()
      await audit(trx, {
        actor: actor.name,
        requestId: actor.requestId,
        subject: 'basket',
        subjectId: id,
        verb,
        from: 'open',
        to: 'open',
        detail: result.value,
      })
      return result
    })
  } catch (error) {
    if (error instanceof EditRejected) return fail(error.reason as Code)
    throw error
  }
}

/** The problem of a locked basket that can't be changed, or that a customer has a payment link for. A lapsed one is expired. */
export async function findEditProblem(trx: Transaction<Database>, basket: BasketRow, actor: Actor): Promise<CannotEdit | undefined> {
  if (!basket.lapsedNow && (await hasOpenLink(trx, basket))) return problem('payment-link-open')
  return notOpenProblem(trx, basket, actor)
}

/** Whether a customer has a payment link for a counter basket: staff cancel the link before they change what it is for. */
export async function hasOpenLink(db: Kysely<Database>, { id, staff_id }: Pick<BasketRow, 'id' | 'staff_id'>): Promise<boolean> {
  if (staff_id === null) return false
  const link = db.selectFrom('payment_link').select('id').where('basket_id', '=', id)
  return (await link.where('cancelled_at', 'is', null).where('expired_at', 'is', null).executeTakeFirst()) !== undefined
}

/** The problem of a locked basket that can't be changed. A lapsed one is expired. */
export async function notOpenProblem(trx: Transaction<Database>, basket: BasketRow, actor: Actor): Promise<CannotEdit | undefined> {
  if (basket.lapsedNow) await expireBasket(trx, basket, actor)
  if (basket.state === 'paying') return problem('basket-paying')
  return basket.lapsedNow || basket.state !== 'open' ? problem('basket-expired') : undefined
}

/** The database's clock, and the time `seconds` later. */
export async function readClock(trx: Transaction<Database>, seconds: number): Promise<{ now: Date; later: Date }> {
  return trx
    .selectNoFrom([sql<Date>`now()`.as('now'), sql<Date>`now() + make_interval(secs => ${seconds})`.as('later')])
    .executeTakeFirstOrThrow()
}
