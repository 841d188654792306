import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFaketime } from '../setup/machine.mjs'

/** @typedef {{ at: string, zone: string }} Moment */

/**
 * Edge cases of the wall clock: dates, and the minutes around a change of summer time. Tests begin two minutes before
 * the change, in the time zone of the change. @type {Readonly<Record<string, Moment>>}
 */
export const moments = {
  'leap-day': { at: '2028-02-29T11:00:00Z', zone: 'UTC' },
  'new-year': { at: '2027-12-31T23:58:00Z', zone: 'UTC' },
  'london-spring': { at: '2028-03-26T00:58:00Z', zone: 'Europe/London' },
  'london-autumn': { at: '2028-10-29T00:58:00Z', zone: 'Europe/London' },
  'new-york-spring': { at: '2028-03-12T06:58:00Z', zone: 'America/New_York' },
  'new-york-autumn': { at: '2028-11-05T05:58:00Z', zone: 'America/New_York' },
}

/**
 * The environment in which every program (Node, PostgreSQL, Chromium) has its wall clock moved so that it is `at` now. The
 * clock then runs at its usual speed. The monotonic clock and the waits by it are unchanged. With its "monotonic fix", the
 * default of some builds, libfaketime ends such waits at once: Chromium then needs a minute for a page.
 * @param {Moment} moment @param {string} library the path of libfaketime @returns {NodeJS.ProcessEnv}
 */
export function clockAt({ at, zone }, library) {
  const secondsAhead = Math.round((Date.parse(at) - Date.now()) / 1000)
  return {
    LD_PRELOAD: library,
    FAKETIME: `${secondsAhead < 0 ? '' : '+'}${secondsAhead}s`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    FAKETIME_FORCE_MONOTONIC_FIX: '0',
    TZ: zone,
  }
}

/** @returns {Promise<string | undefined>} the path of a temporary library for `clockAt`; undefined if libfaketime is missing */
export async function prepareFaketime() {
  const libraryPath = await findFaketime()
  if (!libraryPath) return undefined
  const copy = join(tmpdir(), `playhouse-faketime-${randomUUID()}.so`)
  writeFileSync(copy, withoutEpollWait(readFileSync(libraryPath)), { flag: 'wx', mode: 0o644 })
  return copy
}

/**
 * Renames libfaketime's own `epoll_wait`, so that programs use that of the C library. A signal handler that interrupts the
 * one of libfaketime gets the true time, and PostgreSQL's lock and statement timeouts then never end. Only a clock of
 * another speed needs libfaketime's. @param {Buffer} library
 */
function withoutEpollWait(library) {
  const patched = Buffer.from(library)
  for (const name of ['epoll_wait', 'epoll_pwait']) {
    // The first of two: the name in the symbol table, then the one by which the library finds the original.
    const offset = patched.indexOf(`\0${name}\0`)
    if (offset < 0) throw new Error(`libfaketime has no ${name}`)
    patched.write('_', offset + name.length)
  }
  return patched
}

/** Tests that start their own PostgreSQL in a separate environment, where the clock would differ. */
export const ownPostgres = ['**/db/embedded/**', '**/proof/outage.test.ts']
