import { chown, mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type Account, spawnAs } from './account.ts'
import { manualSetupHint } from './binaries.ts'
import type { ClusterPaths } from './home.ts'

/** The administrator of the embedded database. Only its account can reach the socket. */
export const user = 'playhouse'

/**
 * Creates the data folder unless it exists. It is created under a temporary name and renamed when complete: a killed process
 * leaves no incomplete folder, and of two processes that start at once the second uses the folder of the first.
 */
export async function createCluster(account: Account, home: ClusterPaths): Promise<void> {
  if (await exists(join(home.data, 'PG_VERSION'))) return
  const unfinishedFolder = `${home.data}.${process.pid}`
  await rm(unfinishedFolder, { recursive: true, force: true })
  await mkdir(unfinishedFolder, { mode: 0o700 })
  if (account.kind === 'user') await chown(unfinishedFolder, account.uid, account.gid)
  await runInitdb(account, home, unfinishedFolder)
  try {
    await rename(unfinishedFolder, home.data)
  } catch (error) {
    await rm(unfinishedFolder, { recursive: true, force: true })
    if (!(await exists(join(home.data, 'PG_VERSION')))) throw error
  }
}

/** Uses the collation built into PostgreSQL, which sorts equally on every machine. */
async function runInitdb(account: Account, home: ClusterPaths, data: string): Promise<void> {
  const args = [
    ...['-D', data, `--username=${user}`, '--encoding=UTF8', '--data-checksums'],
    ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ...['--auth-local=trust', '--auth-host=reject'],
  ]
  const child = spawnAs(account, join(home.binaries, 'bin', 'initdb'), args, { cwd: dirname(data), stdio: ['ignore', 'ignore', 'pipe'] })
  const exitCode = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  const [stderr, code] = await Promise.all([child.stderr ? text(child.stderr) : '', exitCode])
  if (code !== 0) throw new Error(`PostgreSQL could not create its data folder ${home.data}: ${stderr.trim()}. ${manualSetupHint}.`)
}

/**
 * Removes the lock file of a postmaster that has ended and whose process id another program has now, as happens after a
 * restart of the machine or container. PostgreSQL itself would refuse to start.
 */
export async function clearStaleLock(home: ClusterPaths): Promise<void> {
  const pid = await readPostmasterPid(home)
  if (pid === undefined || process.platform !== 'linux') return
  const program = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined)
  if (program !== undefined && !program.includes('postgres')) await rm(join(home.data, 'postmaster.pid'), { force: true })
}

/** Reads the process id in the lock file of the data folder; that process may have ended. */
export async function readPostmasterPid(home: ClusterPaths): Promise<number | undefined> {
  const lock = await readFile(join(home.data, 'postmaster.pid'), 'utf8').catch(() => '')
  return Number.parseInt(lock, 10) || undefined
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined
}
