/** @typedef {import('./measure.mjs').Figures} Figures */
/** @typedef {{ variant: string, seats: number, rounds: Partial<Figures>[] }} Contestant */
/** @typedef {{ what: string, figure: string, over?: string, under?: string, most?: number, least?: number, at: number[], phases?: string[], against?: number, machine?: boolean, net?: boolean, held?: number[] }} Budget */
/** @typedef {{ tolerance: number, budgets: Budget[], bundle: { most: number, held?: boolean } }} Rules */
/** @typedef {{ what: string, seats: number, value: number, limit: string, met: boolean, failed: boolean }} Verdict */

export const median = (/** @type {readonly number[]} */ values) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN

/** A figure by its path: `near.interval`, `change.js`. @param {Partial<Figures>} figures @param {string} path @returns {number} */
export const read = (figures, path) => path.split('.').reduce((/** @type {any} */ value, key) => value?.[key], figures) ?? NaN

/**
 * Holds what was measured to the budgets. Ratios are taken within a round, where both ran one after the other, and the
 * median of the rounds counts: a busy machine slows both. Of few rounds the best of each counts instead: a
 * round is only ever slowed by other processes. `most` is a limit for ours / other, `least` for other / ours. A budget in milliseconds
 * depends on the `machine`: it is reported only, and never fails. So are times by the clock where others want the processors too:
 * two that run one after the other are then no longer alike.
 * @param {readonly Contestant[]} contestants @param {Pick<Rules, 'tolerance' | 'budgets'>} rules
 * @param {boolean} calm whether the machine was ours alone @returns {Verdict[]}
 */
export function judge(contestants, { tolerance, budgets }, calm) {
  const find = (/** @type {string} */ variant, /** @type {number} */ seats) =>
    contestants.find((contestant) => contestant.variant === variant && contestant.seats === seats && contestant.rounds.length > 0)
  return budgets.flatMap((budget) =>
    budget.at.flatMap((seats) => {
      const ours = find('ours', seats)
      const other = find(budget.over ?? budget.under ?? 'ours', budget.against ?? seats)
      if (!ours || !other) return []
      return (budget.phases ?? ['']).map((phase) => {
        const path = phase ? `${phase}.${budget.figure}` : budget.figure
        const value =
          budget.over || budget.under ? ratioOf(ours, other, path, budget) : median(ours.rounds.map((round) => read(round, path)))
        const { most = Infinity, least = -Infinity } = budget
        return {
          what: phase ? `${budget.what}, ${phase}` : budget.what,
          seats,
          value,
          limit: budget.most === undefined ? `≥ ${least}` : `≤ ${most}`,
          met: value <= most && value >= least,
          failed: !budget.machine && (calm || !byTheClock.test(path)) && !(value <= most * tolerance && value >= least / tolerance),
        }
      })
    }),
  )
}

/** Wall time; and the dive, in which a slow machine leaves frames out. */
const byTheClock = /interval|first|done|zooming/

/** Milliseconds: what costs no more than the loop may come out below nothing. */
const leastNet = 0.01

/**
 * Ratio of two contestants. `net` budgets subtract the cost of the measuring loop, which is equal for all and hides the
 * difference between a light contestant and a heavy one.
 * @param {Contestant} ours @param {Contestant} other @param {string} path @param {Budget} budget
 */
function ratioOf(ours, other, path, { net = false, under }) {
  const value = (/** @type {Partial<Figures>} */ round) =>
    net ? Math.max(leastNet, read(round, path) - read(round, 'loop')) : read(round, path)
  const [own, rival] = [ours.rounds.map(value), other.rounds.map(value)]
  const pairs = own.flatMap((mine, round) => (rival[round] === undefined ? [] : [[mine, rival[round]]]))
  const ratios = pairs.length < 5 ? [[Math.min(...own), Math.min(...rival)]] : pairs
  return median(ratios.map(([mine = NaN, theirs = NaN]) => (under ? theirs / mine : mine / theirs)))
}

/**
 * The budgets that every change must keep: of each budget the hall sizes that a busy machine hardly affects.
 * @param {Rules} rules @returns {Rules}
 */
export const heldOf = (rules) => ({
  ...rules,
  budgets: rules.budgets.flatMap((budget) => (budget.held ? [{ ...budget, at: budget.held }] : [])),
})

/** A contestant that fails is measured once more, and fails if it does so again. @param {readonly Verdict[]} first @param {readonly Verdict[]} repeat */
export const confirm = (first, repeat) =>
  first.map((verdict) =>
    verdict.failed ? (repeat.find(({ what, seats }) => what === verdict.what && seats === verdict.seats) ?? verdict) : verdict,
  )

/** @param {Readonly<Record<string, number>>} sizes bytes @param {Pick<Rules, 'tolerance' | 'bundle'>} rules @returns {Verdict[]} */
export function judgeBundle(sizes, { tolerance, bundle: { most } }) {
  const value = (sizes['./engine'] ?? NaN) / 1000
  const what = 'engine with Pixi and d3-zoom, kB gzip'
  return [{ what, seats: 0, value, limit: `≤ ${most}`, met: value <= most, failed: !(value <= most * tolerance) }]
}
