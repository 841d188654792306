/** @typedef {import('./measure.mjs').Figures} Figures */
/** @typedef {{ variant: string, seats: number, rounds: Figures[] }} Contestant */
/** @typedef {{ what: string, figure: string, over?: string, under?: string, most?: number, least?: number, at: number[], phases?: string[], against?: number, machine?: boolean }} Budget */
/** @typedef {{ what: string, seats: number, value: number, limit: string, met: boolean, failed: boolean }} Verdict */

export const median = (/** @type {readonly number[]} */ values) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN

/** A figure by its path: `near.interval`, `change.js`. @param {Figures} figures @param {string} path @returns {number} */
export const read = (figures, path) => path.split('.').reduce((/** @type {any} */ value, key) => value?.[key], figures) ?? NaN

/**
 * Holds what was measured to the budgets. Ratios are taken within a round, where both ran one after the other, and the
 * median of the rounds counts: a busy machine slows both. Of few rounds the best of each counts instead: what slows a
 * round is always somebody else. `most` is a limit for ours / other, `least` for other / ours. A budget in milliseconds
 * depends on the `machine`: it is told, and fails nobody.
 * @param {readonly Contestant[]} contestants @param {{ tolerance: number, budgets: Budget[] }} rules @returns {Verdict[]}
 */
export function judge(contestants, { tolerance, budgets }) {
  const find = (/** @type {string} */ variant, /** @type {number} */ seats) =>
    contestants.find((one) => one.variant === variant && one.seats === seats && one.rounds.length > 0)
  return budgets.flatMap((budget) =>
    budget.at.flatMap((seats) => {
      const ours = find('ours', seats)
      const other = find(budget.over ?? budget.under ?? 'ours', budget.against ?? seats)
      if (!ours || !other) return []
      return (budget.phases ?? ['']).map((phase) => {
        const path = phase ? `${phase}.${budget.figure}` : budget.figure
        const value =
          budget.over || budget.under
            ? ratioOf(ours, other, path, budget.under !== undefined)
            : median(ours.rounds.map((round) => read(round, path)))
        const { most = Infinity, least = -Infinity } = budget
        return {
          what: phase ? `${budget.what}, ${phase}` : budget.what,
          seats,
          value,
          limit: budget.most === undefined ? `≥ ${least}` : `≤ ${most}`,
          met: value <= most && value >= least,
          failed: !budget.machine && !(value <= most * tolerance && value >= least / tolerance),
        }
      })
    }),
  )
}

/** @param {Contestant} ours @param {Contestant} other @param {string} path @param {boolean} inverse */
function ratioOf(ours, other, path, inverse) {
  const [own, rival] = [ours, other].map(({ rounds }) => rounds.map((round) => read(round, path)))
  const pairs = (own ?? []).flatMap((value, round) => (rival?.[round] === undefined ? [] : [[value, rival[round]]]))
  const fewRounds = pairs.length < 5
  const ratios = fewRounds ? [[Math.min(...(own ?? [])), Math.min(...(rival ?? []))]] : pairs
  return median(ratios.map(([mine = NaN, theirs = NaN]) => (inverse ? theirs / mine : mine / theirs)))
}
