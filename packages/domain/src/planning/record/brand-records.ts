import type { Brand } from '../../brand/brand.ts'
import type { BrandMembership } from '../../customer/membership.ts'
import type { Fund } from '../../pricing/giving.ts'
import type { RecordKind } from './kind.ts'
import type { StoredRecord } from './schema.ts'

type WithId<Kind extends RecordKind> = { readonly id: string; readonly record: StoredRecord<Kind> }
/** Records of the kinds that a brand's file has too. */
export type BrandRecords = { readonly [Kind in 'membership-level' | 'fund']: readonly WithId<Kind>[] }

/** The space between the positions of the records of a brand's file: a new one fits between any two. */
const step = 10

/** The records of a brand's file, as a new database begins with them. */
export const recordsOfBrand = ({ memberships, giving }: Pick<Brand, 'memberships' | 'giving'>): BrandRecords => ({
  'membership-level': memberships.map(({ id, ...level }, nth) => ({
    id,
    record: { ...level, position: (nth + 1) * step, isWithdrawn: false },
  })),
  fund: giving.map(({ fund, ...rest }, nth) => ({ id: fund, record: { ...rest, position: (nth + 1) * step, isWithdrawn: false } })),
})

/** The day before every other day: a withdrawn fund was closed on it. */
const longAgo = '1970-01-01'

/**
 * The levels and funds of a brand by its records, in their order. A withdrawn level is not sold, and a withdrawn fund is closed: both keep
 * their names, which members, orders and donors see.
 */
export function brandPartsOf(records: BrandRecords): Pick<Brand, 'memberships' | 'giving'> {
  return {
    memberships: inOrder(records['membership-level']).map(
      ({ id, record: { position: _, isWithdrawn, sold, ...level } }): BrandMembership => ({
        ...level,
        id,
        ...(sold && !isWithdrawn && { sold }),
      }),
    ),
    giving: inOrder(records.fund).map(({ id, record: { position: _, isWithdrawn, ...fund } }): Fund => ({
      ...fund,
      fund: id,
      ...(isWithdrawn && { opensOn: longAgo, closesOn: longAgo }),
    })),
  }
}

const inOrder = <Kind extends keyof BrandRecords>(records: readonly WithId<Kind>[]): readonly WithId<Kind>[] =>
  records.toSorted((a, b) => a.record.position - b.record.position || (a.id < b.id ? -1 : 1))
