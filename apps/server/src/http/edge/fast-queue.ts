import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Maintenance } from '#modules/maintenance'
import type { StoredWaitingRoom, WaitingRooms } from '#modules/queue'
import { sessionKeyOf } from '#modules/session'
import type { QueueGate } from '../visitor/queue-gate.ts'
import type { JoinQueue } from '../visitor/join-queue.ts'
import type { QueueTicketCookie, QueuePass } from '../visitor/queue-cookies.ts'
import type { SaleReporter, SaleReport } from './sale-progress.ts'
import { isForeign } from './security.ts'
import { cookieName } from '../visitor/visitor.ts'
import { includesSale, type QueueHolding, type QueueStatus, queueStatusOf } from '../visitor/queue-status.ts'

/** Handles a request, or calls `passOn` to pass it to the framework. */
export type FastHandler = (request: IncomingMessage, response: ServerResponse, passOn: () => void) => void

/** Runs a handler before the framework, on the first address that the server listens on. */
export function handleBeforeFramework({ server }: FastifyInstance, handler: FastHandler): void {
  const others = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[]
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    handler(request, response, () => {
      for (const handle of others) handle(request, response)
    })
  })
}

const pathPrefix = '/api/queue/'

type FastQueueDeps = {
  readonly waitingRooms: WaitingRooms
  readonly queueGate: QueueGate
  readonly reporter: SaleReporter
  readonly join: JoinQueue
  readonly maintenance: Maintenance
  readonly origin: string
  /** Further origins whose pages may join. */
  readonly callingOrigins?: readonly string[] | undefined
  readonly trustProxy: boolean | number | string
}

/**
 * The fast path of waiting rooms, in which many visitors join within a minute and poll their status. Most of a reply needs
 * no database, and none of it the framework, so it is written before the framework runs. Replies equal those of the routes
 * `queue.join` and `queue.place`, which handle the rest: performances without a waiting room, the first request for one, and
 * refusals.
 */
export function createFastQueue(deps: FastQueueDeps): FastHandler {
  const { waitingRooms, queueGate, reporter, join, maintenance, origin, callingOrigins, trustProxy } = deps
  const callers = new Set(callingOrigins)
  const isSecure = origin.startsWith('https:')
  const sessionName = cookieName(isSecure)
  /** Alternating header names and values. */
  const headers = [
    ...['content-type', 'application/json; charset=utf-8', 'cache-control', 'no-store', 'x-content-type-options', 'nosniff'],
    ...['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
    ...(isSecure ? ['strict-transport-security', 'max-age=31536000; includeSubDomains'] : []),
    ...['content-length', ''],
  ]
  const lengthAt = headers.length - 1
  const attributesOf = (content: QueueTicketCookie | QueuePass): string =>
    `Max-Age=${queueGate.cookieMaxAge(content)}; Path=/; HttpOnly; ${isSecure ? 'Secure; ' : ''}SameSite=Lax`
  const write = (response: ServerResponse, status: QueueStatus, sale: SaleReport, cookie: string | undefined): void => {
    let body = JSON.stringify(status)
    if (includesSale(status)) body = `${body.slice(0, -1)},"sale":${sale.json}}`
    // Written immediately: the next reply reuses this list.
    headers[lengthAt] = String(body.length)
    response.writeHead(200, cookie === undefined ? headers : [...headers, 'set-cookie', cookie])
    // ASCII only, so that head and body are sent in one packet.
    response.end(body, 'latin1')
  }

  const writeStatus = (
    room: StoredWaitingRoom,
    { ticket, pass }: QueueHolding,
    session: () => string | undefined,
    sale: SaleReport,
    response: ServerResponse,
  ): void => {
    const renewedPass = pass && queueGate.renewPass(pass)
    const status = queueStatusOf(waitingRooms, room, { ticket, pass: renewedPass ?? pass })
    const cookie =
      renewedPass &&
      `${queueGate.cookies.passName(room.performance)}=${queueGate.cookies.writePass(renewedPass, session()!)}; ${attributesOf(renewedPass)}`
    write(response, status, sale, cookie)
  }
  const joinAndWrite = async (
    room: StoredWaitingRoom,
    holding: QueueHolding,
    address: string,
    sale: SaleReport,
    response: ServerResponse,
    passOn: () => void,
  ): Promise<void> => {
    // The maintenance gate of the framework decides about a bypass.
    if (await maintenance.closedUntil()) return passOn()
    const joinResult = await join(room, holding, address)
    // Refusals are rare: the framework writes the problem.
    if (!joinResult.ok) return passOn()
    const { status, ticket } = joinResult.value
    const cookie =
      ticket && `${queueGate.cookies.ticketName(ticket.performance)}=${queueGate.cookies.writeTicket(ticket)}; ${attributesOf(ticket)}`
    write(response, status, sale, cookie)
  }

  return (request, response, passOn) => {
    const performance = request.url!.startsWith(pathPrefix) ? request.url!.slice(pathPrefix.length) : undefined
    const room = performance === undefined ? undefined : waitingRooms.of(performance)
    const report = room && reporter.cachedReport(performance!)
    if (!room || !report) return passOn()
    const cookies = cookiesOf(request)
    const cookie = (name: string): string | undefined => cookieOf(cookies, name)
    let sessionKey: string | undefined
    const session = (): string | undefined => {
      const secret = cookie(sessionName)
      sessionKey ??= secret === undefined ? undefined : sessionKeyOf(secret)
      return sessionKey
    }
    if (request.method === 'GET')
      return writeStatus(room, queueGate.readHolding(room.performance, cookie, session), session, report, response)
    const address = clientAddress(request, trustProxy)
    const isRefused = !isEmpty(request) || isForeign(request.headers, origin, callers)
    if (request.method !== 'POST' || isRefused || address === undefined) return passOn()
    joinAndWrite(room, queueGate.readHolding(room.performance, cookie, session), address, report, response, passOn).catch(passOn)
  }
}

/** Whether the body is `{}` as JSON, which a form of another site cannot send. */
const isEmpty = ({ headers }: IncomingMessage): boolean =>
  headers['content-type'] === 'application/json' && headers['content-length'] === '2' && headers['transfer-encoding'] === undefined

/** The client's address, as the framework computes it; undefined when that needs a list of trusted addresses. */
export function clientAddress({ headers, socket }: IncomingMessage, trust: boolean | number | string): string | undefined {
  if (trust === false || trust === 0) return socket.remoteAddress
  if (typeof trust === 'string') return undefined
  const hops = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter(Boolean)
    .reverse()
  return [socket.remoteAddress, ...hops][trust === true ? hops.length : Math.min(trust, hops.length)]
}

/** The raw cookie header. Node.js parses all headers when `headers` is first read, which this avoids. */
function cookiesOf({ rawHeaders }: IncomingMessage): string {
  let cookies = ''
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]!.length === 6 && rawHeaders[at]!.toLowerCase() === 'cookie')
      cookies = cookies === '' ? rawHeaders[at + 1]! : `${cookies}; ${rawHeaders[at + 1]}`
  return cookies
}

/** The value of one cookie; our cookies need no decoding. */
export function cookieOf(cookies: string, name: string): string | undefined {
  for (let at = cookies.indexOf(name); at !== -1; at = cookies.indexOf(name, at + 1)) {
    const from = at + name.length + 1
    if (cookies[from - 1] !== '=' || !(at === 0 || cookies.startsWith('; ', at - 2))) continue
    const end = cookies.indexOf(';', from)
    return cookies.slice(from, end === -1 ? undefined : end)
  }
  return undefined
}
