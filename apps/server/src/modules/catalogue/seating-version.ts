import { hash } from 'node:crypto'
import type { PerformanceDetails, PriceTable } from './read-programme.ts'

/** By price table, which is replaced when its list changes. */
const digests = new WeakMap<PriceTable, string>()

/**
 * The version of the plan and prices of a performance. It comes from their content: it is the same in every process, and unchanged
 * where a price list is saved without a change.
 */
export function seatingVersionOf({ planVersion }: Pick<PerformanceDetails, 'planVersion'>, priceTable: PriceTable): string {
  const digest = digests.get(priceTable) ?? hash('sha256', JSON.stringify(priceTable.list), 'base64url')
  digests.set(priceTable, digest)
  return hash('sha256', `${planVersion} ${digest}`, 'base64url').slice(0, 16)
}
