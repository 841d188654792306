import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Problem, problem } from '@playhouse/domain/problem'
import type { QueueTicket, WaitingRooms } from '#modules/queue'
import type { Visitor } from '../call.ts'
import { createQueueCookies, type QueueCookies, type QueueTicketCookie, type QueuePass } from './queue-cookies.ts'
import type { TokenSigner } from './token-signer.ts'
import { type QueueHolding, isPassValid } from './queue-status.ts'

/** Stands between a waiting room and the seats: reads and gives what browsers keep, and lets nobody by without a pass. */
export interface QueueGate {
  readonly cookies: QueueCookies
  /** What a browser holds of a waiting room. `cookie` reads its cookies. */
  readHolding(performance: string, cookie: (name: string) => string | undefined, session: () => string | undefined): QueueHolding
  /** The pass made to last as long again, where that is worth a cookie. */
  renewPass(pass: QueuePass): QueuePass | undefined
  setTicketCookie(reply: FastifyReply, place: QueueTicketCookie): void
  clearCookies(reply: FastifyReply, performance: string): void
  setPassCookie(reply: FastifyReply, pass: QueuePass, session: string): void
  /** The problem of somebody who has no pass where one is needed. Who has one, keeps it for longer by this. */
  requirePass(request: FastifyRequest, reply: FastifyReply, performance: string, visitor: Visitor): Problem<'queue-required'> | undefined
  /** After a new session id: the passes that this browser has are the new one's, as far as their places can be handed on. */
  followSession(
    request: FastifyRequest,
    reply: FastifyReply,
    session: { readonly from: string; readonly to: string },
    handOn: (place: QueueTicket) => Promise<boolean>,
  ): Promise<void>
  /** Seconds for which a cookie is kept. */
  cookieMaxAge(kept: QueueTicketCookie | QueuePass): number
  /** Milliseconds for which a pass lasts without being used. */
  readonly passIdleMs: number
}

/** Seconds for which a browser keeps its place: longer than any on-sale. */
const ticketMaxAge = 7 * 24 * 3_600

type QueueGateDeps = {
  readonly waitingRooms: WaitingRooms
  readonly signer: TokenSigner
  readonly secure: boolean
  readonly idleSeconds: number
}

export function createQueueGate({ waitingRooms, signer, secure, idleSeconds }: QueueGateDeps): QueueGate {
  const cookies = createQueueCookies(signer, secure)
  const shape = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  const passIdleMs = idleSeconds * 1_000
  const queueGate: QueueGate = {
    cookies,
    passIdleMs,
    readHolding: (performance, cookie, session) => {
      const pass = cookie(cookies.passName(performance))
      return {
        ticket: cookies.readTicket(performance, cookie(cookies.ticketName(performance))),
        pass: pass === undefined ? undefined : cookies.readPass(performance, pass, session()),
      }
    },
    renewPass: (pass) => {
      const now = waitingRooms.now()
      // An expired pass stays expired: its turn may be another visitor's by now.
      if (pass.until <= now) return undefined
      const until = Math.min(now + passIdleMs, pass.limit)
      return until - pass.until > passIdleMs / 10 ? { ...pass, until } : undefined
    },
    cookieMaxAge: (kept) => ('until' in kept ? Math.max(0, Math.ceil((kept.until - waitingRooms.now()) / 1_000)) : ticketMaxAge),
    setTicketCookie: (reply, place) =>
      void reply.setCookie(cookies.ticketName(place.performance), cookies.writeTicket(place), {
        ...shape,
        maxAge: queueGate.cookieMaxAge(place),
      }),
    clearCookies: (reply, performance) => {
      for (const name of [cookies.ticketName(performance), cookies.passName(performance)]) void reply.clearCookie(name, shape)
    },
    setPassCookie: (reply, pass, session) =>
      void reply.setCookie(cookies.passName(pass.performance), cookies.writePass(pass, session), {
        ...shape,
        maxAge: queueGate.cookieMaxAge(pass),
      }),
    requirePass: (request, reply, performance, visitor) => {
      const room = waitingRooms.of(performance)
      if (!room) return undefined
      const { pass } = queueGate.readHolding(
        room.performance,
        (name) => request.cookies[name],
        () => visitor.session,
      )
      if (!isPassValid(pass, room, waitingRooms.now())) return problem('queue-required', { instance: performance })
      const longer = queueGate.renewPass(pass)
      if (longer) queueGate.setPassCookie(reply, longer, visitor.session!)
      return undefined
    },
    followSession: async (request, reply, { from, to }, handOn) => {
      const prefix = cookies.passName('')
      for (const name of Object.keys(request.cookies)) {
        if (!name.startsWith(prefix)) continue
        const { ticket: place, pass } = queueGate.readHolding(
          name.slice(prefix.length),
          (each) => request.cookies[each],
          () => from,
        )
        if (pass && place?.round === pass.round && (await handOn(place))) queueGate.setPassCookie(reply, pass, to)
      }
    },
  }
  return queueGate
}
