import { type PlanData, writePlanBytes } from '@playhouse/domain/plan'
import { usualPrice } from '@playhouse/domain/price-type'
import { bands } from '@playhouse/domain/pricing'
import { problem } from '@playhouse/domain/problem'
import { fail, ok } from '@playhouse/domain/result'
import { availabilityOfEvent, bookable, type Production } from '@playhouse/domain/season'
import type { Event, InstanceSummary } from '#contract'
import type { Answers, Contract } from './answers.ts'
import { outlookFor } from './kept-seats.ts'
import type { MockShop, MockVisit, MockWorld } from './mock-shop.ts'
import { productionOf } from './read-basket.ts'
import { eligibilityIn, typesFor } from './standing.ts'

export function catalogueAnswers(shop: MockShop): Answers<Contract['catalogue']> {
  return {
    events: ({ visit }) =>
      ok({
        events: shop.productions.map((production) => {
          const { synopsis: _synopsis, warnings: _warnings, streaming: _streaming, instances, ...event } = eventOf(shop, production, visit)
          const ahead = instances.filter((instance) => instance.availability !== 'passed')
          return {
            ...event,
            firstAt: (ahead[0] ?? instances[0]!).startsAt,
            lastAt: instances.at(-1)!.startsAt,
            accessTags: [...new Set(ahead.flatMap((instance) => instance.accessTags))],
            next: ahead.find((instance) => bookable(instance.availability)) ?? null,
          }
        }),
      }),
    event: ({ params, visit }) => {
      const production = shop.productions.find((each) => each.id === params.event)
      return production ? ok(eventOf(shop, production, visit)) : fail(problem('event-unavailable'))
    },
    instance: ({ params, visit }) => {
      const showing = shop.performance(params.instance)
      if (!showing) return fail(problem('instance-unavailable'))
      const production = productionOf(shop, showing.id)
      const { instances } = eventOf(shop, production, visit)
      const { plan } = shop.house(showing.id)!
      return ok({
        ...instances.find((instance) => instance.id === showing.id)!,
        production,
        hall: showing.hall,
        planVersion: plan.version,
        hallName: plan.name,
        waitingRoom: waitingRoomOf(shop.queue.of(showing.id)),
        runningTime: production.runningTime,
        generalSaleAt: new Date(showing.generalSaleInstant).toISOString(),
        priority: (showing.priority ?? []).map(({ memberships }, nth) => ({
          from: new Date(showing.priorityInstants[nth]!).toISOString(),
          memberships,
        })),
        isEarly: eligibilityIn(shop, visit, showing).isEarly,
        others: instances.filter((instance) => instance.id !== showing.id && instance.availability !== 'passed'),
      })
    },
    plan: ({ params }) => {
      const data = planOf(shop, params)
      return data ? ok(data) : fail(problem('page-not-found'))
    },
    packedPlan: ({ params }) => {
      const data = planOf(shop, params)
      return data ? ok(writePlanBytes(data)) : fail(problem('page-not-found'))
    },
    prices: ({ params, visit }) => {
      const showing = shop.performance(params.instance)
      if (!showing) return fail(problem('instance-unavailable'))
      const { prices, seatBands, seatBlocks } = shop.house(showing.id)!.list
      const types = typesFor(shop, visit, showing)
      const told = new Set(types.map(({ id }) => id))
      return ok({
        priceTypes: types.map(({ memberships: _memberships, ...type }) => type),
        prices: Object.fromEntries(
          Object.entries(prices).map(([band, ofBand]) => [band, Object.fromEntries(Object.entries(ofBand).filter(([id]) => told.has(id)))]),
        ),
        seatBands,
        ...(seatBlocks && { seatBlocks }),
      })
    },
    availability: ({ params, visit }) => {
      const showing = shop.performance(params.instance)
      if (!showing) return fail(problem('instance-unavailable'))
      if (eligibilityIn(shop, visit, showing).sale === 'priority')
        return fail(problem('instance-priority', { generalSaleAt: new Date(showing.generalSaleInstant).toISOString() }))
      const { packed, left, version } = outlookFor(shop, visit, params.instance)
      return ok({ version, seats: packed, seatsLeft: left })
    },
  }
}

function planOf(shop: MockShop, { venue, version }: { venue: string; version: string }): PlanData | undefined {
  const showing = shop.performances.find((each) => each.hall === venue)
  const data = showing && shop.house(showing.id)?.data
  return data?.version === version ? data : undefined
}

function eventOf(shop: MockShop, production: Production, visit: MockVisit): Event {
  const instances = shop.performances
    .filter((performance) => performance.production === production.id)
    .map((performance) => instanceOf(shop, performance, visit))
    .sort((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt))
  const prices = instances.flatMap((instance) =>
    instance.availability !== 'passed' && instance.priceFrom !== null ? [instance.priceFrom] : [],
  )
  return {
    ...production,
    availability: availabilityOfEvent(instances.map((instance) => instance.availability)),
    timeZone: instances[0]?.timeZone ?? shop.brand.timeZone,
    priceFrom: prices.sort((a, b) => a - b)[0] ?? null,
    instances,
  }
}

function instanceOf(shop: MockShop, showing: MockWorld['performances'][number], visit: MockVisit): InstanceSummary {
  const { list } = shop.house(showing.id)!
  const types = typesFor(shop, undefined, showing)
  const prices = bands.flatMap((band) => usualPrice(list, types, band) ?? [])
  return {
    id: showing.id,
    event: showing.production,
    startsAt: new Date(showing.startsAtInstant).toISOString(),
    startsAtLocal: showing.startsAt,
    timeZone: showing.timeZone,
    availability: shop.label(showing, eligibilityIn(shop, visit, showing).isEarly),
    accessTags: showing.accessTags,
    priceFrom: prices.sort((a, b) => a - b)[0] ?? null,
    seatsLeft: outlookFor(shop, visit, showing.id).left,
  }
}

const waitingRoomOf = (room: { readonly gathersAt: number; readonly opensAt: number } | undefined) =>
  room ? { gathersAt: new Date(room.gathersAt).toISOString(), opensAt: new Date(room.opensAt).toISOString() } : null
