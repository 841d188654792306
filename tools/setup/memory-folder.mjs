import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

/** Linux's folder in memory, if there is one. */
const memoryDevice = '/dev/shm'
const name = 'playhouse-'

/** Bytes: all checks at once need less than a quarter of it. */
const plenty = 4 * 2 ** 30

/**
 * A folder in memory for temporary data of the checks: a separate database for each of a thousand tests costs
 * a tenth of the processor time of a disk. Removes the folders of checks that were killed.
 * @returns {string | undefined} undefined if memory is short, or if programs in it may not run
 */
export function openMemoryFolder() {
  if (!existsSync(memoryDevice) || isWithoutPrograms()) return undefined
  for (const entry of readdirSync(memoryDevice)) {
    if (entry.startsWith(name) && !isRunning(Number(entry.slice(name.length)))) closeMemoryFolder(join(memoryDevice, entry))
  }
  const { bavail, bsize } = statfsSync(memoryDevice)
  if (Math.min(bavail * bsize, freemem() / 2) < plenty) return undefined
  const folder = join(memoryDevice, `${name}${process.pid}`)
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
    .find((line) => line.split(' ')[1] === memoryDevice)
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
