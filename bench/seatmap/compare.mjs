/** @typedef {import('./measure.mjs').Figures} Figures */
/** @typedef {{ variant: string, seats: number, rounds: Figures[] }} Contestant */
/** @typedef {{ what: string, figure: string, over?: string, under?: string, most?: number, least?: number, at: number[], phases?: string[], against?: number }} Budget */
/** @typedef {{ what: string, seats: number, value: number, limit: string, met: boolean, failed: boolean }} Verdict */

export const median = (/** @type {readonly number[]} */ values) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN

/** A figure by its path: `near.interval`, `change.js`. @param {Figures} figures @param {string} path @returns {number} */
export const read = (figures, path) => path.split('.').reduce((/** @type {any} */ value, key) => value?.[key], figures) ?? NaN

/**
 * Holds what was measured to the budgets. Ratios are taken within a round, where both ran one after the other, and the
 * median of the rounds counts: a busy machine slows both. `most` is a limit for ours / other, `least` for other / ours.
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
        const ratios = ours.rounds.map((own, round) => {
          const value = read(own, path)
          if (!budget.over && !budget.under) return value
          const rival = read(other.rounds[Math.min(round, other.rounds.length - 1)] ?? own, path)
          return budget.over ? value / rival : rival / value
        })
        const value = median(ratios)
        const { most = Infinity, least = -Infinity } = budget
        return {
          what: phase ? `${budget.what}, ${phase}` : budget.what,
          seats,
          value,
          limit: budget.most === undefined ? `≥ ${least}` : `≤ ${most}`,
          met: value <= most && value >= least,
          failed: !(value <= most * tolerance && value >= least / tolerance),
        }
      })
    }),
  )
}
