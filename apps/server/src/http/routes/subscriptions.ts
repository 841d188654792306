import type { contract } from '@playhouse/api-client/contract'
import type { Entitlement } from '@playhouse/domain/eligibility'
import { type FlexDefinition, type FlexView, isOpenFlex, viewFlex } from '@playhouse/domain/flex-subscription'
import { problem } from '@playhouse/domain/problem'
import { fail, ok } from '@playhouse/domain/result'
import { readFlexDefinitions } from '#modules/subscription'
import type { AppContext } from '../app-context.ts'
import type { Handlers } from '../call.ts'
import { entitlementOfVisitor, readEvent } from './catalogue.ts'

export function subscriptionHandlers(context: AppContext): Handlers<typeof contract.subscriptions> {
  const { brand, db } = context
  const definitionsOfBrand = async () => (brand.flexSubscriptions ? readFlexDefinitions(db) : [])
  return {
    list: async ({ visitor }) => {
      const entitlement = await entitlementOfVisitor(context, visitor)
      const clock = { timeZone: brand.timeZone, now: await context.catalogue.now() }
      const open = (await definitionsOfBrand()).filter((definition) => isOpenFlex(definition, clock))
      return ok({ subscriptions: await Promise.all(open.map((definition) => readFlex(context, definition, entitlement))) })
    },
    flex: async ({ params, visitor }) => {
      const definition = (await definitionsOfBrand()).find(({ flex }) => flex === params.flex)
      return definition
        ? ok(await readFlex(context, definition, await entitlementOfVisitor(context, visitor)))
        : fail(problem('page-not-found'))
    },
  }
}

/** A flexible subscription with the titles of its productions that the visitor may see. */
async function readFlex(context: AppContext, definition: FlexDefinition, entitlement: Entitlement): Promise<FlexView> {
  const events = await Promise.all(definition.productions.map(async (id) => [id, await readEvent(context, id, entitlement)] as const))
  const titles = new Map(events.map(([id, event]) => [id, event?.title]))
  return viewFlex(definition, { timeZone: context.brand.timeZone, now: await context.catalogue.now() }, (id) => titles.get(id))
}
