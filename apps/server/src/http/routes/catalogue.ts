import type { FastifyReply, FastifyRequest } from 'fastify'
import type { contract, Event, EventSummary, Instance, InstanceSummary, Prices } from '@playhouse/api-client/contract'
import { planMediaType } from '@playhouse/domain/plan'
import { type Problem, problem } from '@playhouse/domain/problem'
import { availabilityOfEvent, bookable, type Production } from '@playhouse/domain/season'
import { fail, ok, type Result } from '@playhouse/domain/result'
import type { Showing, Tariff } from '#modules/catalogue'
import { standingOf, veilFor, whyClosed } from '#modules/eligibility'
import { lowestPrice, priceTypesFor } from '#modules/pricing'
import { type Eligibility, eligibilityOf, type Entitlement, anonymousVisitor } from '@playhouse/domain/eligibility'
import type { Handlers, Visitor } from '../call.ts'
import type { Room } from '#modules/queue'
import type { AppContext } from '../app-context.ts'
import { networkOf } from '../visitor/network.ts'
import { createPlanSender, createSeatsSender } from '../edge/precomputed-replies.ts'
import type { SeatsAtHand } from '../edge/cached-availability.ts'
import type { Viewers } from '../edge/streams.ts'

export function catalogueHandlers(context: AppContext, viewers: Viewers, atHand: SeatsAtHand): Handlers<typeof contract.catalogue> {
  const { catalogue, outlook } = context
  const sendPlan = createPlanSender()
  const sendSeats = createSeatsSender()
  return {
    events: async ({ visitor }) => {
      const standing = await standingOfVisitor(context, visitor)
      const productions = await catalogue.productions()
      const events = await Promise.all(productions.map((production) => summarise(context, production, standing)))
      return ok({ events: events.filter((event) => event !== undefined) })
    },
    event: async ({ params, visitor }) => {
      const event = await readEvent(context, params.event, await standingOfVisitor(context, visitor))
      return event ? ok(event) : fail(problem('event-unavailable'))
    },
    instance: async ({ params, visitor }) => {
      const instance = await readInstance(context, params.instance, await standingOfVisitor(context, visitor))
      return instance ? ok(instance) : fail(problem('instance-unavailable'))
    },
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
      const showing = await catalogue.showing(params.instance)
      if (!showing) return fail(problem('instance-unavailable'))
      const { buys } = eligibilityOf(await standingOfVisitor(context, visitor), showing, await catalogue.now())
      return ok(pricesFor(await catalogue.tariff(showing.priceList), buys))
    },
    availability: async ({ params, visitor, request, reply }) => {
      const showing = await catalogue.showing(params.instance)
      if (!showing) return fail(problem('instance-unavailable'))
      const eligibility = eligibilityOf(await standingOfVisitor(context, visitor), showing, await catalogue.now())
      if (eligibility.sale === 'priority') return fail(whyClosed(eligibility, showing)!)
      const seats = await outlook.of(showing.id, showing.seats, veilFor(showing, eligibility))
      const isForAll = isSameForAll(showing, eligibility)
      if (isForAll && !context.queue.of(showing.id)) atHand.keep(showing.id, seats)
      return sendSeats(request, reply, seats, isForAll)
    },
    availabilityStream: async ({ params, query, visitor, request, reply }) => {
      const showing = await catalogue.showing(params.instance)
      if (!showing) return fail(problem('instance-unavailable'))
      const eligibility = eligibilityOf(await standingOfVisitor(context, visitor), showing, await catalogue.now())
      if (eligibility.sale === 'priority') return fail(whyClosed(eligibility, showing)!)
      const session = visitor.session === undefined ? [] : [`session ${visitor.session}`]
      const looker = { names: [...session, `address ${networkOf(request.ip)}`], veil: veilFor(showing, eligibility) }
      return streamTo({ context, viewers }, { request, reply, after: query.after }, showing, looker)
    },
  }
}

type Line = { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly after: string | undefined }
type Looker = { readonly names: readonly string[]; readonly veil?: ReturnType<typeof veilFor> }

/** Tells somebody of a performance's seats as they change, for as long as they keep the line. */
export async function streamTo(
  { context, viewers }: { readonly context: AppContext; readonly viewers: Viewers },
  { request, reply, after }: Line,
  showing: Showing,
  { names, veil }: Looker,
): Promise<Result<never, Problem>> {
  const admitted = viewers.admit(reply, names)
  if (!admitted.ok) return admitted
  const viewer = admitted.value
  const watch = await context.outlook.watch(showing.id, showing.seats, lastSeen(request.headers['last-event-id'], after), viewer.send, veil)
  viewer.whenGone(watch.stop)
  viewer.begin(watch.first)
  return ok(undefined as never)
}

/** Whether everybody is told of the same seats: none is kept for some, and nobody is let in before others. */
const isSameForAll = ({ kept }: Showing, { sale, isEarly }: Eligibility): boolean => kept.length === 0 && sale === 'open' && !isEarly

/** A browser that comes back by itself says the last event's id; a first visit says the version it was told. */
function lastSeen(id: string | string[] | undefined, after: string | undefined): number | undefined {
  const version = Number(/^\d{1,16}$/.test(String(id)) ? id : (after ?? NaN))
  return Number.isSafeInteger(version) ? version : undefined
}

/** Who has neither account nor basket is a stranger, and costs no question. */
const standingOfVisitor = ({ db, brand }: AppContext, { customer, basketId }: Visitor): Promise<Entitlement> =>
  standingOf(db, brand.timeZone, { customer: customer?.id, basket: basketId })

/** A price list as somebody may know it: prices that are not for them aren't in it. */
export function pricesFor(tariff: Tariff, buys: Eligibility['buys']): Prices {
  const { prices, seatBands, seatBlocks } = tariff.list
  const priceTypes = priceTypesFor(tariff, buys)
  const told = new Set(priceTypes.map(({ id }) => id))
  const ofBands = Object.entries(prices).flatMap(([band, ofBand]): [string, typeof ofBand][] => {
    const some = Object.entries(ofBand).filter(([type]) => told.has(type))
    return some.length > 0 ? [[band, Object.fromEntries(some)]] : []
  })
  return {
    priceTypes: priceTypes.map(({ memberships: _memberships, ...type }) => type),
    prices: Object.fromEntries(ofBands),
    seatBands,
    ...(seatBlocks && { seatBlocks }),
  }
}

async function seatsLeftOf({ outlook }: AppContext, showing: Showing, eligibility: Eligibility): Promise<number> {
  const veil = veilFor(showing, eligibility)
  if (veil) return (await outlook.of(showing.id, showing.seats, veil)).seatsLeft
  return Math.max(0, showing.seats - ((await outlook.claimed()).get(showing.id) ?? 0))
}

async function summariseInstance(context: AppContext, showing: Showing, standing: Entitlement): Promise<InstanceSummary> {
  const eligibility = eligibilityOf(standing, showing, await context.catalogue.now())
  const seatsLeft = await seatsLeftOf(context, showing, eligibility)
  const availability = await context.catalogue.labelOf(showing, seatsLeft, eligibility.isEarly)
  return {
    id: showing.id,
    event: showing.production.id,
    startsAt: new Date(showing.startsAt).toISOString(),
    startsAtLocal: showing.startsLocal,
    timeZone: showing.timeZone,
    availability,
    accessTags: [...showing.accessTags],
    priceFrom: lowestPrice(await context.catalogue.tariff(showing.priceList)) ?? null,
    seatsLeft,
  }
}

async function instancesOf(context: AppContext, production: string, standing: Entitlement): Promise<InstanceSummary[]> {
  const showings = (await context.catalogue.showings()).filter((showing) => showing.production.id === production)
  return Promise.all(showings.map((showing) => summariseInstance(context, showing, standing)))
}

async function summarise(context: AppContext, production: Production, standing: Entitlement): Promise<EventSummary | undefined> {
  const instances = await instancesOf(context, production.id, standing)
  const [first] = instances
  if (!first) return undefined
  const ahead = instances.filter((instance) => instance.availability !== 'passed')
  const { synopsis: _synopsis, warnings: _warnings, streaming: _streaming, ...rest } = production
  return {
    ...rest,
    availability: availabilityOfEvent(instances.map((instance) => instance.availability)),
    firstAt: (ahead[0] ?? first).startsAt,
    lastAt: instances.at(-1)!.startsAt,
    timeZone: first.timeZone,
    priceFrom: lowestOf(ahead),
    accessTags: [...new Set(ahead.flatMap((instance) => instance.accessTags))],
    next: ahead.find((instance) => bookable(instance.availability)) ?? null,
  }
}

const lowestOf = (instances: readonly InstanceSummary[]): InstanceSummary['priceFrom'] =>
  instances.reduce<InstanceSummary['priceFrom']>(
    (lowest, { priceFrom }) => (priceFrom !== null && (lowest === null || priceFrom < lowest) ? priceFrom : lowest),
    null,
  )

/** A production with its performances; undefined for one that isn't in the programme. */
export async function readEvent(context: AppContext, id: string, standing: Entitlement = anonymousVisitor): Promise<Event | undefined> {
  const production = (await context.catalogue.productions()).find((each) => each.id === id)
  const instances = production ? await instancesOf(context, id, standing) : []
  const [first] = instances
  if (!production || !first) return undefined
  return {
    ...production,
    availability: availabilityOfEvent(instances.map((instance) => instance.availability)),
    timeZone: first.timeZone,
    priceFrom: lowestOf(instances.filter((instance) => instance.availability !== 'passed')),
    instances,
  }
}

export async function readInstance(
  context: AppContext,
  id: string,
  standing: Entitlement = anonymousVisitor,
): Promise<Instance | undefined> {
  const showing = await context.catalogue.showing(id)
  const hall = showing && (await context.catalogue.hall(showing.hall, showing.planVersion))
  if (!showing || !hall) return undefined
  const instances = await instancesOf(context, showing.production.id, standing)
  return {
    ...instances.find((instance) => instance.id === id)!,
    production: showing.production,
    hall: showing.hall,
    planVersion: showing.planVersion,
    hallName: hall.plan.name,
    waitingRoom: waitingRoomOf(context.queue.of(id)),
    runningTime: showing.production.runningTime,
    generalSaleAt: new Date(showing.generalSaleAt).toISOString(),
    priority: showing.priority.map(({ from, memberships }) => ({ from: new Date(from).toISOString(), memberships: [...memberships] })),
    isEarly: eligibilityOf(standing, showing, await context.catalogue.now()).isEarly,
    others: instances.filter((instance) => instance.id !== id && instance.availability !== 'passed'),
  }
}

const waitingRoomOf = (room: Room | undefined): Instance['waitingRoom'] =>
  room ? { gathersAt: new Date(room.gathersAt).toISOString(), opensAt: new Date(room.opensAt).toISOString() } : null
