import type { contract } from '@playhouse/api-client/contract'
import { problem } from '@playhouse/domain/problem'
import { fail, ok } from '@playhouse/domain/result'
import { listFoodPerformances, readFoodOffer, readKitchenList } from '#modules/food'
import type { Handlers } from '../call.ts'
import type { AppContext } from '../app-context.ts'
import { counterSessionOf } from '../visitor/counter-session.ts'

export function foodHandlers(context: AppContext): Handlers<typeof contract.food> {
  const { db, brand } = context
  return {
    event: async ({ params }) => {
      if (!brand.foodAndDrink) return fail(problem('page-not-found'))
      const event = await listFoodPerformances(db, params.event)
      return event ? ok(event) : fail(problem('event-unavailable'))
    },
    instance: async ({ params, visitor }) => {
      if (!brand.foodAndDrink) return fail(problem('page-not-found'))
      const offer = await readFoodOffer(db, params.instance, visitor.basketId)
      return offer ? ok(offer) : fail(problem('instance-unavailable'))
    },
    kitchen: async ({ params, request }) => {
      const { staffSession, actor } = await counterSessionOf(context, request)
      const list = await readKitchenList(db, params.instance, { staff: staffSession.staff.id, actor })
      return list ? ok(list) : fail(problem('instance-unavailable'))
    },
  }
}
