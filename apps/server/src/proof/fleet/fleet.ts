import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, SandboxProcess } from '#adapters/payment/testing'
import { DatabaseProxy, type TestDatabase } from '#db/testing'
import { expectInvariants, type HallSize, openTestTheatre, type TestTheatre } from '#testing'
import { Balancer } from './balancer.ts'
import { ProviderProxy } from './provider-proxy.ts'
import { ServerProcess } from './server-process.ts'
import { type Buyer, createBuyer } from './buyer.ts'

/** A server process and the proxy between it and the database. */
export type Member = { readonly process: ServerProcess; readonly database: DatabaseProxy }

/** Server processes behind a balancer on one PostgreSQL, with the real payment sandbox, and a proxy between each two for faults. */
export type Fleet = {
  readonly theatre: TestTheatre
  readonly members: readonly Member[]
  readonly balancer: Balancer
  readonly provider: ProviderProxy
  readonly sandbox: SandboxProcess
  /** The secret with which provider and shop sign. */
  readonly secret: string
  /** A customer who is signed in, and reaches the servers through the balancer. */
  readonly buyer: () => Promise<Buyer>
  readonly guest: () => Buyer
  /** The message ids of every mail sent so far. */
  readonly letters: () => Promise<string[]>
  /** Removes all faults, and starts every server that is not ready. */
  readonly recover: () => Promise<void>
  /** Stops everything, and checks the invariants. */
  readonly close: () => Promise<void>
}

export type FleetOptions = {
  readonly size?: Partial<HallSize>
  readonly env?: Readonly<Record<string, string>>
  /** Settings of the nth process alone. */
  readonly envOf?: (nth: number) => Readonly<Record<string, string>>
  /** A database on another PostgreSQL server than the one that all tests share. */
  readonly database?: TestDatabase
}

/** Starts a fleet. Resolves when every server is ready. */
export async function openFleet(
  servers: number,
  { size = {}, env = {}, envOf = () => ({}), database: existingDatabase }: FleetOptions = {},
): Promise<Fleet> {
  // Released in reverse order; also where a server does not start, so that no process outlives the test.
  await using resources = new AsyncDisposableStack()
  const theatre = await openTestTheatre((brand) => brand, size, existingDatabase)
  resources.defer(() => theatre.database.drop())
  const folder = resources.adopt(await mkdtemp(join(tmpdir(), 'ph-fleet-')), (path) => rm(path, { recursive: true, force: true }))
  const secret = 'what provider and shop sign with'
  const sandbox = resources.adopt(new SandboxProcess(await freePort(), join(folder, 'sandbox'), secret), (sandbox) => sandbox.kill())
  await sandbox.start()
  const provider = resources.adopt(new ProviderProxy(sandbox.url), (proxy) => proxy.close())
  const balancer = resources.adopt(new Balancer(), (balancer) => balancer.close())
  await Promise.all([provider.listen(), balancer.listen()])
  const members = await Promise.all(
    Array.from({ length: servers }, async (_, nth): Promise<Member> => {
      const database = resources.adopt(new DatabaseProxy(theatre.database.address), (proxy) => proxy.close())
      const settings = {
        DATABASE_URL: await database.listen(),
        SECRET: 'a secret of the fleet, of thirty-two characters',
        PUBLIC_ORIGIN: balancer.origin,
        PAYMENT_URL: provider.origin,
        PAYMENT_SECRET: secret,
        MAILBOX_PORT: String(await freePort()),
        DATA_DIR: folder,
        TRUST_PROXY: 'true',
        LOG_LEVEL: process.env['FLEET_LOG'] ?? 'silent',
        SEED: 'off',
        NODE_ENV: 'production',
      }
      const server = new ServerProcess(await freePort(), { ...settings, ...env, ...envOf(nth) })
      return { database, process: resources.adopt(server, (server) => server.kill()) }
    }),
  )
  balancer.servers = members.map((member) => member.process.origin)
  await Promise.all(members.map((member) => member.process.start()))
  const running = resources.move()
  return {
    theatre,
    members,
    balancer,
    provider,
    sandbox,
    secret,
    buyer: () => createBuyer(theatre, balancer.origin, 'customer'),
    guest: () => createBuyer(theatre, balancer.origin, 'guest'),
    letters: async () => (await readdir(join(folder, 'mail')).catch(() => [])).filter((name) => !name.startsWith('.')),
    recover: async () => {
      provider.chooseOutcome = () => 'through'
      provider.onResponse = () => {}
      balancer.callbacks = 1
      for (const { database } of members) database.repair()
      await Promise.all(members.map(async ({ process }) => (await process.isReady()) || (await process.kill(), process.start())))
    },
    close: async () => {
      await Promise.all(members.map((member) => member.process.kill()))
      await expectInvariants(theatre).finally(() => running.disposeAsync())
    },
  }
}
