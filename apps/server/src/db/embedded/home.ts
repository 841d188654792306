import { createHash } from 'node:crypto'
import { chmod, chown, cp, lstat, mkdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Account } from './account.ts'

/** Where one embedded PostgreSQL lives. */
export type ClusterPaths = {
  /** `bin`, `lib` and `share`. */
  readonly binaries: string
  readonly data: string
  /** The folder of its Unix socket; who may enter it may use the database. */
  readonly socket: string
  readonly log: string
}

/** The name of the socket follows the port; in a folder of its own no other one can be in the way. */
export const port = 5432

/** What a socket's address can hold, less its closing zero: 107 bytes on Linux, 103 on macOS. */
const longestSocketPath = process.platform === 'linux' ? 107 : 103

/** Makes the folders in `folder`, or beneath /var/lib where the account PostgreSQL runs as can't reach `folder`. */
export async function prepareClusterPaths(account: Account, folder: string, native: string): Promise<ClusterPaths> {
  await mkdir(folder, { recursive: true })
  let place = await realpath(folder)
  let binaries = native
  if (account.kind === 'user') {
    if (!(await isReachable(place))) place = await createFolder(join('/var/lib/playhouse', nameOf(place)))
    if (!(await isReachable(native))) binaries = await copyBinaries(native, place)
    await chown(place, account.uid, account.gid)
  }
  const socket = await chooseSocketFolder(account, place)
  return { binaries, data: join(place, 'data'), socket, log: join(place, 'postgres.log') }
}

async function chooseSocketFolder(account: Account, place: string): Promise<string> {
  const near = join(place, 'socket')
  const isShort = Buffer.byteLength(join(near, `.s.PGSQL.${port}`)) <= longestSocketPath
  const socket = isShort ? near : join(tmpdir(), `playhouse-${nameOf(place)}`)
  await mkdir(socket, { recursive: true, mode: 0o700 })
  const owner = account.kind === 'user' ? account.uid : process.getuid?.()
  if (process.getuid?.() === 0 && account.kind === 'user') await chown(socket, account.uid, account.gid)
  const found = await lstat(socket)
  if (!found.isDirectory() || found.uid !== owner)
    throw new Error(`${socket} belongs to somebody else: remove it, it is the way to the database`)
  await chmod(socket, 0o700)
  return socket
}

const nameOf = (place: string): string => createHash('sha256').update(place).digest('hex').slice(0, 16)

async function createFolder(place: string): Promise<string> {
  await mkdir(place, { recursive: true, mode: 0o755 })
  return place
}

/** Whether everybody may enter the folder and all those above it. */
async function isReachable(folder: string): Promise<boolean> {
  for (let step = folder; ; step = dirname(step)) {
    if (((await stat(step)).mode & 0o001) === 0) return false
    if (step === dirname(step)) return true
  }
}

/** Copies once; the name carries the place of the original, which carries its version. */
async function copyBinaries(native: string, place: string): Promise<string> {
  const copy = join(place, `native-${nameOf(await realpath(native))}`)
  if (await stat(copy).catch(() => undefined)) return copy
  const unfinished = `${copy}.${process.pid}`
  await cp(native, unfinished, { recursive: true, verbatimSymlinks: true })
  await rename(unfinished, copy).catch(() => rm(unfinished, { recursive: true }))
  return copy
}
