import type { ChangeDependent, ChangeRow } from '@playhouse/domain/change'
import type { MockShop, MockVisit } from './mock-shop.ts'

/** A single-use code of an offer, with the batches that withdraw it. */
export type MockSingleUseCode = {
  readonly id: string
  readonly code: string
  readonly offer: string
  readonly batch: string
  readonly addedAt: string
  readonly withdrawals: string[]
  /** The number of the order that has used it; null without one. */
  order: string | null
}

/** The single-use codes of a mock shop, and the batches that have effect. */
export type MockSingleUseCodes = {
  readonly singleUseCodes: MockSingleUseCode[]
  readonly singleUseBatches: Set<string>
}

export const createMockSingleUseCodes = (): MockSingleUseCodes => ({ singleUseCodes: [], singleUseBatches: new Set() })

/** Whether a code was added, and not withdrawn, by batches that have effect. */
export const isInEffect = ({ singleUseBatches }: MockShop, { batch, withdrawals }: MockSingleUseCode): boolean =>
  singleUseBatches.has(batch) && !withdrawals.some((each) => singleUseBatches.has(each))

/** A single-use code that visitors can use: one in effect that no order has used. */
export const usableCode = (shop: MockShop, code: string | undefined): MockSingleUseCode | undefined =>
  shop.singleUseCodes.find((each) => each.code === code && isInEffect(shop, each) && each.order === null)

/** The order of a visit uses its single-use code, where it has one. */
export function takeSingleUseCode(shop: MockShop, { singleUse }: MockVisit, order: string): void {
  const code = usableCode(shop, singleUse)
  if (code) code.order = order
}

/** Makes the batches of changed offers count. Open baskets with their codes get a new version. */
export function showSingleUseCodes(shop: MockShop, rows: readonly ChangeRow[]): void {
  for (const { before, after } of rows) {
    for (const batch of Object.keys(before ?? {})) shop.singleUseBatches.delete(batch)
    for (const batch of Object.keys(after ?? {})) shop.singleUseBatches.add(batch)
  }
  const changed = new Set(rows.map(({ id }) => id))
  for (const visit of shop.visits.values())
    if (visit.singleUse !== undefined && visit.promo !== null && changed.has(visit.promo)) visit.version += 1
}

/** The used codes that changes have added. */
export function singleUseDependents(shop: MockShop, rows: readonly ChangeRow[]): ChangeDependent[] {
  const added = rows.flatMap(({ before, after }) => Object.keys(after ?? {}).filter((batch) => !(batch in ((before ?? {}) as object))))
  const count = shop.singleUseCodes.filter(({ batch, order }) => order !== null && added.includes(batch)).length
  return count > 0 ? [{ kind: 'reference', id: 'single_use_code', count }] : []
}
