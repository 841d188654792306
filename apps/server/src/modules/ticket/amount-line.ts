import type { Locale } from '@playhouse/domain/brand'
import { formatMoney, type Money } from '@playhouse/domain/money'
import type { Box, Element, Paper } from './paper.ts'
import { inkStyles, margin, type PrintingBrand } from './print-job.ts'

/** One line of a receipt or an invoice: its name, notes below it, and its amount. */
export type AmountLine = { readonly name: string; readonly notes: readonly string[]; readonly amount: Money }

/** The height of a line with its notes, in points. */
export const amountLineHeight = 34

type LinePaper = { readonly paper: Paper; readonly brand: PrintingBrand; readonly locale: Locale }

/** Writes a name with its notes below it, and its amount at the right edge; read out as one sentence. */
export function writeAmountLine(
  { paper, brand, locale }: LinePaper,
  { name, notes, amount }: AmountLine,
  y: number,
  within: Element,
  isTotal = false,
): void {
  const { ink, soft, line: rule } = inkStyles(brand)
  const width = paper.width - 2 * margin
  const size = isTotal ? 13 : 11
  const face = isTotal ? 'strong' : 'body'
  const box: Box = { x: margin, y, width: width - 110, height: 16 }
  const amountBox: Box = { x: margin + width - 100, y, width: 100, height: 16 }
  const note = notes.join(', ')
  const text = formatMoney(amount, brand.currency, locale)
  paper.write(
    'P',
    [
      { text: `${name} `, box, ink: { ...ink(face, size), smallest: 8 } },
      ...(note === '' ? [] : [{ text: `${note} `, box: { ...box, y: y + 15, height: 14 }, ink: { ...ink('body', 9, soft), smallest: 7 } }]),
      { text, box: amountBox, ink: { ...ink(face, size), align: 'right' as const, smallest: 8 } },
    ],
    within,
    { actual: [name, note, text].filter(Boolean).join(', ') },
  )
  paper.decorate((pdf) =>
    pdf
      .moveTo(margin, y + amountLineHeight - 4)
      .lineTo(margin + width, y + amountLineHeight - 4)
      .lineWidth(0.5)
      .stroke(rule),
  )
}
