import { shownBallotOf } from './ballot.ts'
import { closedProblem as eligibilityProblem, labelFor } from '@playhouse/domain/eligibility'
import { writePlanBytes } from '@playhouse/domain/plan'
import { usualPrice } from '@playhouse/domain/price-type'
import { bands } from '@playhouse/domain/pricing'
import { problem } from '@playhouse/domain/problem'
import { fail, ok } from '@playhouse/domain/result'
import { combineAvailability } from '@playhouse/domain/seat'
import { listedTexts, pickTranslations } from '@playhouse/domain/production-texts'
import { availabilityOfEvent, bookable, closedEventCode, labelled, type Production } from '@playhouse/domain/season'
import { shownPriorityOf } from '@playhouse/domain/sale-window'
import type { Event, InstanceSummary } from '#contract'
import { findMenus, foodOffersOf } from './food.ts'
import { formTitleOf } from './forms.ts'
import { membershipOffers } from './membership-offers.ts'
import type { MockHandlers, Contract } from './mock-handler.ts'
import { availabilityFor } from './visible-seats.ts'
import type { MockShop, MockVisit, MockWorld } from './mock-shop.ts'
import { planOfHall } from './planned-programme.ts'
import { listedProductsOf, offeredTypesOf, performanceOfProduct } from './products.ts'
import { productionOf } from './read-basket.ts'
import { saleTimesOfMock } from './sale-times.ts'
import { eligibilityIn, isVisibleIn, toSalePerformance, typesFor } from './eligibility.ts'

/** Mock handlers of the programme, prices and availability. */
export function catalogueHandlers(shop: MockShop): MockHandlers<Contract['catalogue']> {
  return {
    events: ({ visit }) =>
      ok({
        events: shop.productions.flatMap((production) => {
          const { instances, ...withDetails } = eventOf(shop, production, visit)
          if (instances.length === 0) return []
          const {
            synopsis: _synopsis,
            warnings: _warnings,
            streaming: _streaming,
            seatInfo: _seatInfo,
            gallery: _gallery,
            translations,
            ...event
          } = withDetails
          const upcoming = instances.filter((instance) => instance.availability !== 'passed')
          return {
            ...event,
            ...pickTranslations(translations, listedTexts),
            firstAt: (upcoming[0] ?? instances[0]!).startsAt,
            lastAt: instances.at(-1)!.startsAt,
            accessTags: [...new Set(upcoming.flatMap((instance) => instance.accessTags))],
            next: upcoming.find((instance) => bookable(instance.availability)) ?? null,
          }
        }),
      }),
    event: ({ params, visit }) => {
      const production = shop.productions.find((each) => each.id === (shop.addresses.get(params.event) ?? params.event))
      const event = production && eventOf(shop, production, visit)
      if (!event || event.instances.length === 0) return fail(problem('event-unavailable'))
      const closed = closedEventCode(event.instances.map(({ id, availability }) => ({ availability, sale: shop.performance(id)!.sale })))
      return ok({ ...event, hasFood: foodOffersOf(shop, production.id).length > 0, closed })
    },
    instance: ({ params, visit }) => {
      const mockPerformance = shop.performance(params.instance)
      if (!mockPerformance) return fail(problem('instance-unavailable'))
      const production = productionOf(shop, mockPerformance.id)
      const { gallery: _gallery, ...withoutGallery } = production
      const { instances } = eventOf(shop, production, visit)
      const { plan, seatingVersion } = shop.pricedPerformanceOf(mockPerformance.id)!
      const { sale, isEarly } = eligibilityIn(shop, visit, mockPerformance)
      const saleTimes = saleTimesOfMock(mockPerformance)
      return ok({
        ...instances.find((instance) => instance.id === mockPerformance.id)!,
        production: { ...withoutGallery, id: addressOf(shop, production.id) },
        hall: mockPerformance.hall,
        planVersion: plan.version,
        seatingVersion,
        hallName: plan.name,
        waitingRoom: waitingRoomOf(shop.queue.of(mockPerformance.id)),
        runningTime: production.runningTime,
        generalSaleAt: new Date(saleTimes.generalSaleAt).toISOString(),
        priority: shownPriorityOf(saleTimes),
        isEarly,
        restrictedTo: sale === 'restricted' ? [...(mockPerformance.members ?? [])] : [],
        form: formTitleOf(shop, mockPerformance),
        products: offeredTypesOf(shop, mockPerformance.id).map(({ type }) => type),
        hasFood: findMenus(shop, mockPerformance.id).hasMenus,
        hasDaySeats: shownBallotOf(shop, mockPerformance.id)?.kind === 'day-seats',
        others: instances.filter((instance) => instance.id !== mockPerformance.id && instance.availability !== 'passed'),
      })
    },
    products: ({ params: { type } }) => {
      const soldType = shop.brand.productTypes?.find((each) => each.type === type)
      if (!soldType) return fail(problem('page-not-found'))
      const { type: _, ...names } = soldType
      return ok({ ...names, products: listedProductsOf(shop).filter((product) => product.type === type) })
    },
    performanceProducts: ({ params: { instance } }) => {
      const performance = performanceOfProduct(shop, instance)
      if (!performance) return fail(problem('instance-unavailable'))
      return ok({ performance, types: offeredTypesOf(shop, instance), isFoodOpen: findMenus(shop, instance).isOpen })
    },
    memberships: ({ visit }) => ok({ memberships: membershipOffers(shop, visit) }),
    plan: ({ params }) => {
      const data = planOfHall(shop, params.venue, params.version)
      return data ? ok(data) : fail(problem('page-not-found'))
    },
    packedPlan: ({ params }) => {
      const data = planOfHall(shop, params.venue, params.version)
      return data ? ok(writePlanBytes(data)) : fail(problem('page-not-found'))
    },
    prices: ({ params, visit }) => {
      const mockPerformance = shop.performance(params.instance)
      if (!mockPerformance) return fail(problem('instance-unavailable'))
      const { list, seatingVersion } = shop.pricedPerformanceOf(mockPerformance.id)!
      const { prices, seatBands, seatBlocks } = list
      const types = typesFor(shop, visit, mockPerformance)
      const publicTypeIds = new Set(types.map(({ id }) => id))
      return ok({
        seatingVersion,
        priceTypes: types.map(({ memberships: _memberships, ...type }) => type),
        prices: Object.fromEntries(
          Object.entries(prices).map(([band, ofBand]) => [
            band,
            Object.fromEntries(Object.entries(ofBand).filter(([id]) => publicTypeIds.has(id))),
          ]),
        ),
        seatBands,
        ...(seatBlocks && { seatBlocks }),
      })
    },
    commonAvailability: ({ query, visit }) => {
      const instances = [...new Set(query.instances.split(','))]
      const closed = instances.flatMap((instance) => {
        const mockPerformance = shop.performance(instance)
        const why = mockPerformance
          ? eligibilityProblem(eligibilityIn(shop, visit, mockPerformance), toSalePerformance(mockPerformance))
          : problem('instance-unavailable')
        return why ? [{ instance, code: why.code, seats: [], instead: null, best: [] }] : []
      })
      if (closed.length > 0) return fail(problem('performances-unavailable', { performances: closed }))
      const plans = instances.map((instance) => shop.pricedPerformanceOf(instance)!.plan)
      const { hall, version: planVersion, seatCount } = plans[0]!
      if (plans.some((plan) => plan.hall !== hall || plan.version !== planVersion))
        return fail(problem('invalid-input', { fields: ['instances'] }))
      const performances = instances.map((instance) => ({ instance, seats: availabilityFor(shop, visit, instance).packedSeats }))
      const packed = performances.map(({ seats }) => seats)
      return ok({ hall, planVersion, ...combineAvailability(packed, seatCount), performances })
    },
    availability: ({ params, visit }) => {
      const mockPerformance = shop.performance(params.instance)
      if (!mockPerformance) return fail(problem('instance-unavailable'))
      const eligibility = eligibilityIn(shop, visit, mockPerformance)
      if (eligibility.sale === 'priority' || eligibility.sale === 'restricted')
        return fail(eligibilityProblem(eligibility, toSalePerformance(mockPerformance))!)
      const { packedSeats, seatsLeft, version } = availabilityFor(shop, visit, params.instance)
      return ok({ version, seats: packedSeats, seatsLeft: seatsLeft })
    },
  }
}

const addressOf = ({ slugs }: MockShop, production: string): string => slugs.get(production) ?? production

function eventOf(shop: MockShop, production: Production, visit: MockVisit): Omit<Event, 'hasFood' | 'closed'> {
  const instances = shop.performances
    .filter((performance) => performance.production === production.id && isVisibleIn(shop, visit, performance))
    .map((performance) => instanceOf(shop, performance, visit))
    .sort((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt))
  const prices = instances.flatMap((instance) =>
    instance.availability !== 'passed' && instance.priceFrom !== null ? [instance.priceFrom] : [],
  )
  return {
    ...production,
    id: addressOf(shop, production.id),
    ...labelled(availabilityOfEvent(instances.map((instance) => instance.availability))),
    timeZone: instances[0]?.timeZone ?? shop.brand.timeZone,
    priceFrom: prices.sort((a, b) => a - b)[0] ?? null,
    instances,
  }
}

/** A performance in a list, as one visitor sees it. */
export function instanceOf(shop: MockShop, mockPerformance: MockWorld['performances'][number], visit: MockVisit): InstanceSummary {
  const eligibility = eligibilityIn(shop, visit, mockPerformance)
  const { list } = shop.pricedPerformanceOf(mockPerformance.id)!
  const types = typesFor(shop, undefined, mockPerformance)
  const prices = bands.flatMap((band) => usualPrice(list, types, band) ?? [])
  return {
    id: mockPerformance.id,
    event: addressOf(shop, mockPerformance.production),
    startsAt: new Date(mockPerformance.startsAtInstant).toISOString(),
    startsAtLocal: mockPerformance.startsAt,
    timeZone: mockPerformance.timeZone,
    ...labelled(labelFor(eligibility, shop.availabilityLabel(mockPerformance, eligibility.isEarly))),
    accessTags: mockPerformance.accessTags,
    priceFrom: prices.sort((a, b) => a - b)[0] ?? null,
    seatsLeft: availabilityFor(shop, visit, mockPerformance.id).seatsLeft,
  }
}

const waitingRoomOf = (room: { readonly gathersAt: number; readonly opensAt: number } | undefined) =>
  room ? { gathersAt: new Date(room.gathersAt).toISOString(), opensAt: new Date(room.opensAt).toISOString() } : null
