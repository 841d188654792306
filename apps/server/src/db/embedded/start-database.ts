import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { applicationRole } from '../application-role.ts'
import { applicationName, type DatabaseAddress } from '../open-database.ts'
import { chooseAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import { createCluster, user } from './cluster.ts'
import { port, prepareClusterPaths } from './home.ts'
import { reachPostmaster, type RunningPostmaster, stopPostmaster } from './postmaster.ts'

export type StartOptions = {
  /** The folder of data, socket and log; created where it is missing. */
  readonly folder: string
  /** Settings beyond PostgreSQL's own defaults, such as `{ fsync: 'off' }` for tests. */
  readonly settings?: Readonly<Record<string, string>>
  /** Called when the database stopped unexpectedly and when it runs again. */
  readonly log?: (message: string) => void
}

export type EmbeddedDatabase = {
  /** As the role that owns the tables and runs the migrations. */
  readonly address: DatabaseAddress
  /** As the role of the server. */
  readonly applicationAddress: DatabaseAddress
  /** Whether it was already running, left by a server that was killed or shared with another server process. */
  readonly isReattached: boolean
  /** Stops PostgreSQL, unless another server process still uses it. Close your own connections first. */
  readonly stop: () => Promise<void>
}

const database = 'playhouse'

/**
 * Starts the installed PostgreSQL, or connects to the one that already runs on `folder`, and restarts it whenever it ends.
 * The first start creates the data folder (about a second), a later one takes about 80 ms.
 * @throws Error with a hint if this machine cannot run it
 */
export async function startDatabase({ folder, settings = {}, log = () => {} }: StartOptions): Promise<EmbeddedDatabase> {
  const account = await chooseAccount()
  const home = await prepareClusterPaths(account, folder, await findBinaries())
  await createCluster(account, home)
  let stopping = false
  let restarting: Promise<void> | undefined
  let running = await reachPostmaster(account, home, settings)
  await createDatabase(running.client)
  await createRole(running.client)
  const { isReattached } = running
  watchConnection(running)

  function watchConnection({ client }: RunningPostmaster): void {
    client.on('error', () => {})
    client.once('end', () => {
      if (!stopping) restarting = restart()
    })
  }

  async function restart(): Promise<void> {
    log('the embedded PostgreSQL is gone; starting it again')
    while (!stopping) {
      try {
        running = await reachPostmaster(account, home, settings)
        watchConnection(running)
        return log('the embedded PostgreSQL runs again')
      } catch (error) {
        log(String(error))
        await wait(1_000)
      }
    }
  }

  return {
    address: { host: home.socket, port, user, database },
    applicationAddress: { host: home.socket, port, user: applicationRole, database },
    isReattached,
    stop: async () => {
      if (stopping) return
      stopping = true
      // A postmaster that is just being started would outlive this process.
      await restarting
      const isSharedCluster = await isShared(running.client).catch(() => false)
      await running.client.end().catch(() => {})
      if (!isSharedCluster) await stopPostmaster(home)
    },
  }
}

async function createDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
  if (rowCount) return
  try {
    await client.query(`create database ${database}`)
  } catch (error) {
    const isCreatedMeanwhile = error instanceof pg.DatabaseError && ['42P04', '23505'].includes(error.code ?? '')
    if (!isCreatedMeanwhile) throw error
  }
}

async function createRole(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [applicationRole])
  if (rowCount) return
  try {
    await client.query(`create role ${applicationRole} login`)
  } catch (error) {
    const isCreatedMeanwhile = error instanceof pg.DatabaseError && ['42710', '23505'].includes(error.code ?? '')
    if (!isCreatedMeanwhile) throw error
  }
}

/** Whether another server process is connected. */
async function isShared(client: pg.Client): Promise<boolean> {
  const others = `select from pg_stat_activity where application_name like 'playhouse %' and application_name <> $1`
  return Boolean((await client.query(others, [applicationName])).rowCount)
}
