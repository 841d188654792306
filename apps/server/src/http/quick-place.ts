import type { IncomingMessage, ServerResponse } from 'node:http'
import { sessionKeyOf } from '#modules/session'
import type { FastifyInstance } from 'fastify'
import type { WaitingRooms } from '#modules/queue'
import type { Gate } from './gate.ts'
import type { SaleReporter } from './sale-progress.ts'
import { cookieName } from './visitor.ts'
import { hearsOfSale, standingWith } from './waiting.ts'

/** Answers a request at once and says so, or leaves it alone. */
export type QuickAnswer = (request: IncomingMessage, response: ServerResponse) => boolean

/** Lets an answer go before the framework's. Where it listens on more addresses than one, at the first. */
export function answerFirst({ server }: FastifyInstance, answer: QuickAnswer): void {
  const others = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[]
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!answer(request, response)) for (const handle of others) handle(request, response)
  })
}

const path = /^\/api\/queue\/([a-z0-9][a-z0-9-]{0,79})$/

type Parts = { readonly rooms: WaitingRooms; readonly gate: Gate; readonly reporter: SaleReporter; readonly secure: boolean }

/**
 * A whole crowd asks where it stands, over and over, and nothing of the answer needs the database: so it is given before
 * the framework wakes up, at the cost of the bytes. Same answer as the route `queue.place`, which serves what this
 * leaves alone: performances without a waiting room, and the first to ask about one.
 */
export function createQuickPlace({ rooms, gate, reporter, secure }: Parts): QuickAnswer {
  const sessionName = cookieName(secure)
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    ...(secure && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
  return (request, response) => {
    if (request.method !== 'GET') return false
    const performance = path.exec(request.url!)?.[1]
    const room = performance === undefined ? undefined : rooms.of(performance)
    if (!room) return false
    const cookie = (name: string): string | undefined => cookieOf(request.headers.cookie, name)
    let session: string | undefined
    const sessionOf = (): string | undefined => {
      const secret = cookie(sessionName)
      session ??= secret === undefined ? undefined : sessionKeyOf(secret)
      return session
    }
    const holding = gate.holding(room.performance, cookie, sessionOf)
    const longer = holding.pass && gate.renewed(holding.pass)
    const standing = standingWith(rooms, room, longer ? { ...holding, pass: longer } : holding)
    let body = JSON.stringify(standing)
    if (hearsOfSale(standing)) {
      const told = reporter.recent(room.performance)
      if (!told) return false
      body = `${body.slice(0, -1)},"sale":${told.json}}`
    }
    if (longer) {
      const text = gate.keepsakes.writePass(longer, session!)
      const shape = `Max-Age=${gate.lifetime(longer)}; Path=/; HttpOnly; ${secure ? 'Secure; ' : ''}SameSite=Lax`
      response.setHeader('set-cookie', `${gate.keepsakes.passName(room.performance)}=${text}; ${shape}`)
    }
    response.writeHead(200, { ...headers, 'content-length': Buffer.byteLength(body) })
    response.end(body)
    return true
  }
}

/** One cookie of a header; ours need no decoding. */
function cookieOf(header: string | undefined, name: string): string | undefined {
  if (header === undefined) return undefined
  const sign = `${name}=`
  const at = header.startsWith(sign) ? 0 : header.indexOf(`; ${sign}`) + 2
  if (at === 1) return undefined
  const end = header.indexOf(';', at)
  return header.slice(at + sign.length, end === -1 ? undefined : end)
}
