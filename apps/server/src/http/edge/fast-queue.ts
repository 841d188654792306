import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Maintenance } from '#modules/maintenance'
import type { StoredWaitingRoom, WaitingRooms } from '#modules/queue'
import { sessionKeyOf } from '#modules/session'
import type { Gate } from '../visitor/queue-gate.ts'
import type { Join } from '../visitor/join-queue.ts'
import { networkOf } from '../visitor/network.ts'
import type { KeptPlace, Pass } from '../visitor/queue-cookies.ts'
import type { SaleReporter, Told } from './sale-progress.ts'
import { isForeign } from './security.ts'
import { cookieName } from '../visitor/visitor.ts'
import { hearsOfSale, type Holding, type Standing, standingWith } from '../visitor/queue-status.ts'

/** Answers a request and says so, or leaves it to the framework. */
export type QuickAnswer = (request: IncomingMessage, response: ServerResponse, leave: () => void) => void

/** Lets an answer go before the framework's. Where it listens on more addresses than one, at the first. */
export function answerFirst({ server }: FastifyInstance, answer: QuickAnswer): void {
  const others = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[]
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    answer(request, response, () => {
      for (const handle of others) handle(request, response)
    })
  })
}

const path = '/api/queue/'

type Parts = {
  readonly rooms: WaitingRooms
  readonly gate: Gate
  readonly reporter: SaleReporter
  readonly join: Join
  readonly maintenance: Maintenance
  readonly origin: string
  readonly trustProxy: boolean | number | string
}

/**
 * A whole crowd comes in one minute, and asks where it stands over and over. Little of the answer needs the database,
 * and nothing of it the framework: so it is given before that wakes up, at the cost of the bytes. Same answers as the
 * routes `queue.join` and `queue.place`, which serve what this leaves alone: performances without a waiting room, the
 * first to ask about one, and whatever is out of the ordinary.
 */
export function createQuickQueue({ rooms, gate, reporter, join, maintenance, origin, trustProxy }: Parts): QuickAnswer {
  const secure = origin.startsWith('https:')
  const sessionName = cookieName(secure)
  /** Names and values in turn, as they are written. */
  const headers = [
    ...['content-type', 'application/json; charset=utf-8', 'cache-control', 'no-store', 'x-content-type-options', 'nosniff'],
    ...['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
    ...(secure ? ['strict-transport-security', 'max-age=31536000; includeSubDomains'] : []),
    ...['content-length', ''],
  ]
  const lengthAt = headers.length - 1
  const shapeOf = (kept: KeptPlace | Pass): string =>
    `Max-Age=${gate.lifetime(kept)}; Path=/; HttpOnly; ${secure ? 'Secure; ' : ''}SameSite=Lax`
  const write = (response: ServerResponse, standing: Standing, sale: Told, cookie: string | undefined): void => {
    let body = JSON.stringify(standing)
    if (hearsOfSale(standing)) body = `${body.slice(0, -1)},"sale":${sale.json}}`
    // Written at once: the next answer may have the same list.
    headers[lengthAt] = String(body.length)
    response.writeHead(200, cookie === undefined ? headers : [...headers, 'set-cookie', cookie])
    // Nothing in it is beyond ASCII, and so head and body go out in one piece.
    response.end(body, 'latin1')
  }

  const tell = (
    room: StoredWaitingRoom,
    { place, pass }: Holding,
    session: () => string | undefined,
    sale: Told,
    response: ServerResponse,
  ): void => {
    const longer = pass && gate.renewed(pass)
    const standing = standingWith(rooms, room, { place, pass: longer ?? pass })
    const cookie =
      longer && `${gate.keepsakes.passName(room.performance)}=${gate.keepsakes.writePass(longer, session()!)}; ${shapeOf(longer)}`
    write(response, standing, sale, cookie)
  }
  const takePlace = async (
    room: StoredWaitingRoom,
    holding: Holding,
    network: string,
    sale: Told,
    response: ServerResponse,
    leave: () => void,
  ): Promise<void> => {
    // Who may go in while the house is closed is for the framework's door to say.
    if (await maintenance.closedUntil()) return leave()
    const joined = await join(room, holding, network)
    // Refusals are rare, and have their own form.
    if (!joined.ok) return leave()
    const { standing, place } = joined.value
    const cookie = place && `${gate.keepsakes.placeName(place.performance)}=${gate.keepsakes.writePlace(place)}; ${shapeOf(place)}`
    write(response, standing, sale, cookie)
  }

  return (request, response, leave) => {
    const performance = request.url!.startsWith(path) ? request.url!.slice(path.length) : undefined
    const room = performance === undefined ? undefined : rooms.of(performance)
    const told = room && reporter.recent(performance!)
    if (!room || !told) return leave()
    const cookies = cookiesOf(request)
    const cookie = (name: string): string | undefined => cookieOf(cookies, name)
    let known: string | undefined
    const session = (): string | undefined => {
      const secret = cookie(sessionName)
      known ??= secret === undefined ? undefined : sessionKeyOf(secret)
      return known
    }
    if (request.method === 'GET') return tell(room, gate.holding(room.performance, cookie, session), session, told, response)
    const network = addressOf(request, trustProxy)
    if (request.method !== 'POST' || !isEmpty(request) || isForeign(request.headers, origin) || network === undefined) return leave()
    takePlace(room, gate.holding(room.performance, cookie, session), networkOf(network), told, response, leave).catch(leave)
  }
}

/** Whether it says nothing but `{}`, as JSON: other sites' forms can't. */
const isEmpty = ({ headers }: IncomingMessage): boolean =>
  headers['content-type'] === 'application/json' && headers['content-length'] === '2' && headers['transfer-encoding'] === undefined

/** Who asks, as the framework reckons it; undefined where that takes a list of trusted addresses. */
export function addressOf({ headers, socket }: IncomingMessage, trust: boolean | number | string): string | undefined {
  if (trust === false || trust === 0) return socket.remoteAddress
  if (typeof trust === 'string') return undefined
  const hops = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter(Boolean)
    .reverse()
  return [socket.remoteAddress, ...hops][trust === true ? hops.length : Math.min(trust, hops.length)]
}

/** The cookies of a request as they came. All headers are only put in order where somebody asks for them. */
function cookiesOf({ rawHeaders }: IncomingMessage): string {
  let cookies = ''
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]!.length === 6 && rawHeaders[at]!.toLowerCase() === 'cookie')
      cookies = cookies === '' ? rawHeaders[at + 1]! : `${cookies}; ${rawHeaders[at + 1]}`
  return cookies
}

/** One cookie of several; ours need no decoding. */
export function cookieOf(cookies: string, name: string): string | undefined {
  for (let at = cookies.indexOf(name); at !== -1; at = cookies.indexOf(name, at + 1)) {
    const from = at + name.length + 1
    if (cookies[from - 1] !== '=' || !(at === 0 || cookies.startsWith('; ', at - 2))) continue
    const end = cookies.indexOf(';', from)
    return cookies.slice(from, end === -1 ? undefined : end)
  }
  return undefined
}
