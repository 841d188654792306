import { moneySchema } from '../../money/money.ts'
import { giftVoucherSchema } from '../../pricing/gift-voucher.ts'
import type { z } from 'zod'

const most = 100_000_00
const amount = moneySchema.refine((each) => each > 0 && each <= most)
const { topUp, post } = giftVoucherSchema.shape

/** What a theatre sells as gift vouchers: one record, with the id of its word. */
export const giftVoucherRecordSchema = giftVoucherSchema.omit({ isWithdrawn: true }).extend({
  presets: giftVoucherSchema.shape.presets.max(12),
  least: amount,
  most: amount,
  validMonths: giftVoucherSchema.shape.validMonths.max(240),
  topUp: topUp.unwrap().extend({ mostBalance: amount }).optional(),
  post: post
    .unwrap()
    .extend({ fee: moneySchema.refine((fee) => fee >= 0 && fee <= most) })
    .optional(),
})

/** Faults that the schema does not find: whether there is one, and the field that shows it. */
export const giftVoucherFaults = (
  { word, presets, least, most: top, topUp: rule }: z.infer<typeof giftVoucherRecordSchema>,
  { id, others }: { readonly id: string; readonly others: readonly object[] },
): readonly (readonly [boolean, string])[] => [
  // A shop has one word, which is part of its addresses.
  [word !== id || others.length > 0, 'word'],
  [new Set(presets).size < presets.length || presets.some((each) => each > most), 'presets'],
  [top < least, 'most'],
  [rule !== undefined && rule.mostBalance < least, 'topUp.mostBalance'],
]
