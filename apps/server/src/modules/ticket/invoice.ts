import type { Locale } from '@playhouse/domain/brand'
import { formatDate, formatDateAndTime } from '@playhouse/domain/calendar'
import type { GroupInvoice } from '@playhouse/domain/group-invoice'
import { formatMoney, type Money } from '@playhouse/domain/money'
import { languageTag } from '@playhouse/shop-ui/i18n/locale'
import { type AmountLine, amountLineHeight, writeAmountLine } from './amount-line.ts'
import { Paper } from './paper.ts'
import { inkStyles, margin, type PrintingBrand } from './print-job.ts'
import { levyLines, taxLines } from './receipt.ts'
import { ticketWords } from './ticket-words.ts'

/** An invoice or a credit note to print, as plain data that can be copied to a worker thread. */
export type InvoicePrint = { readonly brand: PrintingBrand; readonly locale: Locale; readonly invoice: GroupInvoice }

const dayText = (day: string, locale: Locale): string => formatDate(`${day}T12:00:00Z`, 'UTC', locale)

/** What is due when, and for a credit note that nothing is due. */
export function dueLines({ brand, locale, invoice }: InvoicePrint): string[] {
  const t = ticketWords(brand, locale)
  const { kind, cancels, deposit, depositDue, balanceDue, totals } = invoice
  const money = (amount: Money): string => formatMoney(amount, brand.currency, locale)
  if (kind === 'credit-note') return [t('invoice.cancels', { number: cancels })]
  return [
    t('invoice.paid', { paid: money(totals.paid), left: money(totals.leftToPay) }),
    ...(depositDue !== null && totals.paid < deposit
      ? [t('invoice.deposit', { amount: money(deposit), day: dayText(depositDue, locale) })]
      : []),
    ...(totals.leftToPay > 0 ? [t('invoice.balance', { day: dayText(balanceDue, locale) })] : []),
  ]
}

/** Points: the height of the head, of a line of text below the sum, and of the seller. */
const heights = { head: 190, text: 16, foot: 110 }

/** Renders an invoice as a tagged PDF/UA in the brand's fonts and colours. The same invoice and locale yield the same bytes. */
export async function invoicePdf(print: InvoicePrint): Promise<Uint8Array<ArrayBuffer>> {
  const { brand, locale, invoice } = print
  const { number, kind, issuedAt, booking, group, contact, performance, totals } = invoice
  const t = ticketWords(brand, locale)
  const title = t(`invoice.${kind}`, { number })
  const paper = new Paper({ brand, lang: languageTag(locale), title, createdAt: issuedAt })
  const { ink, soft } = inkStyles(brand)
  const width = paper.width - 2 * margin
  const row = (text: string, y: number, style = ink('body', 11), height = 16) => [
    { text, box: { x: margin, y, width, height }, ink: style },
  ]
  const lines = invoice.lines.map(({ priceTypeName, count, price, amount }): AmountLine => ({
    name: t('invoice.line', { count, priceType: priceTypeName }),
    notes: [t('invoice.each', { price: formatMoney(price, brand.currency, locale) })],
    amount,
  }))
  const sums = { brand, locale, order: { totals } }
  const texts = [...taxLines(sums), ...levyLines(sums), ...dueLines(print)]
  const foot = heights.foot + texts.length * heights.text
  const perPage = Math.floor((paper.height - 2 * margin - heights.head - foot) / amountLineHeight)
  const pages = Array.from({ length: Math.max(1, Math.ceil(lines.length / perPage)) }, (_, page) =>
    lines.slice(page * perPage, (page + 1) * perPage),
  )
  pages.forEach((shown, nth) => {
    paper.turnPage(title)
    const section = paper.open('Sect', { title })
    paper.write(nth === 0 ? 'H1' : 'H2', row(title, margin, { ...ink('display', 22), smallest: 12 }, 30), section)
    const head = [
      t('invoice.issued', { day: formatDate(issuedAt, brand.timeZone, locale) }),
      t('invoice.to', { group, contact }),
      t('invoice.booking', { number: booking }),
      `${performance.title}, ${formatDateAndTime(performance.startsAt, performance.timeZone, locale)}`,
    ]
    paper.write('P', row(brand.legalName, margin + 36, ink('strong', 12)), section)
    for (const [place, text] of head.entries())
      paper.write('P', row(text, margin + 56 + place * 18, { ...ink('body', 11), smallest: 8 }), section)
    let y = margin + heights.head - 40
    for (const line of shown) {
      writeAmountLine({ paper, brand, locale }, line, y, section)
      y += amountLineHeight
    }
    if (nth < pages.length - 1) return
    writeAmountLine({ paper, brand, locale }, { name: t('receipt.total'), notes: [], amount: totals.total }, y, section, true)
    for (const [place, text] of texts.entries())
      paper.write('P', row(text, y + amountLineHeight + place * heights.text, ink('body', 10)), section)
    const seller = [brand.legalName, brand.contact.address, ...(brand.vatId === undefined ? [] : [t('invoice.vatId', { id: brand.vatId })])]
    for (const [place, text] of seller.entries())
      paper.write('P', row(text, paper.height - margin - 46 + place * 16, { ...ink('body', 9, soft), smallest: 7 }), section)
    if (brand.isTestShop) paper.stamp(t('test.banner'), brand.colours.light.danger)
  })
  return paper.bytes()
}
