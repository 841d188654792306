import { findFaketime } from '../setup/machine.mjs'

/** @typedef {{ at: string, zone: string }} Moment */

/**
 * When a shop's clock has surprises: dates, and the minutes around a change of the clocks. Tests begin two minutes before
 * the change, with the process in the zone whose clocks change. @type {Readonly<Record<string, Moment>>}
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
 * clock goes on at its usual pace, and the monotonic clock is left alone.
 * @param {Moment} moment @returns {Promise<NodeJS.ProcessEnv | undefined>} undefined where libfaketime is missing
 */
export async function clockAt({ at, zone }) {
  const library = await findFaketime()
  if (!library) return undefined
  const ahead = Math.round((Date.parse(at) - Date.now()) / 1000)
  return { LD_PRELOAD: library, FAKETIME: `${ahead < 0 ? '' : '+'}${ahead}s`, FAKETIME_DONT_FAKE_MONOTONIC: '1', TZ: zone }
}

/** Tests that start a PostgreSQL of their own, in an environment of its own: it would have another clock than the rest. */
export const ownPostgres = ['**/db/embedded/**', '**/proof/outage.test.ts']
