import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { applicationRole, grantToApplication, migrate, openDatabase } from '#db'
import { chooseAccount } from '../embedded/account.ts'
import { findBinaries } from '../embedded/binaries.ts'
import { createCluster, user } from '../embedded/cluster.ts'
import { port, prepareClusterPaths } from '../embedded/home.ts'
import { reachPostmaster, stopPostmaster } from '../embedded/postmaster.ts'
import { administer, asApplication, createApplicationRole } from './administer.ts'
import type { TestDatabase } from './test-database.ts'

/** A separate PostgreSQL that only the test restarts, with a migrated database. */
export type StoppableServer = {
  readonly database: TestDatabase
  /** Ends every session and stops, as for an upgrade. */
  readonly stop: () => Promise<void>
  readonly start: () => Promise<void>
}

export async function startStoppableServer(): Promise<StoppableServer> {
  const folder = await mkdtemp(join(tmpdir(), 'playhouse-stop-'))
  const account = await chooseAccount()
  const home = await prepareClusterPaths(account, folder, await findBinaries())
  await createCluster(account, home)
  const start = async (): Promise<void> => {
    const { client } = await reachPostmaster(account, home, { full_page_writes: 'off' })
    await client.end()
  }
  await start()
  const own = { host: home.socket, port, user }
  await administer({ ...own, database: 'postgres' }, 'create database playhouse')
  const ownerAddress = { ...own, database: 'playhouse' }
  const owner = openDatabase(ownerAddress, { size: 2, isLimited: false })
  await migrate(owner)
  await createApplicationRole(ownerAddress)
  await grantToApplication(owner, applicationRole)
  const address = asApplication(ownerAddress)
  const db = openDatabase(address)
  const drop = async (): Promise<void> => {
    await Promise.all([db.destroy(), owner.destroy()])
    await stopPostmaster(home)
    await rm(folder, { recursive: true, force: true })
  }
  return { database: { db, owner, address, ownerAddress, drop, [Symbol.asyncDispose]: drop }, stop: () => stopPostmaster(home), start }
}
