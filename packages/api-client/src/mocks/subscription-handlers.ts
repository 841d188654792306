import { isOpenFlex, viewFlex } from '@playhouse/domain/flex-subscription'
import { problem } from '@playhouse/domain/problem'
import { fail, ok } from '@playhouse/domain/result'
import { isVisibleIn } from './eligibility.ts'
import type { Contract, MockHandlers } from './mock-handler.ts'
import type { MockShop, MockVisit } from './mock-shop.ts'
import { clockOf, definitionsOf } from './subscriptions.ts'

/** Mock handlers of flexible subscriptions. */
export function subscriptionHandlers(shop: MockShop): MockHandlers<Contract['subscriptions']> {
  const titleFor = (visit: MockVisit) => (production: string) => {
    const isVisible = shop.performances.some((each) => each.production === production && isVisibleIn(shop, visit, each))
    return isVisible ? shop.productions.find(({ id }) => id === production)?.title : undefined
  }
  return {
    list: ({ visit }) => {
      const open = definitionsOf(shop).filter((definition) => isOpenFlex(definition, clockOf(shop)))
      return ok({ subscriptions: open.map((definition) => viewFlex(definition, clockOf(shop), titleFor(visit))) })
    },
    flex: ({ params, visit }) => {
      const definition = definitionsOf(shop).find(({ flex }) => flex === params.flex)
      return definition ? ok(viewFlex(definition, clockOf(shop), titleFor(visit))) : fail(problem('page-not-found'))
    },
  }
}
