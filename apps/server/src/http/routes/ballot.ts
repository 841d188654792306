import type { BallotView, contract } from '@playhouse/api-client/contract'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { enterBallot, leaveBallot, readBallot } from '#modules/ballot'
import { enterDraw, findDraw, leaveDraw, readDaySeats } from '#modules/day-seats'
import type { Handlers, Visitor } from '../call.ts'
import type { AppContext } from '../app-context.ts'

/** Ballots, and the draws of day seats, which visitors enter in the same way. */
export function ballotHandlers(context: AppContext): Handlers<typeof contract.ballot> {
  const read = async (instance: string, { customer }: Visitor): Promise<Result<BallotView, Problem<'instance-unavailable'>>> => {
    const ballot = (await readDaySeats(context, instance, customer?.id)) ?? (await readBallot(context, instance, customer?.id))
    return ballot ? ok(ballot) : fail(problem('instance-unavailable'))
  }
  return {
    read: ({ params, visitor }) => read(params.instance, visitor),
    enter: async ({ params: { instance }, body, visitor }) => {
      const hasDraw = (await findDraw(context.db, instance)) !== undefined
      const customer = visitor.customer!.id
      const entryResult = hasDraw
        ? await enterDraw(context, instance, customer, body, visitor.actor)
        : await enterBallot(context.db, instance, customer, body, visitor.actor)
      return entryResult.ok ? read(instance, visitor) : entryResult
    },
    leave: async ({ params: { instance }, visitor }) => {
      const leave = (await findDraw(context.db, instance)) ? leaveDraw(context, instance, visitor.customer!.id, visitor.actor) : undefined
      const leaveResult = await (leave ?? leaveBallot(context.db, instance, visitor.customer!.id, visitor.actor))
      return leaveResult.ok ? read(instance, visitor) : leaveResult
    },
  }
}
