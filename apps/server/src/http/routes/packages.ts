import type { contract } from '@playhouse/api-client/contract'
import type { Entitlement } from '@playhouse/domain/eligibility'
import type { PackagePerformance, PackageView } from '@playhouse/domain/package'
import { isOpenPackage, isVisiblePackage, type PackageProgramme, summarisePackage, viewPackage } from '@playhouse/domain/package-view'
import { problem } from '@playhouse/domain/problem'
import { fail, ok } from '@playhouse/domain/result'
import { formatBasket, readBasket, removePackage } from '#modules/basket'
import { findVisibleProductions } from '#modules/catalogue'
import { holdPackage } from '#modules/hold'
import { readDefinitions } from '#modules/package'
import type { AppContext } from '../app-context.ts'
import type { Handlers } from '../call.ts'
import { holderOf } from '../visitor/bot-check.ts'
import { networkOf } from '../visitor/network.ts'
import { throttleRelease } from './basket.ts'
import { entitlementOfVisitor, readEvent } from './catalogue.ts'

export function packageHandlers(context: AppContext): Handlers<typeof contract.packages> {
  const { brand, db } = context
  const definitionsOfBrand = async () => (brand.packages ? readDefinitions(db) : [])
  return {
    list: async ({ visitor }) => {
      const definitions = await definitionsOfBrand()
      const entitlement = await entitlementOfVisitor(context, visitor)
      const isVisible = await findVisibleProductions(context, entitlement)
      const programme = await readProgramme(context, definitions, entitlement)
      const open = definitions.filter(
        (definition) => isOpenPackage(definition, programme) && isVisiblePackage(definition, definitions, isVisible),
      )
      return ok({ packages: open.map((definition) => summarisePackage(definition, definitions, programme)) })
    },
    package: async ({ params, visitor }) => {
      const view = await readPackage(context, params.package, await entitlementOfVisitor(context, visitor))
      return view ? ok(view) : fail(problem('page-not-found'))
    },
    hold: async ({ body, visitor, request }) => {
      const network = networkOf(request.ip)
      const rejection =
        context.throttle.batched('hold', network) ?? context.throttle.batched('hold-series', network, body.performances.length)
      if (rejection) return fail(rejection)
      const { proof, ...requested } = body
      const view = await readPackage(context, requested.package, await entitlementOfVisitor(context, visitor))
      if (!view) return fail(problem('page-not-found'))
      const performances = body.performances.map(({ instance }) => instance)
      const holder = await holderOf(context, request, visitor, { performances, proof })
      const held = await visitor.fillBasket((into) => holdPackage(context, into, holder, view, requested))
      if (!held.ok) return held
      const { basketWithTickets, series } = held.value
      return ok({ ...(await formatBasket(context, basketWithTickets)), held: series })
    },
    remove: async ({ params, visitor, request }) => {
      const rejection = await throttleRelease(context, visitor, request)
      if (rejection) return fail(rejection)
      const { basketId, actor } = visitor
      if (!basketId) return fail(problem('basket-line-unknown'))
      const removed = await removePackage(context, basketId, actor, params.id)
      return removed.ok ? ok(await readBasket(context, basketId)) : removed
    },
  }
}

/**
 * A package with what a visitor can choose; undefined for one that the theatre does not sell, or whose productions are all hidden from the
 * visitor. Both cases read the same tables.
 */
async function readPackage(context: AppContext, id: string, entitlement: Entitlement): Promise<PackageView | undefined> {
  if (!context.brand.packages) return undefined
  const definitions = await readDefinitions(context.db)
  const definition = definitions.find((each) => each.package === id)
  if (!definition || !isVisiblePackage(definition, definitions, await findVisibleProductions(context, entitlement))) return undefined
  const within = definitions.filter((each) => definition.groups.some(({ packages }) => packages.includes(each.package)))
  return viewPackage(definition, definitions, await readProgramme(context, [definition, ...within], entitlement))
}

/** The productions of packages with their performances, as a visitor sees them. */
async function readProgramme(
  context: AppContext,
  definitions: Awaited<ReturnType<typeof readDefinitions>>,
  entitlement: Entitlement,
): Promise<PackageProgramme> {
  const ids = new Set(definitions.flatMap(({ groups }) => groups.flatMap(({ parts }) => parts.map(({ production }) => production))))
  const events = new Map(await Promise.all([...ids].map(async (id) => [id, await readEvent(context, id, entitlement)] as const)))
  return {
    ...{ timeZone: context.brand.timeZone, now: await context.catalogue.now() },
    titleOf: (production) => events.get(production)?.title,
    addressOf: (production) => events.get(production)?.id ?? production,
    performancesOf: (production) => {
      const { instances = [], runningTime = 0 } = events.get(production) ?? {}
      return instances
        .filter(({ availability }) => availability !== 'passed')
        .map(({ id, event: _, seatsLeft: __, ...summary }): PackagePerformance => ({
          ...{ instance: id, ...summary },
          endsAt: new Date(Date.parse(summary.startsAt) + runningTime * 60_000).toISOString(),
        }))
    },
  }
}
