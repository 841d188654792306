import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type DatabaseAddress, migrate, openDatabase, startDatabase } from '../../apps/server/src/db/index.ts'
import { seedSeason } from '../../apps/server/src/modules/catalogue/index.ts'
import { money } from '../../packages/domain/src/money/money.ts'
import { bands } from '../../packages/domain/src/pricing/pricing.ts'
import { writePlan } from '../../packages/domain/src/plan/index.ts'

/** A hall with a number of seats, in rows of a hundred, at one price. Its performances are on sale; one with its id, if none are named. */
export type Hall = { readonly id: string; readonly seats: number; readonly performances?: readonly string[] }
export const halls = {
  large: { id: 'large', seats: 20_000 },
  small: { id: 'small', seats: 1_000 },
  vast: { id: 'vast', seats: 100_000 },
} as const

const seatsPerRow = 100
export const seatName = (seat: number): string => `stalls.${Math.floor(seat / seatsPerRow) + 1}.${(seat % seatsPerRow) + 1}`

/** Starts the shop's embedded PostgreSQL, with durable writes, and seeds halls. */
export async function openBenchShop(seededHalls: readonly Hall[] = Object.values(halls)) {
  const folder = await mkdtemp(join(tmpdir(), 'ph-bench-'))
  const database = await startDatabase({ folder: join(folder, 'postgres'), settings: { max_connections: '200' } })
  const db = openDatabase(database.address, { size: 16 })
  await migrate(db)
  const bridge = JSON.parse(await readFile(new URL('../../brands/bridge/brand.json', import.meta.url), 'utf8')) as { id: string }
  await seedSeason(db, {
    productions: [production],
    performances: seededHalls.flatMap(({ id, performances = [id] }) => performances.map((performance) => performanceOf(performance, id))),
    priceLists: seededHalls.map(priceListOf),
    plans: seededHalls.map(planOf),
    sold: new Map(),
  })
  const close = async (): Promise<void> => {
    await db.destroy()
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { db, address: database.address, folder, brand: bridge.id, close }
}

export type BenchShop = Awaited<ReturnType<typeof openBenchShop>>

/** Starts a server process on that database, in production mode. */
export async function startServer(
  { address, folder }: BenchShop,
  env: Readonly<Record<string, string>> = {},
): Promise<{ origin: string; port: number; pid: number; stop: () => Promise<void> }> {
  const port = await freePort()
  const child: ChildProcess = spawn(process.execPath, [fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url))], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      DATABASE_URL: urlOf(address),
      SECRET: 'the secret of a bench, of thirty-two characters',
      PORT: String(port),
      PAYMENT_SANDBOX_PORT: String(await freePort()),
      MAILBOX_PORT: String(await freePort()),
      DATA_DIR: join(folder, 'server'),
      TRUST_PROXY: 'true',
      LOG_LEVEL: 'silent',
      SEED: 'off',
      NODE_ENV: 'production',
      ...env,
    },
  })
  const origin = `http://localhost:${port}`
  for (
    let tries = 0;
    !(await fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ));
    tries++
  ) {
    if (child.exitCode !== null || tries > 600) throw new Error(`the server does not start (${child.exitCode})`)
    await wait(100)
  }
  return {
    origin,
    port,
    pid: child.pid!,
    stop: async () => {
      const exit = once(child, 'exit')
      child.kill('SIGTERM')
      await exit
    },
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

/** The address of a database as a URL. */
export const urlOf = (address: DatabaseAddress): string =>
  'url' in address
    ? address.url
    : `postgres://${address.user}@localhost:${address.port}/${address.database}?host=${encodeURIComponent(address.host)}`

const production = {
  id: 'the-tempest',
  title: 'The Tempest',
  credit: 'William Shakespeare',
  tagline: 'A storm, an island, a reckoning.',
  synopsis: [{ kind: 'paragraph' as const, text: 'A duke remembers.' }],
  runningTime: 140,
  intervals: 1,
  ageGuidance: 10,
  warnings: [],
  venue: 'The bench',
  copyLanguage: 'en-GB',
  poster: { hue: 210, motif: 'waves' as const },
}

const performanceOf = (id: string, hall: string) => ({
  id,
  production: production.id,
  hall,
  priceList: hall,
  startsAt: '2099-06-01T19:30',
  timeZone: 'Europe/London',
  sale: 'on-sale' as const,
  generalSaleAt: '2020-01-01T10:00',
  accessTags: [],
  soldShare: 0,
})

const priceListOf = ({ id, seats }: Hall) => ({
  id,
  hall: id,
  priceTypes: [{ id: 'full', name: 'Full price', kind: 'full' as const }],
  prices: { a: { full: { price: money(45_00), fee: money(4_50) } } },
  seatBands: [[bands.indexOf('a'), seats] satisfies [number, number]],
})

function planOf({ id, seats }: Hall) {
  const rows = seats / seatsPerRow
  const [width, depth] = [seatsPerRow * 55, rows * 90]
  return writePlan({
    hall: id,
    version: '1',
    name: id,
    stage: {
      polygon: [
        [0, -400],
        [width, -400],
        [width, -100],
        [0, -100],
      ],
      z: 0,
      label: 'Stage',
    },
    views: [{ id: 'house', name: 'House', order: 1, viewBox: { x: -100, y: -500, width: width + 200, height: depth + 700 } }],
    areas: [
      {
        id: 'stalls',
        view: 'house',
        name: 'Stalls',
        outline: [
          [-50, -50],
          [width, -50],
          [width, depth],
          [-50, depth],
        ],
        floorsAboveStage: 0,
        stepFree: true,
        steps: 0,
        entrance: 'Main door',
        toiletMetres: 20,
        rows: Array.from({ length: rows }, (_, row) => ({
          label: String(row + 1),
          seats: Array.from({ length: seatsPerRow }, (_, seat) => ({ number: String(seat + 1), x: seat * 55, y: row * 90, z: row * 15 })),
        })),
      },
    ],
  })
}
