import type { BallotView, contract } from '@playhouse/api-client/contract'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { enterBallot, leaveBallot, readBallot } from '#modules/ballot'
import type { Handlers, Visitor } from '../call.ts'
import type { AppContext } from '../app-context.ts'

export function ballotHandlers(context: AppContext): Handlers<typeof contract.ballot> {
  const read = async (instance: string, { customer }: Visitor): Promise<Result<BallotView, Problem<'instance-unavailable'>>> => {
    const ballot = await readBallot(context, instance, customer?.id)
    return ballot ? ok(ballot) : fail(problem('instance-unavailable'))
  }
  return {
    read: ({ params, visitor }) => read(params.instance, visitor),
    enter: async ({ params, body, visitor }) => {
      const entryResult = await enterBallot(context.db, params.instance, visitor.customer!.id, body, visitor.actor)
      return entryResult.ok ? read(params.instance, visitor) : entryResult
    },
    leave: async ({ params, visitor }) => {
      const leaveResult = await leaveBallot(context.db, params.instance, visitor.customer!.id, visitor.actor)
      return leaveResult.ok ? read(params.instance, visitor) : leaveResult
    },
  }
}
