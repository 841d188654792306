import type { Brand } from '../../brand/brand.ts'
import type { BrandMembership } from '../../customer/membership.ts'
import type { Fund } from '../../pricing/giving.ts'
import type { GiftVouchers } from '../../pricing/gift-voucher.ts'
import type { RecordKind } from './kind.ts'
import type { StoredRecord } from './schema.ts'

type WithId<Kind extends RecordKind> = { readonly id: string; readonly record: StoredRecord<Kind> }
/** Records of the kinds that a brand's file has too. */
export type BrandRecords = { readonly [Kind in 'membership-level' | 'fund' | 'gift-voucher']: readonly WithId<Kind>[] }

/** The space between the positions of the records of a brand's file: a new one fits between any two. */
const step = 10

/** The parts of a brand that its records have. */
export type BrandParts = Pick<Brand, 'memberships' | 'giving' | 'giftVouchers'>

/** The records of a brand's file, as a new database begins with them. */
export const recordsOfBrand = ({ memberships, giving, giftVouchers }: BrandParts): BrandRecords => ({
  'membership-level': memberships.map(({ id, ...level }, nth) => ({
    id,
    record: { ...level, position: (nth + 1) * step, isWithdrawn: false },
  })),
  fund: giving.map(({ fund, ...rest }, nth) => ({ id: fund, record: { ...rest, position: (nth + 1) * step, isWithdrawn: false } })),
  'gift-voucher': giftVouchers ? [voucherRecordOf(giftVouchers)] : [],
})

const voucherRecordOf = ({ isWithdrawn, ...vouchers }: GiftVouchers): WithId<'gift-voucher'> => ({
  id: vouchers.word,
  record: { ...vouchers, isWithdrawn: isWithdrawn ?? false },
})

/** The day before every other day: a withdrawn fund was closed on it. */
const longAgo = '1970-01-01'

/**
 * The levels, funds and gift vouchers of a brand by its records, in their order. A withdrawn level is not sold, and a withdrawn fund is closed: both
 * keep their names, which members, orders and donors see. Withdrawn gift vouchers keep their settings, for those that were sold.
 */
export function brandPartsOf(records: BrandRecords): BrandParts {
  const [vouchers] = records['gift-voucher']
  return {
    giftVouchers: vouchers && giftVouchersOf(vouchers.record),
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

const inOrder = <Kind extends 'membership-level' | 'fund'>(records: readonly WithId<Kind>[]): readonly WithId<Kind>[] =>
  records.toSorted((a, b) => a.record.position - b.record.position || (a.id < b.id ? -1 : 1))

const giftVouchersOf = ({ isWithdrawn, ...vouchers }: StoredRecord<'gift-voucher'>): GiftVouchers => ({
  ...vouchers,
  ...(isWithdrawn && { isWithdrawn }),
})
