// In a separate file, because the first script has it, without the schemas.
import type { VoucherWord } from './gift-voucher.ts'

/** A path of the gift vouchers, by either of the words. */
const voucherPath = /^\/(gift-vouchers|gift-certificates)(\/purchase|\/balance)?$/

/**
 * The path of a page of gift vouchers in the brand's word.
 * @returns undefined where `path` is none; null where the brand sells no vouchers
 */
export function voucherPathOf(
  { giftVouchers }: { readonly giftVouchers?: { readonly word: VoucherWord } | undefined },
  path: string,
): string | null | undefined {
  const match = voucherPath.exec(path)
  if (!match) return undefined
  return giftVouchers ? `/${giftVouchers.word}${match[2] ?? ''}` : null
}
