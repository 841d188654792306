import { createHash } from 'node:crypto'
import { chmod, chown, cp, lstat, mkdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Account } from './account.ts'

/** The folders and files of one embedded PostgreSQL. */
export type ClusterPaths = {
  /** `bin`, `lib` and `share`. */
  readonly binaries: string
  readonly data: string
  /** The folder of its Unix socket; every account with access to it can use the database. */
  readonly socket: string
  readonly log: string
}

/** The port is part of the socket's file name; it is always free because each socket has a separate folder. */
export const port = 5432

/** Maximum length of a socket's path in bytes, without the terminating zero: 107 on Linux, 103 on macOS. */
const longestSocketPath = process.platform === 'linux' ? 107 : 103

/** Creates the folders in `folder`, or below /var/lib where the account of PostgreSQL cannot reach `folder`. */
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
  const socketFolder = join(place, 'socket')
  const isShort = Buffer.byteLength(join(socketFolder, `.s.PGSQL.${port}`)) <= longestSocketPath
  const socket = isShort ? socketFolder : join(tmpdir(), `playhouse-${nameOf(place)}`)
  await mkdir(socket, { recursive: true, mode: 0o700 })
  const owner = account.kind === 'user' ? account.uid : process.getuid?.()
  if (process.getuid?.() === 0 && account.kind === 'user') await chown(socket, account.uid, account.gid)
  const stats = await lstat(socket)
  if (!stats.isDirectory() || stats.uid !== owner)
    throw new Error(`${socket} belongs to another user: remove it, because its owner could reach the database`)
  await chmod(socket, 0o700)
  return socket
}

const nameOf = (place: string): string => createHash('sha256').update(place).digest('hex').slice(0, 16)

async function createFolder(place: string): Promise<string> {
  await mkdir(place, { recursive: true, mode: 0o755 })
  return place
}

/** Whether all users may enter the folder and all its parents. */
async function isReachable(folder: string): Promise<boolean> {
  for (let step = folder; ; step = dirname(step)) {
    if (((await stat(step)).mode & 0o001) === 0) return false
    if (step === dirname(step)) return true
  }
}

/** Copies the binaries unless they are copied. The copy's name has a hash of the original's path, which contains the version. */
async function copyBinaries(native: string, place: string): Promise<string> {
  const copy = join(place, `native-${nameOf(await realpath(native))}`)
  if (await stat(copy).catch(() => undefined)) return copy
  const unfinishedCopy = `${copy}.${process.pid}`
  await cp(native, unfinishedCopy, { recursive: true, verbatimSymlinks: true })
  await rename(unfinishedCopy, copy).catch(() => rm(unfinishedCopy, { recursive: true }))
  return copy
}
