import type { Transaction } from 'kysely'
import { auditBy, type Actor, type Database, newId, transact } from '#db'
import { ballotEntryProblem } from '@playhouse/domain/ballot'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import type { DaySeatDeps } from './deps.ts'
import { drawState, lockDrawShared } from './draw-row.ts'

type Entry = { readonly quantity: number; readonly choices: readonly string[] }
type Refusal = Problem<'instance-unavailable' | 'ballot-closed' | 'invalid-input' | 'login-required' | 'too-many-tickets-requested'>
type Withdrawal = Problem<'instance-unavailable' | 'ballot-closed'>

/**
 * Enters a customer for day seats at a performance, or changes the number of seats. One entry per customer and performance; the time of the
 * entry does not matter. Guests are rejected, because they could enter repeatedly. `choices`: the performance.
 */
export async function enterDraw(
  { db, catalogue }: Pick<DaySeatDeps, 'db' | 'catalogue'>,
  performance: string,
  customer: string,
  { quantity, choices }: Entry,
  actor: Actor,
): Promise<Result<undefined, Refusal>> {
  const details = await catalogue.performanceDetails(performance)
  if (!details?.isVisible || details.sale === 'cancelled') return fail(problem('instance-unavailable'))
  return transact(db, async (trx): Promise<Result<undefined, Refusal>> => {
    const draw = await lockDrawShared(trx, performance)
    if (!draw) return fail(problem('instance-unavailable'))
    if (drawState(draw) !== 'open') return fail(problem('ballot-closed'))
    const { is_guest } = await trx.selectFrom('customer').select('is_guest').where('id', '=', customer).executeTakeFirstOrThrow()
    if (is_guest) return fail(problem('login-required'))
    const entryProblem = ballotEntryProblem(
      { quantity, choices },
      { offeredPerformances: new Set([performance]), maxQuantity: draw.max_quantity },
    )
    if (entryProblem) return fail(entryProblem)
    const { id } = await trx
      .insertInto('day_seat_entry')
      .values({ id: newId(), performance_id: performance, customer_id: customer, quantity })
      .onConflict((conflict) => conflict.columns(['performance_id', 'customer_id']).doUpdateSet({ quantity }))
      .returning('id')
      .executeTakeFirstOrThrow()
    await auditEntry(trx, id, 'enter', actor, { performance, quantity })
    return ok(undefined)
  })
}

/** Withdraws a customer's entry. */
export async function leaveDraw(
  { db }: Pick<DaySeatDeps, 'db'>,
  performance: string,
  customer: string,
  actor: Actor,
): Promise<Result<undefined, Withdrawal>> {
  return transact(db, async (trx): Promise<Result<undefined, Withdrawal>> => {
    const draw = await lockDrawShared(trx, performance)
    if (!draw) return fail(problem('instance-unavailable'))
    if (drawState(draw) !== 'open') return fail(problem('ballot-closed'))
    const entry = await trx
      .deleteFrom('day_seat_entry')
      .where('performance_id', '=', performance)
      .where('customer_id', '=', customer)
      .returning('id')
      .executeTakeFirst()
    if (entry) await auditEntry(trx, entry.id, 'leave', actor, { performance })
    return ok(undefined)
  })
}

const auditEntry = (trx: Transaction<Database>, id: string, verb: string, actor: Actor, detail: unknown): Promise<void> =>
  auditBy(trx, actor, { subject: 'day-seat-entry', subjectId: id, verb, detail })
