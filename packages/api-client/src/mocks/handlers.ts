import { http, HttpResponse, type RequestHandler } from 'msw'
import { type Problem, problem, problems } from '@playhouse/domain/problem'
import { contract, type Endpoint, instancesOfPass, isOpenTo, mapPerformanceIds, mapTexts } from '#contract'
import type { AnyMockHandler } from './mock-handler.ts'
import { afterSaleHandlers } from './after-sale.ts'
import { authHandlers } from './auth.ts'
import { ballotHandlers } from './ballot.ts'
import { foodHandlers } from './food.ts'
import { basketHandlers } from './basket.ts'
import { catalogueHandlers } from './catalogue.ts'
import { checkoutHandlers } from './checkout.ts'
import { counterHandlers } from './counter.ts'
import { createMockCounter, type MockCounter } from './mock-counter.ts'
import { closedProblem } from './add-seats.ts'
import { availabilityFor } from './visible-seats.ts'
import type { MockShop, MockVisit } from './mock-shop.ts'
import { networkOf } from './network-limit.ts'
import { formHandlers, staffFormHandlers } from './forms.ts'
import { giftHandlers } from './gifts.ts'
import { listingsHandlers } from './listings.ts'
import { packageHandlers } from './packages.ts'
import { paymentLinkHandlers, staffPaymentLinkHandlers } from './payment-links.ts'
import { meHandlers, siteHandlers } from './people.ts'
import { isVisibleIn } from './eligibility.ts'
import { createPlannedProgramme, type PlannedProgramme } from './planned-programme.ts'
import { hallHandlers } from './halls.ts'
import { movingInHandlers } from './moving-in.ts'
import { programmeFileHandlers } from './programme-files.ts'
import { planningHandlers } from './planning.ts'
import { priceListHandlers } from './price-lists.ts'
import { programmeHandlers } from './programmes.ts'
import { queueHandlers } from './queue.ts'
import { productPerformanceHandlers } from './product-performances.ts'
import { productStockHandlers } from './product-stocks.ts'
import { programmeCodeHandlers } from './programme-codes.ts'
import { recordHandlers } from './records.ts'
import { offerHandlers } from './offers.ts'
import { saleWindowsHandlers } from './sale-windows.ts'
import { seatHandlers } from './seats.ts'
import { shopPreviewHandlers } from './shop-previews.ts'
import { accessCardHandlers } from './access-cards.ts'
import { subscriptionCardHandlers } from './subscription-cards.ts'
import { offerCodeHandlers } from './offer-codes.ts'
import { staffHandlers } from './staff.ts'
import { replanHandlers } from './replans.ts'
import { agentHandlers } from './agents.ts'
import { daySeatHandlers } from './day-seats.ts'
import { createMockLocks, seatLockHandlers } from './seat-locks.ts'
import { staffAccountHandlers, visitOfToken } from './staff-accounts.ts'
import { groupBookingHandlers } from './group-bookings.ts'
import { myGroupNames } from './group-names.ts'
import { staffVoucherHandlers } from './staff-vouchers.ts'
import { streamSeats } from './seat-stream.ts'
import { subscriptionHandlers } from './subscription-handlers.ts'
import { tableHandlers } from './tables.ts'
import { ticketHandlers } from './tickets.ts'
import { voucherHandlers } from './vouchers.ts'

const cookie = 'mock-sid'

/** msw handlers of the whole API over one mock shop. Input is validated by the contract, as on the server. @param origin of the API; '' for the origin of the page */
export function createHandlers(shop: MockShop, origin = ''): RequestHandler[] {
  const counter = createMockCounter(shop)
  const locks = createMockLocks(shop, counter)
  let planned: PlannedProgramme | undefined
  const programme = (): PlannedProgramme => (planned ??= createPlannedProgramme(shop, locks))
  const my = meHandlers(shop)
  const handlers = {
    site: siteHandlers(shop),
    catalogue: catalogueHandlers(shop),
    listings: listingsHandlers(shop),
    seats: seatHandlers(shop),
    auth: authHandlers(shop),
    ballot: ballotHandlers(shop, counter),
    food: foodHandlers(shop, counter),
    tables: tableHandlers(shop, counter),
    packages: packageHandlers(shop),
    subscriptions: subscriptionHandlers(shop),
    basket: basketHandlers(shop),
    checkout: checkoutHandlers(shop),
    me: { ...my, ...myGroupNames(shop, counter, my.orders) },
    programmes: programmeHandlers(shop),
    queue: queueHandlers(shop),
    tickets: ticketHandlers(shop),
    staff: staffHandlers(shop, counter),
    counter: counterHandlers(shop, counter, (id) => programme().things.agent.get(id)!.value.name),
    afterSale: afterSaleHandlers(shop, counter),
    staffAccounts: staffAccountHandlers(shop, counter),
    staffVouchers: staffVoucherHandlers(shop, counter),
    paymentLinks: paymentLinkHandlers(shop, counter),
    staffPaymentLinks: staffPaymentLinkHandlers(shop, counter),
    vouchers: voucherHandlers(shop),
    gifts: giftHandlers(shop),
    forms: formHandlers(shop),
    staffForms: staffFormHandlers(shop, counter),
    groupBookings: groupBookingHandlers(shop, counter),
    halls: hallHandlers(shop, counter, programme),
    programmeFiles: programmeFileHandlers(shop, counter, programme),
    movingIn: movingInHandlers(shop),
    planning: planningHandlers(shop, counter, programme),
    priceLists: priceListHandlers(shop, counter, programme),
    offers: offerHandlers(shop, counter, programme),
    subscriptionCards: subscriptionCardHandlers(shop, counter, programme),
    offerCodes: offerCodeHandlers(shop, counter, programme),
    accessCards: accessCardHandlers(shop, counter, programme),
    saleWindows: saleWindowsHandlers(shop, counter, programme),
    daySeats: daySeatHandlers(shop, counter, programme),
    agents: agentHandlers(shop, counter, programme),
    seatLocks: seatLockHandlers(shop, counter, locks, programme),
    productPerformances: productPerformanceHandlers(shop, counter, programme),
    productStocks: productStockHandlers(shop, counter, programme),
    programmeCodes: programmeCodeHandlers(shop, counter, programme),
    records: recordHandlers(shop, counter, programme),
    replans: replanHandlers(shop, counter, programme),
    shopPreviews: shopPreviewHandlers(shop, programme),
  } satisfies Record<keyof typeof contract, object>
  const built = Object.entries(contract).flatMap(([group, endpoints]) =>
    Object.entries<Endpoint>(endpoints).flatMap(([name, endpoint]) =>
      endpoint.stream
        ? []
        : handle(
            shop,
            counter,
            origin,
            endpoint,
            (handlers[group as keyof typeof handlers] as unknown as Record<string, AnyMockHandler>)[name]!,
          ),
    ),
  )
  const unknownPerformance = (instance: string) => (shop.performance(instance) ? undefined : refuse(problem('instance-unavailable'), {}))
  const visitOfRequest = (request: Request): MockVisit => visitOf(shop, cookieOf(request)).visit
  const seatingVersion = (instance: string): string => shop.pricedPerformanceOf(instance)!.seatingVersion
  const forVisitors = streamSeats(origin, {
    availability: (request, instance) => availabilityFor(shop, visitOfRequest(request), instance),
    seatingVersion,
    problemFor: (request, instance) => {
      const visit = visitOfRequest(request)
      const shut = unknownPerformance(hiddenIds(shop, visit)(instance))
      if (shut) return shut
      const saleProblem = closedProblem(shop, visit, shop.performance(instance)!)
      const why = shop.queue.problemFor(instance, visit) ?? (saleProblem && hidesSeats.has(saleProblem.code) ? saleProblem : undefined)
      return why && refuse(why, {})
    },
  })
  const forCounter = streamSeats(origin, {
    availability: (_request, instance) => shop.availability(instance),
    seatingVersion,
    path: contract.counter.seatsStream.path,
    problemFor: (request, instance) => {
      const session = counter.signedIn(visitOfRequest(request))
      return session.ok ? unknownPerformance(instance) : refuse(session.error, {})
    },
  })
  return [...built, forVisitors, forCounter]
}

/** Problems of a performance whose seats are not shown. */
const hidesSeats: ReadonlySet<Problem['code']> = new Set(['instance-priority', 'instance-restricted'])

/** Returns an id that no performance has in place of one that is hidden from the visitor. */
const hiddenIds =
  (shop: MockShop, visit: MockVisit) =>
  (id: string): string => {
    const performance = shop.performance(id)
    return performance && !isVisibleIn(shop, visit, performance) ? `~${id}` : id
  }

const cookieOf = (request: Request): string | undefined => /mock-sid=([\w-]+)/.exec(request.headers.get('cookie') ?? '')?.[1]

const lowerCaseMethod = (method: Endpoint['method']) => method.toLowerCase() as Lowercase<Endpoint['method']>

function handle(shop: MockShop, counter: MockCounter, origin: string, endpoint: Endpoint, handler: AnyMockHandler): RequestHandler {
  return http[lowerCaseMethod(endpoint.method)](`${origin}/api${endpoint.path}`, async ({ request, params, cookies }) => {
    const { id, visit: ofCookie } = visitOf(shop, cookies[cookie] ?? cookieOf(request))
    const visit = visitOfToken(shop, counter, request.headers.get('authorization')) ?? ofCookie
    visit.network = networkOf(request)
    const headers: Record<string, string> = shop.hasOneVisitor ? {} : { 'set-cookie': `${cookie}=${id}; Path=/; SameSite=Lax` }
    const isGuest = visit.customer?.isGuest ?? false
    if (endpoint.access === 'customer' && !isOpenTo(endpoint, { isGuest, isByLink: false }))
      return refuse(problem('login-required'), headers)
    const staffProblem = endpoint.access === 'staff' ? counter.permissionProblem(visit, endpoint) : undefined
    if (staffProblem) return refuse(staffProblem, headers)
    const body = endpoint.body.safeParse(endpoint.method === 'GET' ? {} : JSON.parse((await request.text()) || '{}'))
    const path = endpoint.params.safeParse(params)
    const query = endpoint.query.safeParse(Object.fromEntries(new URL(request.url).searchParams))
    const wrong = body.error ?? path.error ?? query.error
    if (wrong) return refuse(problem('invalid-input', { fields: wrong.issues.map((issue) => issue.path.join('.')) }), headers)
    const sent = { params: path.data, query: query.data, body: body.data }
    const isVisitors = endpoint.access !== 'staff' && endpoint.access !== 'provider'
    const input = isVisitors ? mapPerformanceIds(sent, hiddenIds(shop, visit)) : sent
    for (const instance of instancesOfPass(endpoint, input)) {
      const shut = shop.queue.problemFor(instance, visit)
      if (shut) return refuse(shut, headers)
    }
    const result = handler({ ...input, visit } as Parameters<AnyMockHandler>[0])
    if (!result.ok)
      return refuse(isVisitors ? mapTexts(result.error, (text) => text.replace(/^~(?=[a-z0-9-]+$)/, '')) : result.error, headers)
    if (endpoint.file)
      return new HttpResponse(result.value as Uint8Array<ArrayBuffer>, { headers: { ...headers, 'content-type': endpoint.file } })
    return HttpResponse.json(endpoint.reply.parse(result.value) as Record<string, unknown>, { headers })
  })
}

function visitOf(shop: MockShop, id: string | undefined): { id: string; visit: MockVisit } {
  const visitId = shop.hasOneVisitor ? 'visitor' : id
  const existingVisit = visitId && shop.visits.get(visitId)
  if (existingVisit) return { id: visitId, visit: existingVisit }
  const newVisitor = shop.hasOneVisitor ? 'visitor' : crypto.randomUUID()
  const visit = shop.newVisit()
  shop.visits.set(newVisitor, visit)
  return { id: newVisitor, visit }
}

function refuse({ code, params }: Problem, headers: Record<string, string>): HttpResponse<string> {
  const { status } = problems[code]
  const details = { type: `urn:playhouse:problem:${code}`, title: code, status, code, params, requestId: 'mock' }
  return new HttpResponse(JSON.stringify(details), { status, headers: { ...headers, 'content-type': 'application/problem+json' } })
}
