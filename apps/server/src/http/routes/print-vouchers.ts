import type { Locale } from '@playhouse/domain/brand'
import { intlLocale } from '@playhouse/domain/money'
import { addressLines, type PostalAddress } from '@playhouse/domain/postal-address'
import { printVouchers } from '#modules/ticket'
import { readVoucherItem, type ReplacedVoucher } from '#modules/voucher'
import type { AppContext } from '../app-context.ts'

/** Renders vouchers with their new codes as a PDF, each on its own page with the texts of its sale. Those that are sent by post follow a letter. */
export async function printRenewedVouchers(
  { db, brand, origin }: AppContext,
  locale: Locale,
  renewed: readonly ReplacedVoucher[],
): Promise<Uint8Array<ArrayBuffer>> {
  const items = new Map(
    await Promise.all([...new Set(renewed.map(({ item }) => item))].map(async (id) => [id, (await readVoucherItem(db, id))!] as const)),
  )
  const vouchers = renewed.map(({ voucher, item, code }, nth) => {
    const { detail, accounts, number } = items.get(item)!
    const { balance, expiresOn } = accounts.get(voucher)!
    const { to, from, message } = detail
    const printed = { code, balance, expiresOn, to, from, message }
    if (!detail.address || renewed[nth - 1]?.item === item) return printed
    const count = renewed.filter((each) => each.item === item).length
    return { ...printed, letter: { lines: letterLines(detail.address, { to, country: brand.country, locale }), number, count } }
  })
  const { soldAt } = items.get(renewed[0]!.item)!
  return printVouchers({ brand, locale, shop: new URL(origin).host, vouchers, soldAt })
}

/** The lines of an address on a letter: a country only where it is another one than the theatre's. */
const letterLines = (address: PostalAddress, { to, country, locale }: { to: string; country: string; locale: Locale }): string[] => [
  ...(to === '' ? [] : [to]),
  ...addressLines(address),
  ...(address.country === country
    ? []
    : [new Intl.DisplayNames(intlLocale(locale), { type: 'region' }).of(address.country) ?? address.country]),
]
