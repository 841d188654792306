import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { timeLimit } from '@playhouse/testing/time-limit'
import { until } from '@playhouse/testing/until'
import { agePayments, closeSales, databaseOf, endHolds, expectInvariants, withholdOrders } from './database.ts'

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

/** Starts a separate server with a separate data folder and three ports from `nth` on. */
export async function openShop(nth: number, settings: Readonly<Record<string, string>> = {}): Promise<Shop> {
  const port = firstPort + nth
  const dataFolder = await mkdtemp(join(tmpdir(), 'ph-e2e-'))
  const origin = `http://localhost:${port}`
  let child: ChildProcess | undefined
  const environment = async (): Promise<Record<string, string | undefined>> => {
    const { DATABASE_URL: _database, ...inherited } = process.env
    const url = process.env['E2E_DATABASE_URL']
    const own = url &&
      !settings['DATABASE_URL'] && { DATABASE_URL: await ownDatabase(url, port), SECRET: 'end-to-end-secret-of-thirty-two-characters' }
    return { ...inherited, ...own, PORT: String(port), DATA_DIR: dataFolder, LOG_LEVEL: 'warn', ...settings }
  }
  const shop: Shop = {
    origin,
    sandbox: `http://localhost:${port + 1}`,
    mailbox: `http://localhost:${port + 2}`,
    dataFolder,
    async start() {
      child = spawn(process.execPath, [main], { env: await environment(), stdio: ['ignore', 'inherit', 'inherit'] })
      const serverProcess = child
      const isReady = (): Promise<boolean> => {
        if (serverProcess.exitCode !== null) throw new Error(`the server ended with ${serverProcess.exitCode}`)
        return ready(origin)
      }
      await until('a server that is ready', isReady, { timeout: timeLimit(120_000), interval: 100 })
    },
    openBeside: async (other) => {
      const { DATABASE_URL, SECRET } = await environment()
      const sharedSettings = { DATA_DIR: dataFolder, ...(DATABASE_URL && SECRET && { DATABASE_URL, SECRET }) }
      return openShop(other, { ...settings, ...sharedSettings })
    },
    async orderQueue(performance, ...order) {
      await run(process.execPath, [waitingRoom, performance, ...order], { env: await environment() })
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
      const { DATA_DIR, DATABASE_URL } = await environment()
      await closeSales(await databaseOf(DATA_DIR!, DATABASE_URL), minutes)
    },
    async withholdOrders() {
      const { DATA_DIR, DATABASE_URL } = await environment()
      return withholdOrders(await databaseOf(DATA_DIR!, DATABASE_URL))
    },
    async agePayments() {
      const { DATA_DIR, DATABASE_URL } = await environment()
      await agePayments(await databaseOf(DATA_DIR!, DATABASE_URL))
    },
    async endHolds(seconds = 0) {
      const { DATA_DIR, DATABASE_URL } = await environment()
      await endHolds(await databaseOf(DATA_DIR!, DATABASE_URL), seconds)
    },
    async expectInvariants() {
      const { DATA_DIR, DATABASE_URL } = await environment()
      await expectInvariants(await databaseOf(DATA_DIR!, DATABASE_URL))
    },
    async stop() {
      const isAlone = settings['DATA_DIR'] === undefined
      const trouble = isAlone ? await shop.expectInvariants().catch((error: unknown) => error) : undefined
      if (child && child.exitCode === null && child.signalCode === null) {
        const exit = once(child, 'exit')
        child.kill('SIGTERM')
        await exit
      }
      await rm(dataFolder, { recursive: true, force: true })
      if (trouble !== undefined) throw trouble
    },
  }
  await shop.start()
  return shop
}

/** With E2E_DATABASE_URL each server gets a separate database there, created at its first start. */
async function ownDatabase(url: string, port: number): Promise<string> {
  const name = `playhouse_e2e_${process.pid}_${port}`
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
  if (!rowCount) await client.query(`create database ${name}`)
  await client.end()
  const own = new URL(url)
  own.pathname = `/${name}`
  return own.href
}

async function ready(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(1000) })).ok
  } catch {
    return false
  }
}
