import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { contract, Event, EventSummary, Instance, InstanceSummary, Prices } from '@playhouse/api-client/contract'
import { planMediaType } from '@playhouse/domain/plan'
import { type Problem, problem } from '@playhouse/domain/problem'
import { listedTexts, pickTranslations } from '@playhouse/domain/production-texts'
import { availabilityOfEvent, bookable, closedEventCode, labelled, type Production } from '@playhouse/domain/season'
import { shownPriorityOf } from '@playhouse/domain/sale-window'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { writeSeatEvent } from '@playhouse/domain/seat-stream'
import { listMembershipOffers } from '#modules/basket'
import { type PerformanceDetails, type PriceTable, seatingVersionOf } from '#modules/catalogue'
import { findDraw } from '#modules/day-seats'
import { findMenus, listFoodProductions } from '#modules/food'
import { loadEntitlement, availabilityMaskFor } from '#modules/eligibility'
import { listOfferedTypes, listPerformanceProducts, listProducts } from '#modules/product'
import { lowestPrice, priceTypesFor } from '#modules/pricing'
import { currentPreview } from '#modules/shop-preview'
import { type Eligibility, eligibilityOf, type Entitlement, anonymousVisitor, closedProblem, labelFor } from '@playhouse/domain/eligibility'
import { isVisibleTo } from '@playhouse/domain/programme'
import { entitlementOfPerson } from '@playhouse/domain/shop-preview'
import type { Handlers, Visitor } from '../call.ts'
import type { StoredWaitingRoom } from '#modules/queue'
import type { AppContext } from '../app-context.ts'
import { readCommonAvailability } from './common-availability.ts'
import { createPlanSender, createSeatsSender } from '../edge/precomputed-replies.ts'
import type { CachedAvailability } from '../edge/cached-availability.ts'
import { hasKeptSeatsEnded, onKeptSeatsEnd } from '../edge/kept-deadlines.ts'
import type { SeatingWatch } from '../edge/seating-watch.ts'
import { streamNamesOf, type StreamSubscribers } from '../edge/streams.ts'

export function catalogueHandlers(
  context: AppContext,
  streams: SeatStreams,
  cachedAvailability: CachedAvailability,
): Handlers<typeof contract.catalogue> {
  const { brand, catalogue, availability, db } = context
  const sendPlan = createPlanSender()
  const sendSeats = createSeatsSender()
  return {
    events: async ({ visitor }) => {
      const entitlement = await entitlementOfVisitor(context, visitor)
      const productions = await catalogue.productions()
      const events = await Promise.all(productions.map((production) => summarise(context, production, entitlement)))
      return ok({ events: events.filter((event) => event !== undefined) })
    },
    event: async ({ params, visitor }) => {
      const event = await readEvent(context, params.event, await entitlementOfVisitor(context, visitor))
      return event ? ok(event) : fail(problem('event-unavailable'))
    },
    instance: async ({ params, visitor }) => {
      const instance = await readInstance(context, params.instance, await entitlementOfVisitor(context, visitor))
      return instance ? ok(instance) : fail(problem('instance-unavailable'))
    },
    products: async ({ params }) => {
      const soldType = brand.productTypes?.find(({ type }) => type === params.type)
      if (!soldType) return fail(problem('page-not-found'))
      const { type, ...names } = soldType
      return ok({ ...names, products: await listProducts(db, type) })
    },
    performanceProducts: async ({ params }) => {
      const details = await catalogue.performanceDetails(params.instance)
      if (!details) return fail(problem('instance-unavailable'))
      const products = await listPerformanceProducts(db, details.id)
      const types = (brand.productTypes ?? []).flatMap((type) => {
        const ofType = products.filter((product) => product.type === type.type)
        return ofType.length > 0 ? [{ ...type, products: ofType }] : []
      })
      const { id: instance, address: event, production, startsAt, timeZone } = details
      const performance = { instance, event, name: production.title, startsAt: new Date(startsAt).toISOString(), timeZone }
      return ok({ performance, types, isFoodOpen: brand.foodAndDrink === true && (await findMenus(db, instance)).isOpen })
    },
    memberships: async ({ visitor }) => ok({ memberships: await listMembershipOffers(context, visitor) }),
    plan: async ({ params, request, reply }) => {
      const hall = await catalogue.hall(params.venue, params.version)
      if (!hall) return fail(problem('page-not-found'))
      return sendPlan(request, reply, { hall, type: 'application/json; charset=utf-8', bytes: hall.json })
    },
    packedPlan: async ({ params, request, reply }) => {
      const hall = await catalogue.hall(params.venue, params.version)
      if (!hall) return fail(problem('page-not-found'))
      return sendPlan(request, reply, { hall, type: planMediaType, bytes: hall.packed })
    },
    prices: async ({ params, visitor }) => {
      const performanceDetails = await catalogue.performanceDetails(params.instance)
      if (!performanceDetails) return fail(problem('instance-unavailable'))
      const { buys } = eligibilityOf(await entitlementOfVisitor(context, visitor), performanceDetails, await catalogue.now())
      return ok(pricesFor(performanceDetails, await catalogue.priceTable(performanceDetails.priceList), buys))
    },
    availability: async ({ params, visitor, request, reply }) => {
      const performanceDetails = await catalogue.performanceDetails(params.instance)
      if (!performanceDetails) return fail(problem('instance-unavailable'))
      const eligibility = eligibilityOf(await entitlementOfVisitor(context, visitor), performanceDetails, await catalogue.now())
      if (hidesSeats(eligibility)) return fail(closedProblem(eligibility, performanceDetails)!)
      const seats = await availability.snapshot(
        performanceDetails.id,
        performanceDetails.seats,
        availabilityMaskFor(performanceDetails, eligibility),
      )
      const isForAll = isSameForAll(performanceDetails, eligibility)
      if (isForAll && !currentPreview() && !context.queue.of(performanceDetails.id)) cachedAvailability.store(performanceDetails.id, seats)
      return sendSeats(request, reply, seats, isForAll)
    },
    commonAvailability: async ({ query, visitor }) =>
      readCommonAvailability(context, query.instances.split(','), await entitlementOfVisitor(context, visitor)),
    availabilityStream: async ({ params, query, visitor, request, reply }) => {
      const performanceDetails = await catalogue.performanceDetails(params.instance)
      if (!performanceDetails) return fail(problem('instance-unavailable'))
      const entitlement = await entitlementOfVisitor(context, visitor)
      const now = await catalogue.now()
      const eligibility = eligibilityOf(entitlement, performanceDetails, now)
      if (hidesSeats(eligibility)) return fail(closedProblem(eligibility, performanceDetails)!)
      const seen = lastSeen(request, query.after)
      // Changes alone would leave the seats hidden whose deadline has passed while the map was disconnected.
      const after = seen !== undefined && hasKeptSeatsEnded(performanceDetails.kept, seen, now) ? undefined : seen
      const looker = {
        names: streamNamesOf(request.ip, visitor.session),
        mask: availabilityMaskFor(performanceDetails, eligibility),
        maskAt: (now: number) => availabilityMaskFor(performanceDetails, eligibilityOf(entitlement, performanceDetails, now)),
      }
      return streamTo({ context, streams }, { reply, after }, performanceDetails, looker)
    },
  }
}

/** `after`: the version that the viewer has; all seats are sent without one. */
type StreamStart = { readonly reply: FastifyReply; readonly after: number | undefined }
type Mask = ReturnType<typeof availabilityMaskFor>
type StreamViewer = {
  readonly names: readonly string[]
  readonly mask?: Mask
  /** The mask at an instant of the database's clock; absent where it does not depend on the time. */
  readonly maskAt?: (now: number) => Mask
}

/** The open seat streams of this process, and what they follow besides the seats. */
export type SeatStreams = { readonly subscribers: StreamSubscribers; readonly seating: SeatingWatch }

/** Streams seat changes of a performance, and the version of its plan and prices, until the connection closes. */
export async function streamTo(
  { context, streams: { subscribers, seating } }: { readonly context: AppContext; readonly streams: SeatStreams },
  { reply, after }: StreamStart,
  performanceDetails: PerformanceDetails,
  { names, mask, maskAt }: StreamViewer,
): Promise<Result<never, Problem>> {
  const admission = subscribers.open(reply, names)
  if (!admission.ok) return admission
  const viewer = admission.value
  const watch = await context.availability.subscribe(performanceDetails.id, performanceDetails.seats, after, viewer.send, mask)
  viewer.onClose(watch.stop)
  // A seat that is not kept any more has no change of its status that the stream would bring.
  if (maskAt) viewer.onClose(onKeptSeatsEnd(context.catalogue, performanceDetails.kept, (now) => watch.setMask(maskAt(now))))
  const seatingVersion = await seating.read(performanceDetails.id)
  viewer.onClose(seating.follow(performanceDetails.id, seatingVersion, (next) => viewer.send(seatingFrame(next))))
  viewer.begin(seatingVersion === undefined ? watch.first : Buffer.concat([seatingFrame(seatingVersion), watch.first]))
  return ok(undefined as never)
}

const seatingFrame = (seatingVersion: string): Buffer => Buffer.from(writeSeatEvent({ kind: 'seating', seatingVersion }))

/** Whether a visitor may not see which seats are free: the performance is on sale to others only. */
const hidesSeats = ({ sale }: Eligibility): boolean => sale === 'priority' || sale === 'restricted' || sale === 'hidden'

/** Whether all visitors get the same seats: no kept seats, no early sale for some, and a sale to everyone. */
const isSameForAll = ({ kept, programme, members }: PerformanceDetails, { sale, isEarly }: Eligibility): boolean =>
  kept.length === 0 && programme === undefined && members === undefined && sale === 'open' && !isEarly

/** The version that the browser has: the last event's id on a reconnect, else the version in the query. */
export function lastSeen({ headers }: FastifyRequest, after: string | undefined): number | undefined {
  const id = headers['last-event-id']
  const version = Number(/^\d{1,16}$/.test(String(id)) ? id : (after ?? NaN))
  return Number.isSafeInteger(version) ? version : undefined
}

/** What the visitor may buy, or the person of a preview. An anonymous visitor has neither account nor basket, and costs no query. */
export async function entitlementOfVisitor({ db, brand }: AppContext, { customer, basketId, session }: Visitor): Promise<Entitlement> {
  const preview = currentPreview()
  if (preview) return entitlementOfPerson(preview.person)
  return loadEntitlement(db, brand.timeZone, { customer: customer?.id, basket: basketId, session })
}

/** A price list with the prices that the visitor may buy at. */
export function pricesFor(performance: Pick<PerformanceDetails, 'planVersion'>, priceTable: PriceTable, buys: Eligibility['buys']): Prices {
  const { prices, seatBands, seatBlocks } = priceTable.list
  const priceTypes = priceTypesFor(priceTable, buys)
  const publicTypeIds = new Set(priceTypes.map(({ id }) => id))
  const ofBands = Object.entries(prices).flatMap(([band, ofBand]): [string, typeof ofBand][] => {
    const some = Object.entries(ofBand).filter(([type]) => publicTypeIds.has(type))
    return some.length > 0 ? [[band, Object.fromEntries(some)]] : []
  })
  return {
    seatingVersion: seatingVersionOf(performance, priceTable),
    priceTypes: priceTypes.map(({ memberships: _memberships, ...type }) => type),
    prices: Object.fromEntries(ofBands),
    seatBands,
    ...(seatBlocks && { seatBlocks }),
  }
}

async function seatsLeftOf(
  { availability }: AppContext,
  performanceDetails: PerformanceDetails,
  eligibility: Eligibility,
): Promise<number> {
  const mask = availabilityMaskFor(performanceDetails, eligibility)
  if (mask) return (await availability.snapshot(performanceDetails.id, performanceDetails.seats, mask)).seatsLeft
  return Math.max(0, performanceDetails.seats - ((await availability.countClaimed()).get(performanceDetails.id) ?? 0))
}

export async function summariseInstance(
  context: AppContext,
  performanceDetails: PerformanceDetails,
  entitlement: Entitlement,
): Promise<InstanceSummary> {
  const eligibility = eligibilityOf(entitlement, performanceDetails, await context.catalogue.now())
  const seatsLeft = await seatsLeftOf(context, performanceDetails, eligibility)
  const label = await context.catalogue.availabilityLabelOf(performanceDetails, seatsLeft, eligibility.isEarly)
  return {
    id: performanceDetails.id,
    event: performanceDetails.address,
    startsAt: new Date(performanceDetails.startsAt).toISOString(),
    startsAtLocal: performanceDetails.startsLocal,
    timeZone: performanceDetails.timeZone,
    ...labelled(labelFor(eligibility, label)),
    accessTags: [...performanceDetails.accessTags],
    priceFrom: lowestPrice(await context.catalogue.priceTable(performanceDetails.priceList)) ?? null,
    seatsLeft,
  }
}

/**
 * A checksum of what an anonymous visitor sees of all performances and what changes without the programme: availability labels, prices
 * that begin to be sold, waiting rooms.
 */
export async function checksumOfLabels(context: AppContext): Promise<string> {
  const now = await context.catalogue.now()
  const visible = (await context.catalogue.performances()).filter((details) => isVisibleTo([], details))
  const labels = visible.map(async (performanceDetails) => {
    const { availability } = await summariseInstance(context, performanceDetails, anonymousVisitor)
    const room = context.queue.of(performanceDetails.id)
    const { priority, generalSaleAt, closesAt = Infinity } = performanceDetails
    const begun = [...priority.flatMap(({ from, until = Infinity }) => [from, until]), generalSaleAt, closesAt].filter((at) => at <= now)
    return [performanceDetails.id, availability, begun.length, room && [room.gathersAt, room.opensAt, room.opensAt <= now]]
  })
  return hash('sha256', JSON.stringify(await Promise.all(labels)), 'base64url')
}

async function instancesOf(context: AppContext, production: string, entitlement: Entitlement): Promise<InstanceSummary[]> {
  const performances = (await context.catalogue.performances()).filter(
    (performanceDetails) =>
      performanceDetails.production.id === production && (entitlement.isStaff || isVisibleTo(entitlement.programmes, performanceDetails)),
  )
  return Promise.all(performances.map((performanceDetails) => summariseInstance(context, performanceDetails, entitlement)))
}

async function summarise(context: AppContext, production: Production, entitlement: Entitlement): Promise<EventSummary | undefined> {
  const instances = await instancesOf(context, production.id, entitlement)
  const [first] = instances
  if (!first) return undefined
  const upcoming = instances.filter((instance) => instance.availability !== 'passed')
  const { synopsis: _synopsis, warnings: _warnings, streaming: _streaming, seatInfo: _seatInfo, gallery: _gallery, ...listed } = production
  const { translations, ...rest } = listed
  return {
    ...rest,
    id: first.event,
    ...pickTranslations(translations, listedTexts),
    ...labelled(availabilityOfEvent(instances.map((instance) => instance.availability))),
    firstAt: (upcoming[0] ?? first).startsAt,
    lastAt: instances.at(-1)!.startsAt,
    timeZone: first.timeZone,
    priceFrom: lowestOf(upcoming),
    accessTags: [...new Set(upcoming.flatMap((instance) => instance.accessTags))],
    next: upcoming.find((instance) => bookable(instance.availability)) ?? null,
  }
}

const lowestOf = (instances: readonly InstanceSummary[]): InstanceSummary['priceFrom'] =>
  instances.reduce<InstanceSummary['priceFrom']>(
    (lowest, { priceFrom }) => (priceFrom !== null && (lowest === null || priceFrom < lowest) ? priceFrom : lowest),
    null,
  )

/** The types of product of the brand that are on sale for a performance. */
async function readOfferedTypes({ brand, db }: AppContext, instance: string): Promise<string[]> {
  const types = brand.productTypes?.map(({ type }) => type) ?? []
  if (types.length === 0) return []
  const offered = await listOfferedTypes(db, instance)
  return types.filter((type) => offered.includes(type))
}

/**
 * A production with its performances; undefined if it is not in the programme. Its `id` is its current address.
 * @param address any address that it has or had, or its id
 */
export async function readEvent(
  context: AppContext,
  address: string,
  entitlement: Entitlement = anonymousVisitor,
): Promise<Event | undefined> {
  const production = (await context.catalogue.productionAt(address))?.production
  const instances = production ? await instancesOf(context, production.id, entitlement) : []
  const [first] = instances
  if (!production || !first) return undefined
  const sales = new Map((await context.catalogue.performances()).map((details) => [details.id, details.sale]))
  return {
    ...production,
    id: first.event,
    closed: closedEventCode(instances.map((instance) => ({ availability: instance.availability, sale: sales.get(instance.id)! }))),
    ...labelled(availabilityOfEvent(instances.map((instance) => instance.availability))),
    timeZone: first.timeZone,
    priceFrom: lowestOf(instances.filter((instance) => instance.availability !== 'passed')),
    hasFood: context.brand.foodAndDrink === true && (await listFoodProductions(context.db)).includes(first.event),
    instances,
  }
}

export async function readInstance(
  context: AppContext,
  id: string,
  entitlement: Entitlement = anonymousVisitor,
): Promise<Instance | undefined> {
  const details = await context.catalogue.performanceDetails(id)
  const performanceDetails = details && (entitlement.isStaff || isVisibleTo(entitlement.programmes, details)) ? details : undefined
  const hall = performanceDetails && (await context.catalogue.hall(performanceDetails.hall, performanceDetails.planVersion))
  if (!performanceDetails || !hall) return undefined
  const { gallery: _gallery, ...production } = performanceDetails.production
  const instances = await instancesOf(context, production.id, entitlement)
  const { sale, isEarly } = eligibilityOf(entitlement, performanceDetails, await context.catalogue.now())
  return {
    ...instances.find((instance) => instance.id === id)!,
    production: { ...production, id: performanceDetails.address },
    hall: performanceDetails.hall,
    planVersion: performanceDetails.planVersion,
    seatingVersion: seatingVersionOf(performanceDetails, await context.catalogue.priceTable(performanceDetails.priceList)),
    hallName: hall.plan.name,
    waitingRoom: waitingRoomOf(context.queue.of(id)),
    runningTime: performanceDetails.production.runningTime,
    generalSaleAt: new Date(performanceDetails.generalSaleAt).toISOString(),
    priority: shownPriorityOf(performanceDetails),
    isEarly,
    restrictedTo: sale === 'restricted' ? [...(performanceDetails.members ?? [])] : [],
    form: (context.brand.features.forms && performanceDetails.form) || null,
    products: await readOfferedTypes(context, id),
    hasFood: context.brand.foodAndDrink === true && (await findMenus(context.db, id)).hasMenus,
    hasDaySeats: (await findDraw(context.db, id)) !== undefined,
    others: instances.filter((instance) => instance.id !== id && instance.availability !== 'passed'),
  }
}

const waitingRoomOf = (room: StoredWaitingRoom | undefined): Instance['waitingRoom'] =>
  room ? { gathersAt: new Date(room.gathersAt).toISOString(), opensAt: new Date(room.opensAt).toISOString() } : null
