import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Maintenance } from '#modules/maintenance'
import { type Problem, problem } from '@playhouse/domain/problem'
import type { Seal } from './token-signer.ts'

/** The house closed for maintenance, and the stage door. */
export interface Closure {
  /** Until when it is closed to this visitor; undefined where they may go in. */
  closedTo(request: FastifyRequest, session: string | undefined): Promise<Date | undefined>
  /** The problem of a call that sells while the house is closed. */
  refuse(request: FastifyRequest, session: string | undefined): Promise<Problem<'maintenance'> | undefined>
  /** Whether it is the key of the stage door. Where none is set, there is no stage door. */
  isKey(key: string): boolean
  /** Lets a session in for as long as a bypass lasts. */
  letIn(reply: FastifyReply, session: string): Promise<void>
  /** After a new session id: who was let in stays in. */
  followSession(request: FastifyRequest, reply: FastifyReply, from: string, to: string): Promise<void>
}

/** Milliseconds: a long afternoon's work on the shop. */
const lasts = 4 * 3_600_000

type ClosureParts = {
  readonly maintenance: Maintenance
  readonly seal: Seal
  readonly secure: boolean
  readonly key: string | undefined
  /** The database's clock. */
  readonly now: () => Promise<number>
}

export function createClosure({ maintenance, seal, secure, key, now }: ClosureParts): Closure {
  const name = secure ? '__Host-bypass' : 'bypass'
  const shape = { path: '/', httpOnly: true, sameSite: 'strict', secure } as const
  /** When the bypass of a session ends; bound to it, so that a copied cookie opens nothing. */
  const endOf = async (request: FastifyRequest, session: string | undefined): Promise<number> => {
    const [whose, until] = seal.open('bypass', request.cookies[name] ?? '') ?? []
    return session !== undefined && whose === session && Number(until) > (await now()) ? Number(until) : 0
  }
  const give = (reply: FastifyReply, session: string, until: number): void =>
    void reply.setCookie(name, seal.close('bypass', [session, until]), { ...shape, maxAge: lasts / 1000 })

  const closedTo: Closure['closedTo'] = async (request, session) => {
    const until = await maintenance.closedUntil()
    return until && (await endOf(request, session)) === 0 ? until : undefined
  }
  return {
    closedTo,
    refuse: async (request, session) => {
      const until = await closedTo(request, session)
      return until && problem('maintenance', { until: until.toISOString() })
    },
    isKey: (tried) => key !== undefined && timingSafeEqual(digest(tried), digest(key)),
    letIn: async (reply, session) => give(reply, session, (await now()) + lasts),
    followSession: async (request, reply, from, to) => {
      const until = await endOf(request, from)
      if (until > 0) give(reply, to, until)
    },
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
