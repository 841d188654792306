import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

/** What Linux keeps in memory, where it has such a folder. */
const shared = '/dev/shm'
const name = 'playhouse-'

/** Bytes: all checks at once need less than a quarter of it. */
const plenty = 4 * 2 ** 30

/**
 * A folder in memory for what the checks write and throw away: a database of its own for each of a thousand tests costs
 * a tenth of the processor that it costs on a disk. Those of checks that were killed are cleared away.
 * @returns {string | undefined} nothing where memory is short, or nothing in it may be run
 */
export function openMemoryFolder() {
  if (!existsSync(shared) || isWithoutPrograms()) return undefined
  for (const left of readdirSync(shared)) {
    if (left.startsWith(name) && !isRunning(Number(left.slice(name.length)))) closeMemoryFolder(join(shared, left))
  }
  const { bavail, bsize } = statfsSync(shared)
  if (Math.min(bavail * bsize, freemem() / 2) < plenty) return undefined
  const folder = join(shared, `${name}${process.pid}`)
  mkdirSync(folder)
  return folder
}

/** @param {string} folder */
export function closeMemoryFolder(folder) {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

function isWithoutPrograms() {
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .find((line) => line.split(' ')[1] === shared)
  return mount === undefined || /[ ,]noexec[ ,]/.test(mount)
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
