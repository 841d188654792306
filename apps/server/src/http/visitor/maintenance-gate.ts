import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Maintenance } from '#modules/maintenance'
import { currentPreview } from '#modules/shop-preview'
import { type Problem, problem } from '@playhouse/domain/problem'
import type { TokenSigner } from './token-signer.ts'

/** Closes the shop for maintenance, with a bypass for the operator. */
export interface MaintenanceGate {
  /** The end of maintenance for this visitor; undefined when the shop is open to them. */
  closedUntil(request: FastifyRequest, session: string | undefined): Promise<Date | undefined>
  /** Returns the problem of a sale during maintenance. */
  requireOpen(request: FastifyRequest, session: string | undefined): Promise<Problem<'maintenance'> | undefined>
  /** Whether it is the bypass key. Without a configured key there is no bypass. */
  isBypassKey(key: string): boolean
  /** Grants a session the bypass for {@link bypassMs}. */
  grantBypass(reply: FastifyReply, session: string): Promise<void>
  /** Moves the bypass to a new session id. */
  followSession(request: FastifyRequest, reply: FastifyReply, from: string, to: string): Promise<void>
}

/** Milliseconds for which a bypass is valid. */
const bypassMs = 4 * 3_600_000

type MaintenanceGateDeps = {
  readonly maintenance: Maintenance
  readonly signer: TokenSigner
  readonly secure: boolean
  readonly key: string | undefined
  /** The database's clock. */
  readonly now: () => Promise<number>
}

export function createMaintenanceGate({ maintenance, signer, secure, key, now }: MaintenanceGateDeps): MaintenanceGate {
  const name = secure ? '__Host-bypass' : 'bypass'
  const shape = { path: '/', httpOnly: true, sameSite: 'strict', secure } as const
  /** The end of a session's bypass, epoch milliseconds. The cookie is bound to the session, so a copy is of no use elsewhere. */
  const bypassEnd = async (request: FastifyRequest, session: string | undefined): Promise<number> => {
    const [whose, until] = signer.verify('bypass', request.cookies[name] ?? '') ?? []
    return session !== undefined && whose === session && Number(until) > (await now()) ? Number(until) : 0
  }
  const setBypassCookie = (reply: FastifyReply, session: string, until: number): void =>
    void reply.setCookie(name, signer.sign('bypass', [session, until]), { ...shape, maxAge: bypassMs / 1000 })

  const closedUntil: MaintenanceGate['closedUntil'] = async (request, session) => {
    // Staff look at the shop while it is closed too.
    if (currentPreview()) return undefined
    const until = await maintenance.closedUntil()
    return until && (await bypassEnd(request, session)) === 0 ? until : undefined
  }
  return {
    closedUntil,
    requireOpen: async (request, session) => {
      const until = await closedUntil(request, session)
      return until && problem('maintenance', { until: until.toISOString() })
    },
    isBypassKey: (candidate) => key !== undefined && timingSafeEqual(digest(candidate), digest(key)),
    grantBypass: async (reply, session) => setBypassCookie(reply, session, (await now()) + bypassMs),
    followSession: async (request, reply, from, to) => {
      const until = await bypassEnd(request, from)
      if (until > 0) setBypassCookie(reply, to, until)
    },
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
