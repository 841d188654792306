import type { FastifyRequest } from 'fastify'
import type { BodyOf, contract } from '@playhouse/api-client/contract'
import { problem } from '@playhouse/domain/problem'
import { fail, ok } from '@playhouse/domain/result'
import { addHallPlan, listHalls, readPlannedHall } from '#modules/planning'
import type { AppContext } from '../app-context.ts'
import type { Handlers } from '../call.ts'
import { plannerOf, showChange } from '../visitor/planner.ts'

/** Handlers of halls and their plans. The contract names the permission of each. */
export function hallHandlers(context: AppContext): Handlers<typeof contract.halls> {
  const add = async (
    request: FastifyRequest,
    { file, ...body }: BodyOf<typeof contract.halls.addPlan>,
    place: { readonly hall: string; readonly isNewHall: boolean },
  ) => {
    const upload = { ...body, ...place, bytes: Buffer.from(file, 'base64') }
    return showChange(context, request, await addHallPlan(context, await plannerOf(context, request), upload))
  }
  return {
    all: async () => ok({ halls: await listHalls(context) }),
    one: async ({ params }) => {
      const hall = await readPlannedHall(context, params.hall)
      return hall ? ok(hall) : fail(problem('page-not-found'))
    },
    create: ({ body: { hall, ...body }, request }) => add(request, body, { hall, isNewHall: true }),
    addPlan: ({ params: { hall }, body, request }) => add(request, body, { hall, isNewHall: false }),
  }
}
