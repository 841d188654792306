import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { timeLimit } from '@playhouse/testing/time-limit'
import { until } from '@playhouse/testing/until'
import pg from 'pg'
import {
  agePayments,
  ageSecondFactors,
  closeDaySeats,
  closeSales,
  databaseOf,
  endHolds,
  expectInvariants,
  expireSubscriptions,
  openDaySeats,
  withholdOrders,
} from './database.ts'
import { isCompleteRun } from './complete-run.ts'
import { copyPreparedShop, createPreparedShops, prepareBrand } from './prepared-shop.ts'

export type Shop = {
  readonly origin: string
  readonly mailbox: string
  readonly sandbox: string
  readonly dataFolder: string
  /** SIGKILL of the server process alone; its database and sandbox continue. */
  kill(): Promise<void>
  /** kill -9 of the embedded database; returns when its supervisor has started another. */
  killDatabase(): Promise<void>
  start(): Promise<void>
  /** Starts another server process on the same database, with three ports from `nth` on. */
  openBeside(nth: number): Promise<Shop>
  /** Opens or changes a waiting room by the command line tool. */
  orderQueue(performance: string, ...order: readonly string[]): Promise<void>
  /** Moves the deadline of every hold to the given seconds from now. Open pages are not notified. */
  endHolds(seconds?: number): Promise<void>
  /** Withholds new orders until the returned function is called: no payment is settled meanwhile. */
  withholdOrders(): Promise<() => Promise<void>>
  /** Makes open payments so old that the reconciler ends them. */
  agePayments(): Promise<void>
  /** Lets the last day of every subscription that was sold pass. */
  expireSubscriptions(): Promise<void>
  /** Opens the entries for day seats of a performance. */
  openDaySeats(performance: string, priceType: string): Promise<void>
  /** Makes the draw of day seats of a performance due. */
  closeDaySeats(performance: string): Promise<void>
  /** Makes the second factor of all staff sessions older than what counts as fresh. */
  ageSecondFactors(): Promise<void>
  /** Closes all sales for the given minutes; 0 opens them. */
  close(minutes: number): Promise<void>
  /** Checks that all invariants of the database hold. */
  expectInvariants(): Promise<void>
  /** Stops the server, and fails where an invariant of the database is broken. */
  stop(): Promise<void>
}

const main = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url))
const waitingRoom = fileURLToPath(new URL('../../apps/server/src/cli/waiting-room.ts', import.meta.url))
const run = promisify(execFile)

/** First of a hundred ports; with E2E_PORT two runs can share a machine. */
const firstPort = Number(process.env['E2E_PORT'] ?? 27_000)

/** Where a shop stores its data. With E2E_DATABASE_URL its database is there, otherwise in the data folder. */
type Storage = { readonly dataFolder: string; readonly databaseUrl: string | undefined }

/**
 * Starts a separate server with a separate data folder, and three ports from `nth` on. An embedded database is a copy of the
 * brand's prepared one, which may move, because the shop's origin is one of plain http.
 */
export async function openShop(nth: number, settings: Readonly<Record<string, string>> = {}): Promise<Shop> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'ph-e2e-'))
  const databaseUrl = await createDatabase(basename(dataFolder))
  if (!databaseUrl)
    await copyPreparedShop(settings['BRAND'] ?? 'bridge', dataFolder, (brand, preparedFolder) => prepareShop(nth, brand, preparedFolder))
  const shop = createShop(nth, settings, { dataFolder, databaseUrl })
  await shop.start()
  return shop
}

async function prepareShop(nth: number, brand: string, dataFolder: string): Promise<void> {
  const shop = createShop(nth, { BRAND: brand }, { dataFolder, databaseUrl: undefined })
  await shop.start()
  await shop.stopServer()
}

/**
 * Playwright's global setup: prepares the shop that each worker needs, and before all journeys those of the other brands. While
 * browsers take the processors, the largest would not be ready within the time limit of a hook. @returns the global teardown
 */
export default async function prepareShops(): Promise<() => Promise<void>> {
  const removePreparedShops = await createPreparedShops()
  if (process.env['E2E_DATABASE_URL']) return removePreparedShops
  const brands = isCompleteRun() ? ['bridge', 'kingston', 'brooklyn'] : ['bridge']
  await Promise.all(brands.map((each, index) => prepareBrand(each, (brand, folder) => prepareShop(index * 10, brand, folder))))
  return removePreparedShops
}

const servers = new Set<ChildProcess>()
/** A worker whose hook exceeds its time limit ends without its `afterAll`; its servers would run beside all later journeys. */
process.once('exit', () => {
  for (const each of servers) each.kill('SIGTERM')
})

function createShop(
  nth: number,
  settings: Readonly<Record<string, string>>,
  { dataFolder, databaseUrl }: Storage,
  isBeside = false,
): Shop & { stopServer(): Promise<void> } {
  const port = firstPort + nth
  const origin = `http://localhost:${port}`
  let child: ChildProcess | undefined
  const environment = (): Record<string, string | undefined> => {
    const { DATABASE_URL: _database, ...inherited } = process.env
    const own = databaseUrl && { DATABASE_URL: databaseUrl, SECRET: 'end-to-end-secret-of-thirty-two-characters' }
    return { ...inherited, ...own, PORT: String(port), DATA_DIR: dataFolder, LOG_LEVEL: 'warn', ...settings }
  }
  const database = () => databaseOf(dataFolder, databaseUrl)
  const shop: ReturnType<typeof createShop> = {
    origin,
    sandbox: `http://localhost:${port + 1}`,
    mailbox: `http://localhost:${port + 2}`,
    dataFolder,
    async start() {
      child = spawn(process.execPath, [main], { env: environment(), stdio: ['ignore', 'inherit', 'inherit'] })
      const serverProcess = child
      servers.add(serverProcess)
      serverProcess.once('exit', () => servers.delete(serverProcess))
      const isReady = (): Promise<boolean> => {
        if (serverProcess.exitCode !== null) throw new Error(`the server ended with ${serverProcess.exitCode}`)
        return ready(origin)
      }
      await until('a server that is ready', isReady, { timeout: timeLimit(120_000), interval: 100 })
    },
    openBeside: async (other) => {
      const beside = createShop(other, settings, { dataFolder, databaseUrl }, true)
      await beside.start()
      return beside
    },
    async orderQueue(performance, ...order) {
      await run(process.execPath, [waitingRoom, performance, ...order], { env: environment() })
    },
    async kill() {
      if (!child) return
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
    },
    async killDatabase() {
      const readPid = async (): Promise<number> =>
        Number((await readFile(join(dataFolder, 'postgres/data/postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0])
      const pid = await readPid()
      process.kill(pid, 'SIGKILL')
      const isAnother = async (): Promise<boolean> => ![0, pid].includes(await readPid())
      await until('another postmaster', isAnother, { interval: 100 })
    },
    async close(minutes) {
      await closeSales(await database(), minutes)
    },
    async withholdOrders() {
      return withholdOrders(await database())
    },
    async expireSubscriptions() {
      await expireSubscriptions(await database())
    },
    async openDaySeats(performance, priceType) {
      await openDaySeats(await database(), performance, priceType)
    },
    async closeDaySeats(performance) {
      await closeDaySeats(await database(), performance)
    },
    async ageSecondFactors() {
      await ageSecondFactors(await database())
    },
    async agePayments() {
      await agePayments(await database())
    },
    async endHolds(seconds = 0) {
      await endHolds(await database(), seconds)
    },
    async expectInvariants() {
      await expectInvariants(await database())
    },
    async stopServer() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const exit = once(child, 'exit')
      child.kill('SIGTERM')
      await exit
    },
    async stop() {
      if (isBeside) return shop.stopServer()
      const trouble = await shop.expectInvariants().catch((error: unknown) => error)
      await shop.stopServer()
      await rm(dataFolder, { recursive: true, force: true })
      if (trouble !== undefined) throw trouble
    },
  }
  return shop
}

/** Creates an empty database at E2E_DATABASE_URL. @returns its URL; undefined without that, where the database is embedded */
async function createDatabase(name: string): Promise<string | undefined> {
  const server = process.env['E2E_DATABASE_URL']
  if (!server) return undefined
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(`create database ${pg.escapeIdentifier(name)}`)
  await client.end()
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

async function ready(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(1000) })).ok
  } catch {
    return false
  }
}
