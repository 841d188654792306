import type { OrderItem, Ticket } from '@playhouse/api-client/contract'
import type { Locale } from '@playhouse/domain/brand'
import { formatDateAndTime } from '@playhouse/domain/calendar'
import type { CounterPaymentMethod } from '@playhouse/domain/counter-tender'
import { formatMoney, type Money } from '@playhouse/domain/money'
import { discountsOf } from '@playhouse/domain/named-discounts'
import type { PostalAddress } from '@playhouse/domain/postal-address'
import { type Totals, untaxedOf } from '@playhouse/domain/pricing'
import { formatRate } from '@playhouse/domain/rate'
import { textIn } from '@playhouse/domain/text-in'
import type { TranslatedText } from '@playhouse/domain/translated-text'
import { languageTag } from '@playhouse/shop-ui/i18n/locale'
import { itemName, itemNotes } from '#modules/messages'
import { type AmountLine, amountLineHeight, writeAmountLine } from './amount-line.ts'
import { type Element, type Ink, Paper } from './paper.ts'
import { inkStyles, margin, type PrintingBrand } from './print-job.ts'
import { ticketWords } from './ticket-words.ts'

/** The fields of an order that its receipt needs: everything that was bought, whether it was returned since or not. */
export type ReceiptedOrder = {
  readonly number: string
  /** ISO 8601 instant. */
  readonly placedAt: string
  readonly customerName: string
  /** The number of the order that it adds to; absent or null for a separate order. */
  readonly addsTo?: string | null
  readonly tickets: readonly (Pick<
    Ticket,
    'title' | 'startsAt' | 'timeZone' | 'area' | 'row' | 'number' | 'seating' | 'priceTypeName' | 'price'
  > & {
    readonly isReturned: boolean
    /** The name of the package that it belongs to. */
    readonly packageName?: TranslatedText | undefined
  })[]
  readonly items: readonly OrderItem[]
  readonly totals: Totals
  /** Where goods by post are sent; absent or null where nothing is. */
  readonly postalAddress?: PostalAddress | null
  /** How it was paid at the counter, in minor units. */
  readonly paidBy?: { readonly method: CounterPaymentMethod; readonly reference: string | null; readonly amount: Money } | undefined
}
/** A receipt to print, as plain data that can be copied to a worker thread. */
export type ReceiptPrint = { readonly brand: PrintingBrand; readonly locale: Locale; readonly order: ReceiptedOrder }

/** One line: what was bought, what was chosen with it, and its amount. */
export type ReceiptLine = AmountLine

const minus = (amount: Money): Money => -amount as Money

/** The lines of a receipt and their sum. Every line of the order is among them, so that they add up to the total. */
export function receiptLines({ brand, locale, order }: ReceiptPrint): { readonly lines: readonly ReceiptLine[]; readonly total: Money } {
  const t = ticketWords(brand, locale)
  const { delivery, total } = order.totals
  const tickets = order.tickets.map((ticket): ReceiptLine => ({
    name: `${ticket.title}, ${formatDateAndTime(ticket.startsAt, ticket.timeZone, locale)}`,
    notes: [
      placeOf(t, ticket),
      ticket.priceTypeName,
      ...(ticket.packageName ? [textIn(ticket.packageName, locale)] : []),
      ...(ticket.isReturned ? [t('receipt.returned')] : []),
    ],
    amount: ticket.price,
  }))
  const items = order.items.map((item): ReceiptLine => ({
    name: itemName(brand, locale, item),
    notes: itemNotes(brand, locale, item, order.postalAddress),
    amount: item.amount,
  }))
  const otherLines: readonly ReceiptLine[] = [
    ...discountsOf(order.totals).map(({ name, amount }) => ({
      ...(name ? { name: textIn(name, locale), notes: [t('receipt.discount')] } : { name: t('receipt.discount'), notes: [] }),
      amount: minus(amount),
    })),
    { name: t('receipt.delivery'), notes: [], amount: delivery },
  ]
  return { lines: [...tickets, ...items, ...otherLines.filter(({ amount }) => amount !== 0)], total }
}

function placeOf(t: ReturnType<typeof ticketWords>, { area, row, number, seating }: ReceiptedOrder['tickets'][number]): string {
  if (seating === 'standing') return t('calendar.standing', { area })
  if (seating === 'table') return t('calendar.table', { area, row, seat: number })
  return row === '' ? `${area} ${number}` : t('calendar.seat', { area, row, seat: number })
}

/** How the order was paid at the counter, with the reference; undefined for a web order. */
export function paymentLine({ brand, locale, order: { paidBy } }: ReceiptPrint): string | undefined {
  if (!paidBy) return undefined
  const t = ticketWords(brand, locale)
  const line = t(`receipt.paid.${paidBy.method}`, { amount: formatMoney(paidBy.amount, brand.currency, locale) })
  return paidBy.reference === null ? line : `${line}, ${t('receipt.reference', { reference: paidBy.reference })}`
}

/**
 * The tax within an order: the sum, and net and tax of each rate. With the part outside tax they add up to the total. Orders from before
 * there were rates have the sum alone. No line where there is no tax at all.
 */
export function taxLines({
  brand,
  locale,
  order: { totals },
}: Pick<ReceiptPrint, 'brand' | 'locale'> & { readonly order: Pick<ReceiptedOrder, 'totals'> }): string[] {
  const t = ticketWords(brand, locale)
  const money = (amount: Money): string => formatMoney(amount, brand.currency, locale)
  if (totals.vat === 0) return []
  const untaxed = untaxedOf(totals)
  return [
    t('receipt.vat', { amount: money(totals.vat) }),
    ...(totals.taxes ?? []).map(({ vatBasisPoints, net, vat }) =>
      t(vatBasisPoints > 0 ? 'receipt.tax' : 'receipt.noTax', {
        rate: formatRate(vatBasisPoints, locale),
        net: money(net),
        vat: money(vat),
      }),
    ),
    ...(untaxed === 0 ? [] : [t('receipt.outsideTax', { net: money(untaxed) })]),
  ]
}

/** The levies within the prices of the tickets, such as a restoration levy. */
export const levyLines = ({
  brand,
  locale,
  order: { totals },
}: Pick<ReceiptPrint, 'brand' | 'locale'> & { readonly order: Pick<ReceiptedOrder, 'totals'> }): string[] =>
  (totals.levies ?? []).map(({ name, amount }) =>
    ticketWords(brand, locale)('receipt.levy', { amount: formatMoney(amount, brand.currency, locale), levy: textIn(name, locale) }),
  )

/** Points: the height of the head, of a line with its notes, of a line of tax, and of the sums with the seller below them. */
const heights = { head: 150, line: amountLineHeight, tax: 16, foot: 130 }

/**
 * Renders the receipt of an order as a tagged PDF/UA in the brand's fonts and colours. The same order and locale yield the same
 * bytes.
 */
export async function receiptPdf(print: ReceiptPrint): Promise<Uint8Array<ArrayBuffer>> {
  const { brand, locale, order } = print
  const t = ticketWords(brand, locale)
  const title = t('receipt.title', { number: order.number })
  const paper = new Paper({ brand, lang: languageTag(locale), title, createdAt: order.placedAt })
  const { ink, soft } = inkStyles(brand)
  const width = paper.width - 2 * margin
  const row = (text: string, y: number, style: Ink, height = 16) => [{ text, box: { x: margin, y, width, height }, ink: style }]
  const { lines, total } = receiptLines(print)

  const included = [...taxLines(print), ...levyLines(print)]
  const foot = heights.foot + included.length * heights.tax
  const perPage = Math.floor((paper.height - 2 * margin - heights.head - foot) / heights.line)
  const pages = Array.from({ length: Math.max(1, Math.ceil(lines.length / perPage)) }, (_, page) =>
    lines.slice(page * perPage, (page + 1) * perPage),
  )
  const writeLine = (line: ReceiptLine, y: number, within: Element, isTotal = false): void =>
    writeAmountLine({ paper, brand, locale }, line, y, within, isTotal)
  pages.forEach((shown, nth) => {
    paper.turnPage(title)
    const section = paper.open('Sect', { title })
    paper.write(nth === 0 ? 'H1' : 'H2', row(title, margin, { ...ink('display', 22), smallest: 12 }, 30), section)
    paper.write('P', row(brand.name, margin + 36, ink('strong', 12)), section)
    paper.write(
      'P',
      row(t('receipt.placed', { when: formatDateAndTime(order.placedAt, brand.timeZone, locale) }), margin + 56, ink('body', 11)),
      section,
    )
    if (order.customerName !== '')
      paper.write('P', row(t('receipt.buyer', { name: order.customerName }), margin + 74, ink('body', 11)), section)
    if (order.addsTo) paper.write('P', row(t('receipt.addsTo', { order: order.addsTo }), margin + 92, ink('body', 11)), section)
    let y = margin + heights.head - 40
    for (const line of shown) {
      writeLine(line, y, section)
      y += heights.line
    }
    if (nth < pages.length - 1) return
    writeLine({ name: t('receipt.total'), notes: [], amount: total }, y, section, true)
    const paid = paymentLine(print)
    for (const [place, text] of [...included, ...(paid === undefined ? [] : [paid])].entries())
      paper.write('P', row(text, y + heights.line + place * heights.tax, ink('body', 10)), section)
    const seller = t('note.seller', { seller: brand.legalName, when: formatDateAndTime(order.placedAt, brand.timeZone, locale) })
    paper.write('P', row(seller, paper.height - margin - 30, ink('body', 9, soft)), section)
    paper.write('P', row(brand.contact.address, paper.height - margin - 14, ink('body', 9, soft)), section)
    if (brand.isTestShop) paper.stamp(t('test.banner'), brand.colours.light.danger)
  })
  return paper.bytes()
}
