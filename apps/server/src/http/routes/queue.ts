import type { FastifyRequest } from 'fastify'
import type { contract, WaitingRoomStatus } from '@playhouse/api-client/contract'
import { problem } from '@playhouse/domain/problem'
import { pageAfterQueue } from '@playhouse/domain/queue'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { qrModules } from '#modules/ticket'
import type { Handlers, Visitor } from '../call.ts'
import type { Gate } from '../visitor/queue-gate.ts'
import type { AppContext } from '../app-context.ts'
import type { Join } from '../visitor/join-queue.ts'
import { networkOf } from '../visitor/network.ts'
import type { KeptPlace } from '../visitor/queue-cookies.ts'
import type { SaleReporter } from '../edge/sale-progress.ts'
import { hearsOfSale, type Holding, type Standing, standingWith } from '../visitor/queue-status.ts'

/** Milliseconds in which a place must have moved. */
const linkLasts = 600_000

type Desk = { readonly gate: Gate; readonly reporter: SaleReporter; readonly join: Join }

export function queueHandlers(context: AppContext, { gate, reporter, join }: Desk): Handlers<typeof contract.queue> {
  const rooms = context.queue
  /** In whose name a line stands before a performance: its own, or that of the evening which has it for all. */
  const lineOf = (performance: string): string => rooms.of(performance)?.performance ?? performance
  const holdingOf = (performance: string, request: FastifyRequest, visitor: Visitor): Holding =>
    gate.holding(
      lineOf(performance),
      (name) => request.cookies[name],
      () => visitor.session,
    )
  const tell = async (performance: string, holding: Holding): Promise<Result<WaitingRoomStatus, never>> => {
    const room = rooms.of(performance)
    const standing: Standing = room ? standingWith(rooms, room, holding) : { state: 'open' }
    return ok(hearsOfSale(standing) ? { ...standing, sale: (await reporter.of(performance)).sale } : standing)
  }
  const isShown = async (performance: string): Promise<boolean> => (await context.catalogue.performanceDetails(performance)) !== undefined
  const unavailable = problem('instance-unavailable')

  return {
    place: async ({ params: { instance }, visitor, request, reply }) => {
      if (!(await isShown(instance))) return fail(unavailable)
      const holding = holdingOf(instance, request, visitor)
      const longer = holding.pass && gate.renewed(holding.pass)
      if (longer) gate.keepPass(reply, longer, visitor.session!)
      return tell(instance, { ...holding, pass: longer ?? holding.pass })
    },
    join: async ({ params: { instance }, visitor, request, reply }) => {
      if (!(await isShown(instance))) return fail(unavailable)
      const holding = holdingOf(instance, request, visitor)
      const room = rooms.of(instance)
      if (!room) return tell(instance, holding)
      const joined = await join(room, holding, networkOf(request.ip))
      if (!joined.ok) return joined
      const { place } = joined.value
      if (place) gate.keepPlace(reply, place)
      return tell(instance, place ? { place, pass: undefined } : holding)
    },
    enter: async ({ params: { instance }, visitor, request, reply }) => {
      if (!(await isShown(instance))) return fail(unavailable)
      const holding = holdingOf(instance, request, visitor)
      const room = rooms.of(instance)
      const { place } = holding
      if (!room || !place || standingWith(rooms, room, holding).state !== 'admitted') return tell(instance, holding)
      const refused = visitor.session === undefined ? await context.throttle.local('enter', networkOf(request.ip)) : undefined
      if (refused) return fail(refused)
      const session = await visitor.ensureSession()
      const limit = await rooms.enter(place, session)
      if (limit === undefined) {
        gate.forgetPlace(reply, room.performance)
        return tell(instance, { place: undefined, pass: undefined })
      }
      const pass = { performance: room.performance, round: place.round, until: Math.min(rooms.now() + gate.passLasts, limit), limit }
      gate.keepPass(reply, pass, session)
      gate.keepPlace(reply, { ...place, spentAt: limit })
      return tell(instance, { place, pass })
    },
    move: async ({ params: { instance }, body, visitor, request }) => {
      const performanceDetails = await context.catalogue.performanceDetails(instance)
      if (!performanceDetails) return fail(unavailable)
      const room = rooms.of(instance)
      const holding = holdingOf(instance, request, visitor)
      const { place } = holding
      if (!room || !place || place.spentAt !== 0 || !hearsOfSale(standingWith(rooms, room, holding)))
        return fail(problem('queue-required', { instance }))
      const until = rooms.now() + linkLasts
      const to = pageAfterQueue(instance, body.to) ?? `/events/${performanceDetails.production.id}/${instance}`
      // Behind the #, where no log and no other site sees it.
      const url = `${context.origin}/queue?${new URLSearchParams({ instance, to })}#take=${gate.keepsakes.writeLink({ ...place, until })}`
      return ok({ url, until: new Date(until).toISOString(), code: qrModules(url) })
    },
    takeOver: async ({ params: { instance }, body, reply }) => {
      if (!(await isShown(instance))) return fail(unavailable)
      const link = gate.keepsakes.readLink(lineOf(instance), body.token)
      const moved = link && (await rooms.move(link, link.until))
      if (!moved) return fail(problem('queue-link-over'))
      const { performance, round, number, generation } = moved
      const place: KeptPlace = { performance, round, number, generation, spentAt: 0 }
      gate.forgetPlace(reply, performance)
      gate.keepPlace(reply, place)
      return tell(instance, { place, pass: undefined })
    },
  }
}
