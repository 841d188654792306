import type { Messages } from '#modules/messages'
import { formatDateAndTime } from '@playhouse/domain/calendar'
import type { Brand, Locale } from '@playhouse/domain/brand'
import { formatMoney } from '@playhouse/domain/money'
import { refundNoticeHours } from '@playhouse/domain/refund-policy'
import { textIn } from '@playhouse/domain/text-in'
import type { Box, Element, Ink, Paper } from './paper.ts'
import { printable } from './ticket-font.ts'
import type { OrderedTicket, TicketedOrder } from './ticketed-order.ts'

export type PrintingBrand = Pick<
  Brand,
  'id' | 'name' | 'legalName' | 'currency' | 'timeZone' | 'colours' | 'fonts' | 'contact' | 'words' | 'isTestShop' | 'vatId'
>

/** An order that is being printed. */
export type PrintJob = {
  readonly paper: Paper
  readonly brand: PrintingBrand
  readonly locale: Locale
  readonly order: TicketedOrder
  readonly t: Messages
}

/** Page margin in points, within the printable area of any printer. */
export const margin = 40

/** `Tuesday 3 February 2026, 7.30pm` */
export const whenOf = ({ locale }: PrintJob, ticket: OrderedTicket): string => formatDateAndTime(ticket.startsAt, ticket.timeZone, locale)
/** The language of the title, where it may differ from the reader's. */
export const languageOf = ({ copyLanguage }: OrderedTicket): { lang?: string } => (copyLanguage ? { lang: copyLanguage } : {})
export const priceOf = ({ brand, locale }: PrintJob, ticket: OrderedTicket): string => formatMoney(ticket.price, brand.currency, locale)

/** The price type of a ticket, and the package that it belongs to. */
export const soldAsOf = ({ locale }: Pick<PrintJob, 'locale'>, { priceTypeName, packageName }: OrderedTicket): string =>
  packageName ? `${priceTypeName}, ${textIn(packageName, locale)}` : priceTypeName

/** What the holder of a ticket shows at the door with it; undefined where its price type asks for nothing. */
export const proofOf = (
  { t, locale }: Pick<PrintJob, 't' | 'locale'>,
  { proofAtDoor }: Pick<OrderedTicket, 'proofAtDoor'>,
): string | undefined => proofAtDoor && t('note.proof', { proof: textIn(proofAtDoor, locale) })

/** Text styles in the brand's light colours, because paper is white. */
export function inkStyles({ colours: { light } }: PrintingBrand) {
  const ink = (face: Ink['face'], size: number, colour: string = light.ink): Ink => ({ face, size, colour })
  return { ink, soft: light['ink-soft'], line: light.line, accent: light.accent, onAccent: light['accent-ink'] }
}

/** Writes a fact under its name, `Row` above `F`; read out as `Row: F`. */
export function writeFact({ paper, brand }: PrintJob, name: string, value: string, box: Box, ink: Ink, parent: Element): void {
  const { ink: inkOf, soft } = inkStyles(brand)
  // The space separates name and value for readers that use the drawn letters.
  const label = { text: `${name} `, box: { ...box, height: 12 }, ink: inkOf('body', 9, soft) }
  const fact = { text: value, box: { ...box, y: box.y + 13, height: box.height - 13 }, ink }
  paper.write('P', [label, fact], parent, { actual: `${name}: ${printable(value)}` })
}

/** Writes the notes for the visit below `top` (points), and the seller at the foot of the page. */
export function writeNotes(job: PrintJob, top: number, parent: Element): void {
  const { paper, brand, order, t } = job
  const { ink, soft } = inkStyles(brand)
  const width = paper.width - 2 * margin
  const line = (text: string, y: number, height: number, style: Ink) => [{ text, box: { x: margin, y, width, height }, ink: style }]
  let y = paper.write('H3', line(t('note.title'), top, 20, ink('strong', 12)), parent) + 4
  const help = t('note.help', { boxOffice: brand.contact.boxOffice })
  for (const note of [t('note.door'), t('note.arrive'), t('note.refund', { hours: refundNoticeHours }), help]) {
    y = paper.write('P', line(note, y, 28, ink('body', 10)), parent) + 4
  }
  const seller = t('note.seller', { seller: brand.legalName, when: formatDateAndTime(order.placedAt, brand.timeZone, job.locale) })
  paper.write('P', line(seller, paper.height - margin - 12, 14, ink('body', 9, soft)), parent)
}
/** Height of the notes in the longest translation, in points. */
export const notesHeight = 148

/** The fields of a seat's position; empty ones are omitted, such as the row of a standing place. `share`: relative width. */
export function placeOf({ t }: PrintJob, ticket: OrderedTicket): { name: string; value: string; share: number }[] {
  const facts = [
    { name: t('field.area'), value: ticket.area, share: 1.5 },
    { name: t(ticket.seating === 'table' ? 'field.table' : 'field.row'), value: ticket.row, share: 0.8 },
    { name: t('field.seat'), value: ticket.seating === 'standing' ? t('field.standing') : ticket.number, share: 0.8 },
    { name: t('field.entrance'), value: ticket.entrance, share: 1.3 },
  ]
  return facts.filter((fact) => fact.value !== '')
}

/** Divides a strip into columns by their relative widths. @param gap points between columns */
export function splitColumns(strip: Box, shares: readonly number[], gap: number): Box[] {
  const unit = (strip.width - gap * (shares.length - 1)) / shares.reduce((sum, share) => sum + share, 0)
  let x = strip.x
  return shares.map((share) => {
    const column = { ...strip, x, width: share * unit }
    x += column.width + gap
    return column
  })
}
