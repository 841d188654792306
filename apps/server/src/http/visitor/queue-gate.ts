import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Problem, problem } from '@playhouse/domain/problem'
import type { QueueTicket, WaitingRooms } from '#modules/queue'
import type { Visitor } from '../call.ts'
import { createQueueCookies, type QueueCookies, type QueueTicketCookie, type QueuePass } from './queue-cookies.ts'
import type { TokenSigner } from './token-signer.ts'
import { type QueueHolding, isPassValid } from './queue-status.ts'

/** Reads and sets the queue cookies of browsers, and refuses calls without a valid queue pass. */
export interface QueueGate {
  readonly cookies: QueueCookies
  /** The queue ticket and pass of a browser. `cookie` reads its cookies. */
  readHolding(performance: string, cookie: (name: string) => string | undefined, session: () => string | undefined): QueueHolding
  /** The pass with a later end; undefined when it has expired or a new cookie would add little. */
  renewPass(pass: QueuePass): QueuePass | undefined
  setTicketCookie(reply: FastifyReply, place: QueueTicketCookie): void
  clearCookies(reply: FastifyReply, performance: string): void
  setPassCookie(reply: FastifyReply, pass: QueuePass, session: string): void
  /** Returns the problem when a required pass is missing or invalid; renews a valid one. */
  requirePass(request: FastifyRequest, reply: FastifyReply, performance: string, visitor: Visitor): Problem<'queue-required'> | undefined
  /** After a new session id: moves the browser's passes to it, for the tickets that can be transferred. */
  followSession(
    request: FastifyRequest,
    reply: FastifyReply,
    session: { readonly from: string; readonly to: string },
    handOn: (place: QueueTicket) => Promise<boolean>,
  ): Promise<void>
  /** Maximum age of a cookie, in seconds. */
  cookieMaxAge(content: QueueTicketCookie | QueuePass): number
  /** Milliseconds after which an unused pass expires. */
  readonly passIdleMs: number
}

/** Seconds for which a browser keeps its ticket: longer than any on-sale. */
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
    cookieMaxAge: (content) => ('until' in content ? Math.max(0, Math.ceil((content.until - waitingRooms.now()) / 1_000)) : ticketMaxAge),
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
        const { ticket, pass } = queueGate.readHolding(
          name.slice(prefix.length),
          (name) => request.cookies[name],
          () => from,
        )
        if (pass && ticket?.round === pass.round && (await handOn(ticket))) queueGate.setPassCookie(reply, pass, to)
      }
    },
  }
  return queueGate
}
