import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import pino, { type Logger } from 'pino'
import type { Brand } from '@playhouse/domain/brand'
import { createBotCheck } from '#adapters/bot-check'
import { createMailer, startMailbox, Undeliverable } from '#adapters/mail'
import { createPaymentProvider } from '#adapters/payment'
import { createSandboxTerminal } from '#adapters/terminal'
import { createWallets, readPassIcons } from '#adapters/wallet'
import { type Config, isTestMode } from '#config'
import { type Closing, findDatabase, migrateWithoutTimeout, openPool, retryWhileBusy } from '#db'
import { createHttp, createRendererLoader, type AppContext, logRequest } from '#http'
import { sweepLinks } from '#modules/auth'
import { drawBallots } from '#modules/ballot'
import { releaseStrayClaims, expireBaskets, releaseLapsedClaims } from '#modules/basket'
import { createCatalogue, createPageVersions, readBrand } from '#modules/catalogue'
import { drawDaySeats } from '#modules/day-seats'
import { expireCredit } from '#modules/credit'
import { sweepEmailChanges } from '#modules/customer'
import { createInvariantMonitor, type InvariantMonitor } from '#modules/invariant'
import { checkWhenDue, reopenStuckBaskets, readDeployment, reconcilePayments, withCircuit } from '#modules/payment'
import { createImporter, createLiveBrand, currentBrand, seedRecords } from '#modules/planning'
import { openWaitingRooms } from '#modules/queue'
import { queuePerformanceReminders } from '#modules/reminder'
import { chargeMonthlyGifts } from '#modules/monthly-gift'
import { renewMemberships } from '#modules/renewal'
import { expirePaymentLinks } from '#modules/payment-link'
import { applyDuePrices, releaseDueLocks } from '#modules/planning'
import { queueGroupReminders } from '#modules/group-booking'
import { lapseReservations, queueReservationReminders } from '#modules/reservation'
import { applyRetention } from '#modules/retention'
import { createSeatAvailability, sweepChanges } from '#modules/seating'
import { sweepSessions } from '#modules/session'
import { createSecretVault, sweepStaffSessions } from '#modules/staff'
import { issueDueGifts } from '#modules/membership'
import { type IssueDeps, issueDueVouchers } from '#modules/voucher'
import { createThrottle } from '#modules/throttle'
import { createOutboxHandlers, type OutboxDeps, type PeriodicJob, runPeriodically, startOutbox } from '#jobs'
import { startSandbox } from './sandbox.ts'
import { seed } from './seed.ts'
import { seedStaff } from './seed-staff.ts'

export type RunningServer = { readonly origin: string; readonly stop: () => Promise<void> }

const repository = fileURLToPath(new URL('../../../', import.meta.url))

/**
 * Database connections of one process, by pool. Requests and periodic jobs have separate pools, so that neither starves the other.
 * The third pool serves reads of the catalogue and the readiness check: it runs no transactions, so its queries never wait for one.
 */
const poolSizes = { requests: 15, jobs: 5, reads: 3 } as const

/** Composes the server and starts it. If a part fails to start, the parts that were started before it are stopped. */
export async function startServer(config: Config): Promise<RunningServer> {
  const logger = pino({
    level: config.logLevel,
    redact: ['req.headers.cookie', 'req.headers.authorization'],
    serializers: { req: logRequest },
  })
  const closing: Closing = []
  const stop = async (): Promise<void> => {
    for (const close of closing.splice(0).reverse())
      await close().catch((error: unknown) => logger.error({ err: error }, 'a part of the server failed to stop'))
  }
  try {
    await open(config, logger, closing)
    return { origin: config.publicOrigin, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function open(config: Config, logger: Logger, closing: Closing): Promise<void> {
  const { brandFolder } = config
  const brandFile = applySettings(await readBrand(brandFolder), config)
  const addresses = await findDatabase(config, closing, (message) => logger.warn(message))
  const pool = (name: keyof typeof poolSizes): AppContext['db'] =>
    openPool(addresses.application, closing, {
      size: poolSizes[name],
      onConnectionLost: (error) => logger.warn({ err: error, pool: name }, 'database connection lost'),
      onNested: (error) => logger.error({ err: error, pool: name }, 'nested database connection'),
    })
  const [db, jobs, reads] = [pool('requests'), pool('jobs'), pool('reads')]
  await retryWhileBusy(() => migrateWithoutTimeout(addresses))
  const isTest = isTestMode(config)
  await retryWhileBusy(() => seedRecords(db, brandFile))
  const { brand, refresh: refreshBrand } = await retryWhileBusy(() => createLiveBrand(reads, brandFile))
  if (config.seed === 'auto' && (await seed(db, brand, { isTestMode: isTest })))
    logger.info({ brand: brand.id, isTestMode: isTest }, 'season seeded')
  if (config.seed === 'auto' && isTest) await seedStaff(db, createSecretVault([config.secret, ...config.formerSecrets]))

  if (config.payment.sandboxPort) {
    const sandbox = await startSandbox(config, brand.name, (message) => logger.warn(message))
    closing.push(sandbox.stop)
  }
  const { mail } = config
  const folder = join(config.dataFolder, 'mail')
  if (mail.mailboxPort) {
    const mailbox = await startMailbox({
      folder,
      port: mail.mailboxPort,
      host: config.testSites.host,
      password: config.testSites.password,
    })
    closing.push(mailbox.stop)
  }
  const availability = createSeatAvailability(db, { onFailure: (error) => logger.error({ err: error }, 'seat availability read failed') })
  closing.push(availability.close)
  const queue = await openWaitingRooms(db, {
    sessionIdleSeconds: brand.limits.sessionIdleSeconds,
    onFailure: (error) => logger.error({ err: error }, 'waiting rooms read failed'),
  })
  closing.push(queue.close)
  const programme = createCatalogue(reads)
  const importer = createImporter(addresses.application, () => currentBrand(brand))
  closing.push(importer.close)
  const context: AppContext = {
    db,
    brand,
    catalogue: { ...programme, refresh: async () => void (await Promise.all([programme.refresh(), refreshBrand()])) },
    availability,
    importFiles: importer.importFiles,
    provider: withCircuit(createPaymentProvider(config.payment), {
      onChange: (circuit) => logger.warn({ circuit }, 'payment circuit breaker state changed'),
    }),
    formerProvider: config.formerPayment && withCircuit(createPaymentProvider(config.formerPayment)),
    terminal: config.payment.sandboxPort === undefined ? undefined : createSandboxTerminal(config.payment),
    origin: config.publicOrigin,
    apiOrigin: config.apiOrigin,
    otherCounter: config.otherCounter,
    throttle: createThrottle(db),
    botCheck: createBotCheck(config.botCheck),
    queue,
    wallets: createWallets(config.wallets, { brand, icons: await readPassIcons(brandFolder) }),
  }
  // Loads the catalogue, which every request reads, before the first request.
  await retryWhileBusy(() => context.catalogue.performances())
  const mailer = createMailer(mail.url ? { url: mail.url, from: mail.from } : { folder, from: mail.from })
  const invariantMonitor = createInvariantMonitor(jobs, (invariant, rows) => logger.error({ invariant, rows }, 'invariant violated'))
  let isStopping = false
  const shopFolder = join(repository, 'apps/shop/dist')
  const loadRenderer = createRendererLoader(shopFolder, brand)
  const pageVersion = createPageVersions(reads, context.catalogue).current
  const http = await createHttp(context, {
    logger,
    trustProxy: config.trustProxy,
    paymentOrigin: config.payment.page,
    callingOrigins: config.callingOrigins,
    shopFolder,
    loadRenderer,
    pageVersion,
    shellDelayMs: 1_000,
    brandFolder,
    secrets: [config.secret, ...config.formerSecrets],
    maintenanceKey: config.maintenanceKey,
    metricsToken: config.metricsToken,
    ready: async () => !isStopping && (await sql`select 1`.execute(reads)).rows.length === 1,
    violations: invariantMonitor.violations,
  })
  closing.push(() => http.close())
  // The first visitors of a shop that sells get a rendered page. Elsewhere the first page loads the renderer.
  if (!isTest) await loadRenderer().catch((error: unknown) => logger.error({ err: error }, 'page renderer failed to load'))
  await http.listen({ port: config.port, host: config.host })
  const jobContext = { ...context, db: jobs }
  const codeVault = createSecretVault([config.secret, ...config.formerSecrets], 'gift voucher code')
  const periodicJobs = startPeriodicJobs(
    { ...jobContext, codeVault, pageVersion },
    createOutboxHandlers({ ...jobContext, mailer, codeVault }),
    invariantMonitor,
    logger,
  )
  closing.push(() => Promise.all(periodicJobs.map((job) => job.stop())))
  // A load balancer must see the process as not ready before it stops: requests until then are still served.
  closing.push(() => {
    isStopping = true
    return wait(config.drainSeconds * 1000)
  })
}

/** The brand with the settings that this deployment overrides. */
const applySettings = (brand: Brand, { holdSeconds, loginStyle, isTestShop }: Config): Brand => ({
  ...brand,
  ...(holdSeconds && { limits: { ...brand.limits, holdSeconds } }),
  ...(loginStyle && { login: { ...brand.login, style: loginStyle } }),
  ...(isTestShop && { isTestShop }),
})

/** Releases baskets and seats that a defect left behind, and logs them as errors, like violated invariants. */
async function releaseExpired(db: AppContext['db'], logger: Logger): Promise<void> {
  const baskets = await reopenStuckBaskets(db)
  const seats = await releaseStrayClaims(db)
  if (baskets.length > 0) logger.error({ baskets }, 'baskets of ended payments reopened')
  if (seats.length > 0) logger.error({ seats }, 'seats of ended payments released')
}

/** Seconds: minimum age of the last comparison before the next one, when a process starts and afterwards. */
const compareAfter = { start: 600, later: 86_400 }

/** Finds paid sessions at the provider that match no payment attempt. A comparison that failed is repeated at the next run of the job. */
function comparePayments(context: AppContext, logger: Logger): () => Promise<void> {
  let olderThan = compareAfter.start
  return async () => {
    const { isOwn } = await readDeployment(context.db, context.origin)
    if (!isOwn && olderThan === compareAfter.start)
      logger.error('this database was moved or copied: refunds wait for `pnpm payments adopt`')
    const report = await checkWhenDue(context, olderThan)
    olderThan = compareAfter.later
    if (report && report.unmatchedSessions > 0)
      logger.error(report, 'paid sessions at the payment provider without an attempt: pnpm payments')
    else if (report) logger.info(report, 'paid sessions at the payment provider were compared')
  }
}

/** Starts the periodic jobs, which any number of server processes may run at once. Intervals are in seconds. */
function startPeriodicJobs(
  context: AppContext & IssueDeps & { readonly pageVersion: () => Promise<string> },
  handlers: OutboxDeps['handlers'],
  invariantMonitor: InvariantMonitor,
  logger: Logger,
): PeriodicJob[] {
  const { db, brand, pageVersion } = context
  const logFailedJob = (name: string, error: unknown): void => logger.error({ err: error, job: name }, 'periodic job failed')
  const deps: OutboxDeps = {
    db,
    handlers,
    onFailure: logFailedJob,
    onDrop: (topic, id) => logger.warn({ topic, id }, 'outbox message dropped: too old'),
    isPermanent: (error) => error instanceof Undeliverable,
  }
  return [
    ...startOutbox(deps),
    // A process that serves no pages follows changes of the programme too.
    runPeriodically(1, 'programme changes', pageVersion, logFailedJob),
    runPeriodically(2, 'basket expiry', () => expireBaskets(db), logFailedJob),
    runPeriodically(20, 'lapsed seat claims', () => releaseLapsedClaims(db), logFailedJob),
    runPeriodically(20, 'payment reconciliation', () => reconcilePayments(context), logFailedJob),
    runPeriodically(60, 'provider session comparison', comparePayments(context, logger), logFailedJob),
    runPeriodically(20, 'stray holds', () => releaseExpired(db, logger), logFailedJob),
    runPeriodically(30, 'invariants', invariantMonitor.check, logFailedJob),
    runPeriodically(10, 'ballot draw', () => drawBallots(db), logFailedJob),
    runPeriodically(10, 'draw of day seats', () => drawDaySeats(context), logFailedJob),
    runPeriodically(1, 'release of locks', () => releaseDueLocks(db), logFailedJob),
    runPeriodically(1, 'scheduled prices', () => applyDuePrices(context), logFailedJob),
    runPeriodically(5, 'reservation expiry', () => lapseReservations(db), logFailedJob),
    runPeriodically(5, 'payment link expiry', () => expirePaymentLinks(db), logFailedJob),
    runPeriodically(60, 'reservation reminders', () => queueReservationReminders(db), logFailedJob),
    runPeriodically(60, 'group reminders', () => queueGroupReminders(db), logFailedJob),
    runPeriodically(60, 'performance reminders', () => queuePerformanceReminders(db), logFailedJob),
    runPeriodically(60, 'gift vouchers of a later day', () => issueDueVouchers(context), logFailedJob),
    runPeriodically(60, 'gift memberships of a later day', () => issueDueGifts(context), logFailedJob),
    runPeriodically(60, 'membership renewals', () => renewMemberships(context), logFailedJob),
    runPeriodically(60, 'monthly gifts', () => chargeMonthlyGifts(context), logFailedJob),
    runPeriodically(600, 'retention', () => applyRetention(db), logFailedJob),
    runPeriodically(60, 'seat change sweep', () => sweepChanges(db), logFailedJob),
    runPeriodically(600, 'credit expiry', () => expireCredit(db), logFailedJob),
    runPeriodically(300, 'staff session sweep', () => sweepStaffSessions(db), logFailedJob),
    runPeriodically(300, 'session sweep', () => sweepSessions(db, brand.limits.sessionIdleSeconds), logFailedJob),
    runPeriodically(300, 'account link sweep', () => sweepLinks(db), logFailedJob),
    runPeriodically(300, 'email change sweep', () => sweepEmailChanges(db), logFailedJob),
  ]
}
