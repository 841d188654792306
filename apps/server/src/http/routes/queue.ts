import type { FastifyRequest } from 'fastify'
import type { contract, WaitingRoomStatus } from '@playhouse/api-client/contract'
import { problem } from '@playhouse/domain/problem'
import { pageAfterQueue } from '@playhouse/domain/queue'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { qrModules } from '#modules/ticket'
import type { Handlers, Visitor } from '../call.ts'
import type { QueueGate } from '../visitor/queue-gate.ts'
import type { AppContext } from '../app-context.ts'
import type { JoinQueue } from '../visitor/join-queue.ts'
import { networkOf } from '../visitor/network.ts'
import type { QueueTicketCookie } from '../visitor/queue-cookies.ts'
import type { SaleReporter } from '../edge/sale-progress.ts'
import { includesSale, type QueueHolding, type QueueStatus, queueStatusOf } from '../visitor/queue-status.ts'

/** Milliseconds in which a place must have moved. */
const linkMaxAgeMs = 600_000

type QueueHandlerDeps = { readonly queueGate: QueueGate; readonly reporter: SaleReporter; readonly joinQueue: JoinQueue }

export function queueHandlers(context: AppContext, { queueGate, reporter, joinQueue }: QueueHandlerDeps): Handlers<typeof contract.queue> {
  const waitingRooms = context.queue
  /** The performance that owns the waiting room: this one, or the one with a waiting room for the whole production. */
  const queueOwnerOf = (performance: string): string => waitingRooms.of(performance)?.performance ?? performance
  const holdingOf = (performance: string, request: FastifyRequest, visitor: Visitor): QueueHolding =>
    queueGate.readHolding(
      queueOwnerOf(performance),
      (name) => request.cookies[name],
      () => visitor.session,
    )
  const statusReply = async (performance: string, holding: QueueHolding): Promise<Result<WaitingRoomStatus, never>> => {
    const room = waitingRooms.of(performance)
    const status: QueueStatus = room ? queueStatusOf(waitingRooms, room, holding) : { state: 'open' }
    return ok(includesSale(status) ? { ...status, sale: (await reporter.report(performance)).sale } : status)
  }
  const exists = async (performance: string): Promise<boolean> => (await context.catalogue.performanceDetails(performance)) !== undefined
  const unavailable = problem('instance-unavailable')

  return {
    place: async ({ params: { instance }, visitor, request, reply }) => {
      if (!(await exists(instance))) return fail(unavailable)
      const holding = holdingOf(instance, request, visitor)
      const longer = holding.pass && queueGate.renewPass(holding.pass)
      if (longer) queueGate.setPassCookie(reply, longer, visitor.session!)
      return statusReply(instance, { ...holding, pass: longer ?? holding.pass })
    },
    join: async ({ params: { instance }, visitor, request, reply }) => {
      if (!(await exists(instance))) return fail(unavailable)
      const holding = holdingOf(instance, request, visitor)
      const room = waitingRooms.of(instance)
      if (!room) return statusReply(instance, holding)
      const joinResult = await joinQueue(room, holding, request.ip)
      if (!joinResult.ok) return joinResult
      const { ticket } = joinResult.value
      if (ticket) queueGate.setTicketCookie(reply, ticket)
      return statusReply(instance, ticket ? { ticket, pass: undefined } : holding)
    },
    enter: async ({ params: { instance }, visitor, request, reply }) => {
      if (!(await exists(instance))) return fail(unavailable)
      const holding = holdingOf(instance, request, visitor)
      const room = waitingRooms.of(instance)
      const { ticket } = holding
      if (!room || !ticket || queueStatusOf(waitingRooms, room, holding).state !== 'admitted') return statusReply(instance, holding)
      const rejection = visitor.session === undefined ? await context.throttle.local('enter', networkOf(request.ip)) : undefined
      if (rejection) return fail(rejection)
      const session = await visitor.ensureSession()
      const limit = await waitingRooms.enter(ticket, session)
      if (limit === undefined) {
        queueGate.clearCookies(reply, room.performance)
        return statusReply(instance, { ticket: undefined, pass: undefined })
      }
      const pass = {
        performance: room.performance,
        round: ticket.round,
        until: Math.min(waitingRooms.now() + queueGate.passIdleMs, limit),
        limit,
      }
      queueGate.setPassCookie(reply, pass, session)
      queueGate.setTicketCookie(reply, { ...ticket, spentAt: limit })
      return statusReply(instance, { ticket, pass })
    },
    move: async ({ params: { instance }, body, visitor, request }) => {
      const performanceDetails = await context.catalogue.performanceDetails(instance)
      if (!performanceDetails) return fail(unavailable)
      const room = waitingRooms.of(instance)
      const holding = holdingOf(instance, request, visitor)
      const { ticket } = holding
      if (!room || !ticket || ticket.spentAt !== 0 || !includesSale(queueStatusOf(waitingRooms, room, holding)))
        return fail(problem('queue-required', { instance }))
      const until = waitingRooms.now() + linkMaxAgeMs
      const to = pageAfterQueue(instance, body.to) ?? `/events/${performanceDetails.address}/${instance}`
      // Behind the #, where no log and no other site sees it.
      const url = `${context.origin}/queue?${new URLSearchParams({ instance, to })}#take=${queueGate.cookies.writeLink({ ...ticket, until })}`
      return ok({ url, until: new Date(until).toISOString(), code: qrModules(url) })
    },
    takeOver: async ({ params: { instance }, body, reply }) => {
      if (!(await exists(instance))) return fail(unavailable)
      const link = queueGate.cookies.readLink(queueOwnerOf(instance), body.token)
      const movedLink = link && (await waitingRooms.move(link, link.until))
      if (!movedLink) return fail(problem('queue-link-over'))
      const { performance, round, number, generation } = movedLink
      const place: QueueTicketCookie = { performance, round, number, generation, spentAt: 0 }
      queueGate.clearCookies(reply, performance)
      queueGate.setTicketCookie(reply, place)
      return statusReply(instance, { ticket: place, pass: undefined })
    },
  }
}
