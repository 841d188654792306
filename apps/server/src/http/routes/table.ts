import type { contract } from '@playhouse/api-client/contract'
import { problem } from '@playhouse/domain/problem'
import { fail, ok } from '@playhouse/domain/result'
import { readSittings, readTableList } from '#modules/table'
import type { Handlers } from '../call.ts'
import type { AppContext } from '../app-context.ts'
import { counterSessionOf } from '../visitor/counter-session.ts'

export function tableHandlers(context: AppContext): Handlers<typeof contract.tables> {
  const { db, brand } = context
  return {
    sittings: async ({ params, visitor }) => {
      if (!brand.restaurant) return fail(problem('page-not-found'))
      const offer = await readSittings(db, params.instance, visitor.basketId)
      return offer ? ok(offer) : fail(problem('instance-unavailable'))
    },
    booked: async ({ params, request }) => {
      const { staffSession, actor } = await counterSessionOf(context, request)
      const list = await readTableList(db, params.instance, { staff: staffSession.staff.id, actor })
      return list ? ok(list) : fail(problem('instance-unavailable'))
    },
  }
}
