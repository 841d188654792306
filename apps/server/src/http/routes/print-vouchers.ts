import type { Locale } from '@playhouse/domain/brand'
import { printVouchers } from '#modules/ticket'
import { readVoucherItem, type ReplacedVoucher } from '#modules/voucher'
import type { AppContext } from '../app-context.ts'

/** Renders vouchers with their new codes as a PDF, each on its own page with the texts of its sale. */
export async function printRenewedVouchers(
  { db, brand, origin }: AppContext,
  locale: Locale,
  renewed: readonly ReplacedVoucher[],
): Promise<Uint8Array<ArrayBuffer>> {
  const items = new Map(
    await Promise.all([...new Set(renewed.map(({ item }) => item))].map(async (id) => [id, (await readVoucherItem(db, id))!] as const)),
  )
  const vouchers = renewed.map(({ voucher, item, code }) => {
    const { detail, accounts } = items.get(item)!
    const { balance, expiresOn } = accounts.get(voucher)!
    const { to, from, message } = detail
    return { code, balance, expiresOn, to, from, message }
  })
  const { soldAt } = items.get(renewed[0]!.item)!
  return printVouchers({ brand, locale, shop: new URL(origin).host, vouchers, soldAt })
}
