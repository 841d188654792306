import type { contract } from '@playhouse/api-client/contract'
import { problem } from '@playhouse/domain/problem'
import { fail, ok } from '@playhouse/domain/result'
import { listDraws, previewDraws } from '#modules/day-seats'
import type { AppContext } from '../app-context.ts'
import type { Handlers } from '../call.ts'

export function daySeatHandlers(context: AppContext): Handlers<typeof contract.daySeats> {
  return {
    preview: async ({ body }) => {
      const planned = await previewDraws(context, body)
      return planned.ok ? ok({ performances: planned.value }) : planned
    },
    draws: async ({ params }) => {
      const draws = await listDraws(context, params.lottery)
      return draws ? ok({ draws }) : fail(problem('page-not-found'))
    },
  }
}
