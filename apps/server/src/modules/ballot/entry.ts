import type { Kysely, Transaction } from 'kysely'
import { auditBy, type Actor, type Database, newId, transact } from '#db'
import { ballotEntryProblem } from '@playhouse/domain/ballot'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { lockBallotShared, ballotState } from './ballot-row.ts'

export type BallotChoice = { readonly quantity: number; readonly choices: readonly string[] }
type Refusal = Problem<'instance-unavailable' | 'ballot-closed' | 'invalid-input' | 'login-required' | 'too-many-tickets-requested'>

/**
 * Enters a customer into the ballot of a performance, or changes the entry. `choices`: performance ids in order of preference.
 * One entry per customer; the time of the entry does not matter. Guests are rejected, because they could enter repeatedly.
 */
export async function enterBallot(
  db: Kysely<Database>,
  performance: string,
  customer: string,
  { quantity, choices }: BallotChoice,
  actor: Actor,
): Promise<Result<undefined, Refusal>> {
  return transact(db, async (trx): Promise<Result<undefined, Refusal>> => {
    const ballot = await lockBallotShared(trx, performance)
    if (!ballot) return fail(problem('instance-unavailable'))
    if (ballotState(ballot) !== 'open') return fail(problem('ballot-closed'))
    const { is_guest } = await trx.selectFrom('customer').select('is_guest').where('id', '=', customer).executeTakeFirstOrThrow()
    if (is_guest) return fail(problem('login-required'))
    const offeredPerformances = await trx
      .selectFrom('ballot_performance')
      .select('performance_id')
      .where('ballot_id', '=', ballot.id)
      .execute()
    const entryProblem = ballotEntryProblem(
      { quantity, choices },
      { offeredPerformances: new Set(offeredPerformances.map(({ performance_id }) => performance_id)), maxQuantity: ballot.max_quantity },
    )
    if (entryProblem) return fail(entryProblem)
    const row = { quantity, choices: JSON.stringify(choices) }
    const { id } = await trx
      .insertInto('ballot_entry')
      .values({
        id: newId(),
        ballot_id: ballot.id,
        customer_id: customer,
        place: null,
        outcome: null,
        performance_id: null,
        reservation_id: null,
        ...row,
      })
      .onConflict((conflict) => conflict.columns(['ballot_id', 'customer_id']).doUpdateSet(row))
      .returning('id')
      .executeTakeFirstOrThrow()
    await auditEntry(trx, id, 'enter', actor, { ballot: ballot.id, quantity, choices })
    return ok(undefined)
  })
}

/** Withdraws a customer's entry. */
export async function leaveBallot(
  db: Kysely<Database>,
  performance: string,
  customer: string,
  actor: Actor,
): Promise<Result<undefined, Problem<'instance-unavailable' | 'ballot-closed'>>> {
  return transact(db, async (trx): Promise<Result<undefined, Problem<'instance-unavailable' | 'ballot-closed'>>> => {
    const ballot = await lockBallotShared(trx, performance)
    if (!ballot) return fail(problem('instance-unavailable'))
    if (ballotState(ballot) !== 'open') return fail(problem('ballot-closed'))
    const entry = await trx
      .deleteFrom('ballot_entry')
      .where('ballot_id', '=', ballot.id)
      .where('customer_id', '=', customer)
      .returning('id')
      .executeTakeFirst()
    if (entry) await auditEntry(trx, entry.id, 'leave', actor, { ballot: ballot.id })
    return ok(undefined)
  })
}

const auditEntry = (trx: Transaction<Database>, id: string, verb: string, actor: Actor, detail: unknown): Promise<void> =>
  auditBy(trx, actor, { subject: 'ballot-entry', subjectId: id, verb, detail })
