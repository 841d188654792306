import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import swagger from '@fastify/swagger'
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { jsonSchemaTransform, validatorCompiler } from 'fastify-type-provider-zod'
import { contract } from '@playhouse/api-client/contract'
import { problem } from '@playhouse/domain/problem'
import { originForm } from './edge/request-target.ts'
import { serveAssets } from './edge/assets.ts'
import { serveCalendars } from './edge/calendar-feed.ts'
import { serveCrawlers } from './edge/crawlers.ts'
import { agentHandlers } from './routes/agents.ts'
import { daySeatHandlers } from './routes/day-seats.ts'
import { afterSaleHandlers } from './routes/after-sale.ts'
import { groupBookingHandlers } from './routes/group-bookings.ts'
import { staffVoucherHandlers } from './routes/staff-vouchers.ts'
import { authHandlers } from './routes/auth.ts'
import { ballotHandlers } from './routes/ballot.ts'
import { foodHandlers } from './routes/food.ts'
import { basketHandlers } from './routes/basket.ts'
import { bindGroup, securitySchemes } from './bind.ts'
import { createBasketCookie } from './visitor/basket-cookie.ts'
import { rejectMalformed } from './edge/malformed-request.ts'
import { catalogueHandlers } from './routes/catalogue.ts'
import { checkoutHandlers } from './routes/checkout.ts'
import { counterHandlers } from './routes/counter.ts'
import { createMaintenanceGate } from './visitor/maintenance-gate.ts'
import { createKnownDevices } from './visitor/known-devices.ts'
import { watchForwarding } from './edge/forwarded-headers.ts'
import { createFirstVisits } from './visitor/first-visit.ts'
import { createQueueGate } from './visitor/queue-gate.ts'
import type { AppContext } from './app-context.ts'
import { createJoinQueue } from './visitor/join-queue.ts'
import { meHandlers } from './routes/me.ts'
import { serveOperations } from './edge/operations.ts'
import { servePages } from './edge/page.ts'
import type { LoadRenderer } from './edge/page-renderer.ts'
import { servePolicyReports } from './edge/policy-reports.ts'
import { problemOf, sendProblem } from './edge/problems.ts'
import { paymentLinkHandlers, staffPaymentLinkHandlers } from './routes/payment-links.ts'
import { programmeHandlers } from './routes/programmes.ts'
import { queueHandlers } from './routes/queue.ts'
import { productPerformanceHandlers } from './routes/product-performances.ts'
import { productStockHandlers } from './routes/product-stocks.ts'
import { accessCardHandlers } from './routes/access-cards.ts'
import { offerCodeHandlers } from './routes/offer-codes.ts'
import { subscriptionCardHandlers } from './routes/subscription-cards.ts'
import { programmeCodeHandlers } from './routes/programme-codes.ts'
import { recordHandlers } from './routes/records.ts'
import { handleBeforeFramework, createFastQueue } from './edge/fast-queue.ts'
import { createRecentPages } from './edge/recent-pages.ts'
import { replyCompiler } from './edge/reply-serializer.ts'
import { createSaleReporter } from './edge/sale-progress.ts'
import { createCrossOrigin } from './edge/cross-origin.ts'
import { createTokenSigner } from './visitor/token-signer.ts'
import { createCachedAvailability } from './edge/cached-availability.ts'
import { secure } from './edge/security.ts'
import { serveImages } from './edge/image-route.ts'
import { serveSocialCards } from './edge/social-card-route.ts'
import { seatHandlers } from './routes/seats.ts'
import { siteHandlers } from './routes/site.ts'
import { staffHandlers } from './routes/staff.ts'
import { subscriptionHandlers } from './routes/subscriptions.ts'
import { listingsHandlers } from './routes/listings.ts'
import { packageHandlers } from './routes/packages.ts'
import { tableHandlers } from './routes/table.ts'
import { ticketsHandlers } from './routes/tickets.ts'
import { createMaintenance } from '#modules/maintenance'
import { createSecretVault } from '#modules/staff'
import { createPreviewCatalogue, withoutRoomsInPreviews } from '#modules/shop-preview'
import { createUnknownSessions } from './visitor/unknown-session.ts'
import { createSeatingWatch } from './edge/seating-watch.ts'
import { createStreamSubscribers } from './edge/streams.ts'
import { formHandlers, staffFormHandlers } from './routes/forms.ts'
import { planningHandlers } from './routes/planning.ts'
import { hallHandlers } from './routes/halls.ts'
import { staffAccountHandlers } from './routes/staff-accounts.ts'
import { movingInHandlers } from './routes/moving-in.ts'
import { programmeFileHandlers } from './routes/programme-files.ts'
import { priceListHandlers } from './routes/price-lists.ts'
import { createShopPreviews } from './visitor/shop-previews.ts'
import { shopPreviewHandlers } from './routes/shop-previews.ts'
import { offerHandlers } from './routes/offers.ts'
import { saleWindowsHandlers } from './routes/sale-windows.ts'
import { replanHandlers, seatLockHandlers } from './routes/seat-locks.ts'
import { giftHandlers } from './routes/gifts.ts'
import { voucherHandlers } from './routes/vouchers.ts'
import { createLocalFetch, localRead } from './edge/local-fetch.ts'
import { personalReads } from './edge/personal-reads.ts'
import { limitWaits } from './edge/wait-budget.ts'
import { createTextSender } from './edge/precomputed-replies.ts'

export type { AppContext } from './app-context.ts'
export { logRequest } from './edge/log-request.ts'
export { createRendererLoader } from './edge/page-renderer.ts'

export type HttpOptions = {
  readonly logger: FastifyBaseLogger
  readonly trustProxy: boolean | number | string
  readonly paymentOrigin: string
  /** Origins besides the shop's own whose pages may call the API. */
  readonly callingOrigins?: readonly string[] | undefined
  readonly shopFolder: string
  /** Renders pages; absent: browsers render all pages. */
  readonly loadRenderer?: LoadRenderer
  /** Returns the version of programme and prices, by which rendered pages are cached; absent: they are not cached. */
  readonly pageVersion?: () => Promise<string>
  /** Milliseconds after which the shell of a page is sent before its content is rendered; absent: each page is sent in one piece. */
  readonly shellDelayMs?: number
  readonly brandFolder: string
  /** Secrets that sign cookies and links: the first signs, the others only verify. */
  readonly secrets: readonly string[]
  /** The key that bypasses maintenance; absent: no bypass. */
  readonly maintenanceKey?: string | undefined
  /** The bearer token for `/metrics`; absent: only loopback may read them. */
  readonly metricsToken?: string | undefined
  /** Whether the database answers. */
  readonly ready: () => Promise<boolean>
  /** Counts of violating rows by invariant; empty when no monitor runs. */
  readonly violations?: () => ReadonlyMap<string, number>
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The raw bytes of a callback, over which its signature is computed. */
    rawBody: Buffer | undefined
  }
}

/** Bytes; a basket of fifty seats needs a tenth of it. */
const bodyLimit = 64 * 1024

/** Characters of a validation error that are logged: invalid input may name thousands of fields. */
const maxLoggedLength = 500

/** The shop and its API, on one origin or on two. */
export async function createHttp(given: AppContext, options: HttpOptions): Promise<FastifyInstance> {
  const catalogueWithPreviews = createPreviewCatalogue(given.catalogue, given.db)
  const context = { ...given, catalogue: catalogueWithPreviews, queue: withoutRoomsInPreviews(given.queue) }
  const signer = createTokenSigner(options.secrets)
  const previews = createShopPreviews({ signer, catalogue: catalogueWithPreviews, hasApiOrigin: given.apiOrigin !== undefined })
  const tls = context.origin.startsWith('https:')
  const app = fastify({
    loggerInstance: options.logger,
    trustProxy: trustProxyOption(options.trustProxy),
    bodyLimit,
    genReqId: () => randomUUID(),
    requestTimeout: 30_000,
    return503OnClosing: true,
    rewriteUrl: (request) => previews.strip(request, originForm(request.url ?? '/')),
    // A malformed URL: no route and no hook sees it.
    frameworkErrors: (_error, request, reply) => void sendProblem(request, reply.headers(minimalHeaders(tls)), problem('page-not-found')),
    clientErrorHandler: (error, socket) => rejectMalformed(error, socket, minimalHeaders(tls)),
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(replyCompiler)
  app.setErrorHandler((error, request, reply) => {
    const refusal = problemOf(error)
    if (refusal.code === 'something-wrong') request.log.error({ err: error }, 'request failed')
    else if (refusal.code === 'invalid-input')
      request.log.info({ code: refusal.code, why: String(error).slice(0, maxLoggedLength) }, 'request refused')
    else request.log.info({ code: refusal.code, err: error }, 'request refused')
    const { failure } = request.routeOptions.config
    if (failure && refusal.code === 'something-wrong') return sendProblem(request, reply, problem(failure))
    return sendProblem(request, reply, refusal, preciseStatus(error))
  })
  readJson(app)
  limitWaits(app)
  const waitingRooms = context.queue
  const maintenance = createMaintenance(context.db, context.brand)
  const queueGate = createQueueGate({ waitingRooms, signer, secure: tls, idleSeconds: context.brand.limits.sessionIdleSeconds })
  const reporter = createSaleReporter(context)
  const joinQueue = createJoinQueue({ waitingRooms, throttle: context.throttle })
  const cachedAvailability = createCachedAvailability({ isSecure: tls })
  const recentPages = createRecentPages()
  const fastQueue = createFastQueue({
    waitingRooms,
    queueGate,
    reporter,
    join: joinQueue,
    maintenance,
    origin: context.origin,
    callingOrigins: options.callingOrigins,
    trustProxy: options.trustProxy,
  })
  const crossOrigin = createCrossOrigin(options.callingOrigins ?? [])
  handleBeforeFramework(app, (request, response, passOn) => {
    if (crossOrigin(request, response)) return
    cachedAvailability.handle(request, response, () => recentPages.handle(request, response, () => fastQueue(request, response, passOn)))
  })
  app.decorate('appContext', { ...context, secure: tls })
  app.decorate('queueGate', queueGate)
  app.decorate('unknownSessions', createUnknownSessions(context.throttle))
  app.decorate('firstVisits', createFirstVisits(signer, tls))
  app.decorate('basketCookie', createBasketCookie(signer, tls, context.brand.limits.basketDays))
  app.decorate(
    'maintenanceGate',
    createMaintenanceGate({ maintenance, signer, secure: tls, key: options.maintenanceKey, now: context.catalogue.now }),
  )
  app.decorateRequest('visitor', undefined)
  const warnings = watchForwarding(app, options.trustProxy)
  await app.register(cookie)
  // No client sends compressed bodies, and a few compressed bytes could expand to a hundred megabytes.
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'], globalDecompression: false })
  secure(app, {
    ...{ origin: context.origin, paymentOrigin: options.paymentOrigin, scriptOrigins: context.botCheck?.scripts },
    ...{ apiOrigin: context.apiOrigin, callingOrigins: options.callingOrigins },
  })
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Playhouse', version: '0.1.0', description: 'The box office. Made from the contract.' },
      components: { securitySchemes },
    },
    transform: jsonSchemaTransform,
  })
  previews.serve(app)
  const policyBreaches = servePolicyReports(app, context.origin)
  serveOperations(app, {
    breaches: policyBreaches,
    warnings,
    metricsToken: options.metricsToken,
    ready: options.ready,
    violations: options.violations ?? (() => new Map()),
    waitingRooms: context.queue.all,
    circuit: context.provider.circuit,
  })
  const streams = { subscribers: createStreamSubscribers(), seating: createSeatingWatch(context.catalogue) }
  app.addHook('preClose', async () => {
    streams.seating.close()
    streams.subscribers.close()
  })
  const [site, catalogue] = [siteHandlers(context), catalogueHandlers(context, streams, cachedAvailability)]
  const [ballot, basket] = [ballotHandlers(context), basketHandlers(context)]
  const [food, forms, packages] = [foodHandlers(context), formHandlers(context), packageHandlers(context)]
  const [listings, subscriptions] = [listingsHandlers(context), subscriptionHandlers(context)]
  const localFetch = createLocalFetch([
    ...personalReads(context),
    localRead(contract.catalogue.events, catalogue.events),
    localRead(contract.catalogue.event, catalogue.event),
    localRead(contract.catalogue.instance, catalogue.instance),
    localRead(contract.catalogue.prices, catalogue.prices),
    localRead(contract.catalogue.memberships, catalogue.memberships),
    localRead(contract.catalogue.products, catalogue.products),
    localRead(contract.listings.performances, listings.performances),
    localRead(contract.ballot.read, ballot.read),
    localRead(contract.food.event, food.event),
    localRead(contract.food.instance, food.instance),
    localRead(contract.forms.read, forms.read),
    localRead(contract.packages.list, packages.list),
    localRead(contract.packages.package, packages.package),
    localRead(contract.subscriptions.list, subscriptions.list),
    localRead(contract.subscriptions.flex, subscriptions.flex),
  ])
  await app.register(async (api) => {
    bindGroup(api, 'site', contract.site, site)
    bindGroup(api, 'catalogue', contract.catalogue, catalogue, { isBrowsing: true })
    bindGroup(api, 'listings', contract.listings, listings, { isBrowsing: true })
    bindGroup(api, 'seats', contract.seats, seatHandlers(context))
    bindGroup(api, 'auth', contract.auth, authHandlers(context, createKnownDevices(signer, tls)))
    bindGroup(api, 'ballot', contract.ballot, ballot)
    bindGroup(api, 'food', contract.food, food)
    bindGroup(api, 'tables', contract.tables, tableHandlers(context))
    bindGroup(api, 'packages', contract.packages, packages)
    bindGroup(api, 'subscriptions', contract.subscriptions, subscriptions)
    bindGroup(api, 'basket', contract.basket, basket)
    bindGroup(api, 'checkout', contract.checkout, checkoutHandlers(context))
    bindGroup(api, 'me', contract.me, meHandlers(context))
    bindGroup(api, 'tickets', contract.tickets, ticketsHandlers(context))
    bindGroup(api, 'vouchers', contract.vouchers, voucherHandlers(context))
    bindGroup(api, 'gifts', contract.gifts, giftHandlers(context))
    bindGroup(api, 'forms', contract.forms, forms)
    bindGroup(api, 'programmes', contract.programmes, programmeHandlers(context))
    bindGroup(api, 'queue', contract.queue, queueHandlers(context, { queueGate, reporter, joinQueue }))
    bindGroup(
      api,
      'staff',
      contract.staff,
      staffHandlers(context, createSecretVault(options.secrets), createKnownDevices(signer, tls, 'staff-device')),
    )
    bindGroup(api, 'counter', contract.counter, counterHandlers(context, streams))
    bindGroup(api, 'afterSale', contract.afterSale, afterSaleHandlers(context))
    bindGroup(api, 'paymentLinks', contract.paymentLinks, paymentLinkHandlers(context))
    bindGroup(api, 'staffPaymentLinks', contract.staffPaymentLinks, staffPaymentLinkHandlers(context))
    bindGroup(api, 'groupBookings', contract.groupBookings, groupBookingHandlers(context))
    bindGroup(api, 'staffForms', contract.staffForms, staffFormHandlers(context))
    bindGroup(api, 'planning', contract.planning, planningHandlers(context))
    bindGroup(api, 'halls', contract.halls, hallHandlers(context))
    bindGroup(api, 'programmeFiles', contract.programmeFiles, programmeFileHandlers(context))
    bindGroup(api, 'movingIn', contract.movingIn, movingInHandlers(context))
    bindGroup(api, 'priceLists', contract.priceLists, priceListHandlers(context))
    bindGroup(api, 'offers', contract.offers, offerHandlers(context))
    bindGroup(api, 'accessCards', contract.accessCards, accessCardHandlers(context))
    bindGroup(api, 'subscriptionCards', contract.subscriptionCards, subscriptionCardHandlers(context))
    bindGroup(api, 'offerCodes', contract.offerCodes, offerCodeHandlers(context))
    bindGroup(api, 'saleWindows', contract.saleWindows, saleWindowsHandlers(context))
    bindGroup(api, 'agents', contract.agents, agentHandlers(context))
    bindGroup(api, 'daySeats', contract.daySeats, daySeatHandlers(context))
    bindGroup(api, 'seatLocks', contract.seatLocks, seatLockHandlers(context))
    bindGroup(api, 'productPerformances', contract.productPerformances, productPerformanceHandlers(context))
    bindGroup(api, 'productStocks', contract.productStocks, productStockHandlers(context))
    bindGroup(api, 'programmeCodes', contract.programmeCodes, programmeCodeHandlers(context))
    bindGroup(api, 'records', contract.records, recordHandlers(context))
    bindGroup(api, 'replans', contract.replans, replanHandlers(context))
    bindGroup(api, 'shopPreviews', contract.shopPreviews, shopPreviewHandlers(context, previews))
    bindGroup(api, 'staffAccounts', contract.staffAccounts, staffAccountHandlers(context))
    bindGroup(api, 'staffVouchers', contract.staffVouchers, staffVoucherHandlers(context))
  })
  app.get(
    '/openapi.json',
    { schema: { hide: true } },
    createTextSender(() => app.swagger()),
  )
  await serveAssets(app, { brand: context.brand, shopFolder: options.shopFolder, brandFolder: options.brandFolder })
  serveCrawlers(app, context)
  serveCalendars(app, context)
  serveSocialCards(app, context)
  serveImages(app, context)
  await servePages(app, context, recentPages, { ...options, localFetch })
  return app
}

/** Headers of replies that no hook processes. */
const minimalHeaders = (tls: boolean) => ({
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  ...(tls && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
})

/** A status more precise than the problem code's: body too large, range not satisfiable. */
const preciseStatus = (error: unknown): number | undefined =>
  error instanceof Error && 'statusCode' in error ? [413, 416].find((status) => status === error.statusCode) : undefined

/** Converts a number of hops to the framework's trust function. */
function trustProxyOption(trust: boolean | number | string): boolean | string | ((address: string, hop: number) => boolean) {
  return typeof trust === 'number' ? (_address, hop) => hop < trust : trust
}

/** Parses JSON bodies only, which a form of another site cannot send, and keeps the raw bytes of signed callbacks. */
function readJson(app: FastifyInstance): void {
  app.decorateRequest('rawBody', undefined)
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (request.routeOptions.config.access === 'provider') request.rawBody = body as Buffer
    if (body.length === 0) done(null, undefined)
    else void parse(request, body.toString(), done)
  })
}
