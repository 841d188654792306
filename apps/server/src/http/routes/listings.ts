import type { contract } from '@playhouse/api-client/contract'
import { problem } from '@playhouse/domain/problem'
import { isVisibleTo } from '@playhouse/domain/programme'
import { listingsOf } from '@playhouse/domain/listings'
import { fail, ok } from '@playhouse/domain/result'
import type { Handlers } from '../call.ts'
import type { AppContext } from '../app-context.ts'
import { entitlementOfVisitor, summariseInstance } from './catalogue.ts'

/** Handler of the listing of all performances that the visitor may know of. */
export function listingsHandlers(context: AppContext): Handlers<typeof contract.listings> {
  const { brand, catalogue } = context
  return {
    performances: async ({ visitor }) => {
      if (!brand.listings) return fail(problem('page-not-found'))
      const entitlement = await entitlementOfVisitor(context, visitor)
      const visible = (await catalogue.performances()).filter(
        (details) => entitlement.isStaff || isVisibleTo(entitlement.programmes, details),
      )
      const performances = await Promise.all(visible.map((details) => summariseInstance(context, details, entitlement)))
      const addresses = new Map(visible.map(({ production, address }) => [production.id, address]))
      const productions = (await catalogue.productions()).map((each) => ({ ...each, id: addresses.get(each.id) ?? each.id }))
      return ok(listingsOf(productions, performances))
    },
  }
}
