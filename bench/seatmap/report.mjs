import { median, read } from './compare.mjs'

/** @typedef {import('./compare.mjs').Contestant} Contestant */

/** Columns of the table: heading, figure, decimals. */
const columns = /** @type {const} */ ([
  ['first frame', 'first', 0],
  ['far: interval', 'far.interval', 1],
  ['JS', 'far.js', 2],
  ['main', 'far.main', 2],
  ['gpu', 'far.gpu', 1],
  ['zooming: interval', 'zooming.interval', 1],
  ['JS', 'zooming.js', 2],
  ['gpu', 'zooming.gpu', 1],
  ['near: interval', 'near.interval', 1],
  ['JS', 'near.js', 2],
  ['gpu', 'near.gpu', 1],
  ['1,000 changes: JS', 'change.js', 2],
  ['seen', 'change.done', 0],
  ['recolour: JS', 'recolour.js', 2],
  ['seen', 'recolour.done', 0],
  ['filter: JS', 'filter.js', 2],
  ['pick µs', 'pick.each', 2],
  ['index ms', 'pick.build', 1],
  ['idle rAF', 'idle', 0],
  ['heap MB', 'heap', 1],
])

/** The table as Markdown; milliseconds, medians. @param {readonly Contestant[]} contestants */
export function tableOf(contestants) {
  const cell = (/** @type {Contestant} */ { rounds }, /** @type {string} */ path, /** @type {number} */ digits) => {
    const value = median(rounds.map((round) => read(round, path)))
    return Number.isNaN(value) ? '–' : (path === 'heap' ? value / 1e6 : value).toFixed(digits)
  }
  const line = (/** @type {readonly string[]} */ cells) => `| ${cells.join(' | ')} |`
  return [
    line(['seats', 'contestant', ...columns.map(([heading]) => heading)]),
    line(['---:', '---', ...columns.map(() => '---:')]),
    ...contestants.map((contestant) =>
      line([
        String(contestant.seats),
        contestant.variant,
        ...(contestant.rounds.length > 0 ? columns.map(([, path, digits]) => cell(contestant, path, digits)) : ['did not finish']),
      ]),
    ),
  ].join('\n')
}

/** @param {readonly import('./compare.mjs').Verdict[]} verdicts */
export const verdictsOf = (verdicts) =>
  verdicts
    .map(
      ({ what, seats, value, limit, met, failed }) =>
        `${failed ? 'FAILED' : met ? 'met   ' : 'missed'} ${String(seats).padStart(7)}  ${what}: ${Number(value.toPrecision(3))} (${limit})`,
    )
    .join('\n')
