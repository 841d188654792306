import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Problem, problem } from '@playhouse/domain/problem'
import type { QueueTicket, WaitingRooms } from '#modules/queue'
import type { Visitor } from '../call.ts'
import { createKeepsakes, type Keepsakes, type KeptPlace, type Pass } from './queue-cookies.ts'
import type { Seal } from './token-signer.ts'
import { type Holding, isGood } from './queue-status.ts'

/** Stands between a waiting room and the seats: reads and gives what browsers keep, and lets nobody by without a pass. */
export interface Gate {
  readonly keepsakes: Keepsakes
  /** What a browser holds of a waiting room. `cookie` reads its cookies. */
  holding(performance: string, cookie: (name: string) => string | undefined, session: () => string | undefined): Holding
  /** The pass made to last as long again, where that is worth a cookie. */
  renewed(pass: Pass): Pass | undefined
  keepPlace(reply: FastifyReply, place: KeptPlace): void
  forgetPlace(reply: FastifyReply, performance: string): void
  keepPass(reply: FastifyReply, pass: Pass, session: string): void
  /** The problem of somebody who has no pass where one is needed. Who has one, keeps it for longer by this. */
  refuse(request: FastifyRequest, reply: FastifyReply, performance: string, visitor: Visitor): Problem<'queue-required'> | undefined
  /** After a new session id: the passes that this browser has are the new one's, as far as their places can be handed on. */
  followSession(
    request: FastifyRequest,
    reply: FastifyReply,
    session: { readonly from: string; readonly to: string },
    handOn: (place: QueueTicket) => Promise<boolean>,
  ): Promise<void>
  /** Seconds for which a cookie is kept. */
  lifetime(kept: KeptPlace | Pass): number
  /** Milliseconds for which a pass lasts without being used. */
  readonly passLasts: number
}

/** Seconds for which a browser keeps its place: longer than any on-sale. */
const placeLasts = 7 * 24 * 3_600

type GateParts = { readonly rooms: WaitingRooms; readonly seal: Seal; readonly secure: boolean; readonly idleSeconds: number }

export function createGate({ rooms, seal, secure, idleSeconds }: GateParts): Gate {
  const keepsakes = createKeepsakes(seal, secure)
  const shape = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  const passLasts = idleSeconds * 1_000
  const gate: Gate = {
    keepsakes,
    passLasts,
    holding: (performance, cookie, session) => {
      const pass = cookie(keepsakes.passName(performance))
      return {
        place: keepsakes.readPlace(performance, cookie(keepsakes.placeName(performance))),
        pass: pass === undefined ? undefined : keepsakes.readPass(performance, pass, session()),
      }
    },
    renewed: (pass) => {
      const now = rooms.now()
      // An expired pass stays expired: its turn may be another visitor's by now.
      if (pass.until <= now) return undefined
      const until = Math.min(now + passLasts, pass.limit)
      return until - pass.until > passLasts / 10 ? { ...pass, until } : undefined
    },
    lifetime: (kept) => ('until' in kept ? Math.max(0, Math.ceil((kept.until - rooms.now()) / 1_000)) : placeLasts),
    keepPlace: (reply, place) =>
      void reply.setCookie(keepsakes.placeName(place.performance), keepsakes.writePlace(place), { ...shape, maxAge: gate.lifetime(place) }),
    forgetPlace: (reply, performance) => {
      for (const name of [keepsakes.placeName(performance), keepsakes.passName(performance)]) void reply.clearCookie(name, shape)
    },
    keepPass: (reply, pass, session) =>
      void reply.setCookie(keepsakes.passName(pass.performance), keepsakes.writePass(pass, session), {
        ...shape,
        maxAge: gate.lifetime(pass),
      }),
    refuse: (request, reply, performance, visitor) => {
      const room = rooms.of(performance)
      if (!room) return undefined
      const { pass } = gate.holding(
        room.performance,
        (name) => request.cookies[name],
        () => visitor.session,
      )
      if (!isGood(pass, room, rooms.now())) return problem('queue-required', { instance: performance })
      const longer = gate.renewed(pass)
      if (longer) gate.keepPass(reply, longer, visitor.session!)
      return undefined
    },
    followSession: async (request, reply, { from, to }, handOn) => {
      const prefix = keepsakes.passName('')
      for (const name of Object.keys(request.cookies)) {
        if (!name.startsWith(prefix)) continue
        const { place, pass } = gate.holding(
          name.slice(prefix.length),
          (each) => request.cookies[each],
          () => from,
        )
        if (pass && place?.round === pass.round && (await handOn(place))) gate.keepPass(reply, pass, to)
      }
    },
  }
  return gate
}
