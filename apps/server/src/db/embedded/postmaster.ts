import { open, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { applicationName } from '../open-database.ts'
import { type Account, spawnAs } from './account.ts'
import { manualSetupHint } from './binaries.ts'
import { clearStaleLock, readPostmasterPid, user } from './cluster.ts'
import { type ClusterPaths, port } from './home.ts'

/** Milliseconds. The processes of a killed postmaster may run for a moment; recovery after a crash may take long. */
const startTimeoutMs = { dying: 5_000, recovering: 120_000, stopping: 15_000 }

export type RunningPostmaster = { readonly client: pg.Client; readonly isReattached: boolean }

/** Connects to the PostgreSQL of `home`: to one that already runs (its server was killed), or to a new one. */
export async function reachPostmaster(
  account: Account,
  home: ClusterPaths,
  settings: Readonly<Record<string, string>>,
): Promise<RunningPostmaster> {
  const client = await tryToConnect(home)
  if (typeof client === 'object') return { client, isReattached: true }
  await clearStaleLock(home)
  const spawnedAt = Date.now()
  for (;;) {
    const postmaster = await spawnPostmaster(account, home, settings)
    for (;;) {
      const attempt = await tryToConnect(home)
      if (typeof attempt === 'object') return { client: attempt, isReattached: false }
      const waitedMs = Date.now() - spawnedAt
      if (waitedMs > (attempt === 'not yet' ? startTimeoutMs.recovering : Number.POSITIVE_INFINITY)) break
      if (postmaster.hasEnded() && attempt === 'not running') break
      await wait(15)
    }
    const endReport = await postmaster.readEndReport()
    const isBlockedByPrevious = /lock file|shared memory/.test(endReport)
    if (!isBlockedByPrevious || Date.now() - spawnedAt > startTimeoutMs.dying)
      throw new Error(`PostgreSQL does not start. ${endReport} ${manualSetupHint}.`)
    await wait(100)
  }
}

/** @returns a connection; `not yet` while the postmaster starts, recovers or stops; `not running` where nothing listens */
async function tryToConnect(home: ClusterPaths): Promise<pg.Client | 'not yet' | 'not running'> {
  const client = new pg.Client({ host: home.socket, port, user, database: 'postgres', application_name: applicationName })
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => {})
    return error instanceof pg.DatabaseError ? 'not yet' : 'not running'
  }
}

/** Starts the postmaster in a separate process group, so that Ctrl-C reaches the server only, which stops the postmaster. */
async function spawnPostmaster(account: Account, home: ClusterPaths, settings: Readonly<Record<string, string>>) {
  const begin = await makeRoomInLog(home)
  const log = await open(home.log, 'a', 0o600)
  const all = {
    listen_addresses: '',
    unix_socket_directories: home.socket,
    unix_socket_permissions: '0700',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...settings,
  }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawnAs(account, join(home.binaries, 'bin', 'postgres'), ['-D', home.data, '-p', String(port), ...flags], {
    cwd: home.socket,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  })
  let exitReason = ''
  child.once('error', (error) => (exitReason = `It could not be run: ${error.message}.`))
  child.once('exit', (code, signal) => (exitReason ||= `It ended with ${signal ?? code}.`))
  child.unref()
  await log.close()
  return {
    hasEnded: () => exitReason !== '',
    readEndReport: async () => `${exitReason} Its log, ${home.log}, ends: ${await readLog(home, begin)}`,
  }
}

async function makeRoomInLog(home: ClusterPaths): Promise<number> {
  const { size } = await stat(home.log).catch(() => ({ size: 0 }))
  if (size < 10_000_000) return size
  await truncate(home.log)
  return 0
}

async function readLog(home: ClusterPaths, from: number): Promise<string> {
  const log = await open(home.log)
  const { size } = await log.stat()
  const { buffer } = await log.read(Buffer.alloc(Math.min(1_000, size - from)), 0, undefined, Math.max(from, size - 1_000))
  await log.close()
  return buffer.toString().trim()
}

/** Stops the postmaster by a fast shutdown; one that does not react is killed, and its next start recovers. */
export async function stopPostmaster(home: ClusterPaths): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    const pid = await readPostmasterPid(home)
    if (pid === undefined) return
    try {
      process.kill(pid, signal)
    } catch {
      return
    }
    const deadline = Date.now() + startTimeoutMs.stopping
    while (Date.now() < deadline) {
      if ((await readPostmasterPid(home)) === undefined) return
      await wait(10)
    }
  }
}
