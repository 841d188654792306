import type { TFunction } from 'i18next'
import { formatDateAndTime } from '@playhouse/domain/calendar'
import type { Brand, Locale } from '@playhouse/domain/brand'
import { formatMoney } from '@playhouse/domain/money'
import type { Box, Element, Ink, Paper } from './paper.ts'
import { printable } from './ticket-font.ts'
import type { OrderedTicket, TicketedOrder } from './ticketed-order.ts'

export type PrintingBrand = Pick<
  Brand,
  'id' | 'name' | 'legalName' | 'currency' | 'timeZone' | 'colours' | 'fonts' | 'contact' | 'words' | 'isTestShop'
>

/** One order on its way to paper. */
export type PrintJob = {
  readonly paper: Paper
  readonly brand: PrintingBrand
  readonly locale: Locale
  readonly order: TicketedOrder
  readonly say: TFunction<'ticket'>
}

/** Hours before a performance until which tickets are taken back: the spec, section 9, refund policy notice. */
const refundNoticeHours = 2
/** White space around the page: inside what any printer can reach. */
export const margin = 40

/** `Tuesday 3 February 2026, 7.30pm`: whole words, since paper has room. */
export const whenOf = ({ locale }: PrintJob, ticket: OrderedTicket): string => formatDateAndTime(ticket.startsAt, ticket.timeZone, locale)
/** The house's own words, where they may not be in the reader's language. */
export const languageOf = ({ copyLanguage }: OrderedTicket): { lang?: string } => (copyLanguage ? { lang: copyLanguage } : {})
export const priceOf = ({ brand, locale }: PrintJob, ticket: OrderedTicket): string => formatMoney(ticket.price, brand.currency, locale)

/** Type in the brand's light colours: paper is white at night too. */
export function inkStyles({ colours: { light } }: PrintingBrand) {
  const ink = (face: Ink['face'], size: number, colour: string = light.ink): Ink => ({ face, size, colour })
  return { ink, soft: light['ink-soft'], line: light.line, accent: light.accent, onAccent: light['accent-ink'] }
}

/** Writes a fact under its name, `Row` above `F`; read out as `Row: F`. */
export function writeFact({ paper, brand }: PrintJob, name: string, value: string, box: Box, ink: Ink, within: Element): void {
  const { ink: inkOf, soft } = inkStyles(brand)
  // The space parts name and value for readers that go by the letters drawn.
  const label = { text: `${name} `, box: { ...box, height: 12 }, ink: inkOf('body', 9, soft) }
  const fact = { text: value, box: { ...box, y: box.y + 13, height: box.height - 13 }, ink }
  paper.write('P', [label, fact], within, { actual: `${name}: ${printable(value)}` })
}

/** What is to be known before the visit, below `top`; at the foot of the page, who sold it. */
export function writeNotes(job: PrintJob, top: number, within: Element): void {
  const { paper, brand, order, say } = job
  const { ink, soft } = inkStyles(brand)
  const width = paper.width - 2 * margin
  const line = (text: string, y: number, height: number, style: Ink) => [{ text, box: { x: margin, y, width, height }, ink: style }]
  let y = paper.write('H3', line(say('note.title'), top, 20, ink('strong', 12)), within) + 4
  const help = say('note.help', { boxOffice: brand.contact.boxOffice })
  for (const note of [say('note.door'), say('note.arrive'), say('note.refund', { hours: refundNoticeHours }), help]) {
    y = paper.write('P', line(note, y, 28, ink('body', 10)), within) + 4
  }
  const seller = say('note.seller', { seller: brand.legalName, when: formatDateAndTime(order.placedAt, brand.timeZone, job.locale) })
  paper.write('P', line(seller, paper.height - margin - 12, 14, ink('body', 9, soft)), within)
}
/** Room to leave for the notes in the most talkative locale, in points. */
export const notesHeight = 148

/** The names of a seat's place, without those it hasn't: standing room has no row. */
export function placeOf({ say }: PrintJob, ticket: OrderedTicket): { name: string; value: string; share: number }[] {
  const facts = [
    { name: say('field.area'), value: ticket.area, share: 1.5 },
    { name: say(ticket.seating === 'table' ? 'field.table' : 'field.row'), value: ticket.row, share: 0.8 },
    { name: say('field.seat'), value: ticket.seating === 'standing' ? say('field.standing') : ticket.number, share: 0.8 },
    { name: say('field.entrance'), value: ticket.entrance, share: 1.3 },
  ]
  return facts.filter((fact) => fact.value !== '')
}

/** Cuts a strip into columns by share of its width. */
export function splitColumns(strip: Box, shares: readonly number[], gap: number): Box[] {
  const unit = (strip.width - gap * (shares.length - 1)) / shares.reduce((sum, share) => sum + share, 0)
  let x = strip.x
  return shares.map((share) => {
    const column = { ...strip, x, width: share * unit }
    x += column.width + gap
    return column
  })
}
