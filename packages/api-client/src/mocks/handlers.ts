import { http, HttpResponse, type RequestHandler } from 'msw'
import { type Problem, problem, problems } from '@playhouse/domain/problem'
import { contract, type Endpoint, isOpenTo } from '#contract'
import type { AnyAnswer } from './answers.ts'
import { afterSaleAnswers } from './after-sale.ts'
import { authAnswers } from './auth.ts'
import { ballotAnswers } from './ballot.ts'
import { basketAnswers } from './basket.ts'
import { catalogueAnswers } from './catalogue.ts'
import { checkoutAnswers } from './checkout.ts'
import { counterAnswers } from './counter.ts'
import { createMockCounter } from './mock-counter.ts'
import { whyClosed } from './add-seats.ts'
import { outlookFor } from './kept-seats.ts'
import type { MockShop, MockVisit } from './mock-shop.ts'
import { meAnswers, siteAnswers } from './people.ts'
import { queueAnswers } from './queue.ts'
import { seatAnswers } from './seats.ts'
import { staffAnswers } from './staff.ts'
import { streamSeats } from './seat-stream.ts'
import { ticketAnswers } from './tickets.ts'
import { voucherAnswers } from './vouchers.ts'

const cookie = 'mock-sid'

/** The whole API as msw handlers over one mock shop; input is checked by the contract, as the server does. */
export function createHandlers(shop: MockShop, origin = ''): RequestHandler[] {
  const counters = createMockCounter(shop)
  const answers = {
    site: siteAnswers(shop),
    catalogue: catalogueAnswers(shop),
    seats: seatAnswers(shop),
    auth: authAnswers(shop),
    ballot: ballotAnswers(shop),
    basket: basketAnswers(shop),
    checkout: checkoutAnswers(shop),
    me: meAnswers(shop),
    queue: queueAnswers(shop),
    tickets: ticketAnswers(shop),
    staff: staffAnswers(shop, counters),
    counter: counterAnswers(shop, counters),
    afterSale: afterSaleAnswers(shop, counters),
    vouchers: voucherAnswers(shop),
  } satisfies Record<keyof typeof contract, object>
  const built = Object.entries(contract).flatMap(([group, endpoints]) =>
    Object.entries<Endpoint>(endpoints).flatMap(([name, endpoint]) =>
      endpoint.stream
        ? []
        : handle(shop, origin, endpoint, (answers[group as keyof typeof answers] as unknown as Record<string, AnyAnswer>)[name]!),
    ),
  )
  const unknown = (instance: string) => (shop.performance(instance) ? undefined : refuse(problem('instance-unavailable'), {}))
  const asking = (request: Request): MockVisit => visitOf(shop, cookieOf(request)).visit
  const forVisitors = streamSeats(origin, {
    outlook: (request, instance) => outlookFor(shop, asking(request), instance),
    refuse: (request, instance) => {
      const shut = unknown(instance)
      if (shut) return shut
      const visit = asking(request)
      const closed = whyClosed(shop, visit, shop.performance(instance)!)
      const why = shop.queue.refuse(instance, visit) ?? (closed?.code === 'instance-priority' ? closed : undefined)
      return why && refuse(why, {})
    },
  })
  const forCounter = streamSeats(origin, {
    outlook: (_request, instance) => shop.outlook(instance),
    path: contract.counter.seatsStream.path,
    refuse: (request, instance) => {
      const at = counters.at(asking(request))
      return at.ok ? unknown(instance) : refuse(at.error, {})
    },
  })
  return [...built, forVisitors, forCounter]
}

const cookieOf = (request: Request): string | undefined => /mock-sid=([\w-]+)/.exec(request.headers.get('cookie') ?? '')?.[1]

const lowerCase = (method: Endpoint['method']) => method.toLowerCase() as Lowercase<Endpoint['method']>

function handle(shop: MockShop, origin: string, endpoint: Endpoint, answer: AnyAnswer): RequestHandler {
  return http[lowerCase(endpoint.method)](`${origin}/api${endpoint.path}`, async ({ request, params, cookies }) => {
    const { id, visit } = visitOf(shop, cookies[cookie] ?? cookieOf(request))
    const headers: Record<string, string> = shop.hasOneVisitor ? {} : { 'set-cookie': `${cookie}=${id}; Path=/; SameSite=Lax` }
    const isGuest = visit.customer?.isGuest ?? false
    if (endpoint.access === 'customer' && !isOpenTo(endpoint, { isGuest, isByLink: false }))
      return refuse(problem('login-required'), headers)
    const body = endpoint.body.safeParse(endpoint.method === 'GET' ? {} : JSON.parse((await request.text()) || '{}'))
    const path = endpoint.params.safeParse(params)
    const query = endpoint.query.safeParse(Object.fromEntries(new URL(request.url).searchParams))
    const wrong = body.error ?? path.error ?? query.error
    if (wrong) return refuse(problem('invalid-input', { fields: wrong.issues.map((issue) => issue.path.join('.')) }), headers)
    const behind = endpoint.passFor && ((endpoint.passFor === 'body' ? body.data : path.data) as { readonly instance: string }).instance
    const shut = behind === undefined ? undefined : shop.queue.refuse(behind, visit)
    if (shut) return refuse(shut, headers)
    const result = answer({ params: path.data, query: query.data, body: body.data, visit } as Parameters<AnyAnswer>[0])
    if (!result.ok) return refuse(result.error, headers)
    if (endpoint.file)
      return new HttpResponse(result.value as Uint8Array<ArrayBuffer>, { headers: { ...headers, 'content-type': endpoint.file } })
    return HttpResponse.json(endpoint.reply.parse(result.value) as Record<string, unknown>, { headers })
  })
}

function visitOf(shop: MockShop, id: string | undefined): { id: string; visit: MockVisit } {
  const wanted = shop.hasOneVisitor ? 'visitor' : id
  const known = wanted && shop.visits.get(wanted)
  if (known) return { id: wanted, visit: known }
  const fresh = shop.hasOneVisitor ? 'visitor' : crypto.randomUUID()
  const visit = shop.newVisit()
  shop.visits.set(fresh, visit)
  return { id: fresh, visit }
}

function refuse({ code, params }: Problem, headers: Record<string, string>): HttpResponse<string> {
  const { status } = problems[code]
  const details = { type: `urn:playhouse:problem:${code}`, title: code, status, code, params, requestId: 'mock' }
  return new HttpResponse(JSON.stringify(details), { status, headers: { ...headers, 'content-type': 'application/problem+json' } })
}
