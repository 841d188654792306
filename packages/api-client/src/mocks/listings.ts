import { listingsOf } from '@playhouse/domain/listings'
import { problem } from '@playhouse/domain/problem'
import { fail, ok } from '@playhouse/domain/result'
import { instanceOf } from './catalogue.ts'
import { isVisibleIn } from './eligibility.ts'
import type { MockHandlers, Contract } from './mock-handler.ts'
import type { MockShop } from './mock-shop.ts'

/** Mock handler of the listing of all performances. */
export const listingsHandlers = (shop: MockShop): MockHandlers<Contract['listings']> => ({
  performances: ({ visit }) => {
    if (!shop.brand.listings) return fail(problem('page-not-found'))
    const visible = shop.performances.filter((performance) => isVisibleIn(shop, visit, performance))
    return ok(
      listingsOf(
        shop.productions.map((each) => ({ ...each, id: shop.slugs.get(each.id) ?? each.id })),
        visible.map((performance) => instanceOf(shop, performance, visit)),
      ),
    )
  },
})
