import type { Brand } from '@playhouse/domain/brand'
import { formatWhen } from '@playhouse/domain/calendar'
import { languageTag } from '@playhouse/shop-ui/i18n/locale'
import { drawQr, spacedCode } from './draw-qr.ts'
import { type Box, type Ink, Paper } from './paper.ts'
import type { TicketPrint } from './pdf.ts'
import { languageOf, placeOf, type PrintJob, priceOf, proofOf, soldAsOf, splitColumns, whenOf, writeFact } from './print-job.ts'
import { ticketWords } from './ticket-words.ts'
import { byPerformance, nameOnTicket, type OrderedTicket } from './ticketed-order.ts'

/** Tickets for a ticket printer. `ticketPaper`: the size of its paper in millimetres. */
export type ThermalPrint = Omit<TicketPrint, 'layout'> & { readonly ticketPaper: NonNullable<Brand['ticketPaper']> }

const pointsPerMm = 72 / 25.4
/** Points that a ticket printer cannot print on at each edge. */
const edge = 9
/** A thermal printer prints black only. */
const black = '#000000'

/** Renders an order's tickets for a thermal printer: black only, each on one piece of paper of the theatre's size. */
export async function thermalTicketsPdf({ brand, locale, order, ticketPaper }: ThermalPrint): Promise<Uint8Array<ArrayBuffer>> {
  if (order.tickets.length === 0) throw new RangeError(`order ${order.number} has no tickets to print`)
  const t = ticketWords(brand, locale)
  const title = t('document.title', { number: order.number })
  const size = [ticketPaper.width * pointsPerMm, ticketPaper.height * pointsPerMm] as const
  const paper = new Paper({ brand, lang: languageTag(locale), title, createdAt: order.placedAt, size })
  const printed = { ...brand, colours: { ...brand.colours, light: { ...brand.colours.light, ink: black, 'ink-soft': black, line: black } } }
  const job: PrintJob = { paper, brand: printed, locale, order, t }
  byPerformance(order.tickets)
    .flat()
    .forEach((ticket, index) => {
      const count = t('document.ticket', { number: index + 1, total: order.tickets.length })
      paper.turnPage(
        `${t('document.performance', { title: ticket.title, when: formatWhen(ticket.startsAt, ticket.timeZone, locale) })}. ${count}`,
      )
      drawThermalTicket(job, ticket, count)
    })
  return paper.bytes()
}

const inkOf = (face: Ink['face'], size: number, smallest: number): Ink => ({ face, size, smallest, colour: black })

function drawThermalTicket(job: PrintJob, ticket: OrderedTicket, count: string): void {
  const { paper, brand, order, t } = job
  const section = paper.open('Sect', { title: count })
  const inner: Box = { x: edge, y: edge, width: paper.width - 2 * edge, height: paper.height - 2 * edge }
  // The code is as large as the paper allows, with its number below it.
  const side = Math.min(inner.height - 26, inner.width * 0.34)
  const main: Box = { ...inner, width: inner.width - side - 10 }
  const line = (text: string, y: number, height: number, ink: Ink) => [{ text, box: { ...main, y, height }, ink }]
  const unit = inner.height / 100
  const at = (percent: number): number => inner.y + percent * unit

  paper.write('P', line(brand.name, at(0), 11 * unit, inkOf('strong', 9, 6)), section)
  paper.write('H2', line(ticket.title, at(12), 21 * unit, inkOf('display', 18, 8)), section, languageOf(ticket))
  paper.write('P', line(whenOf(job, ticket), at(34), 11 * unit, inkOf('strong', 10, 6)), section)
  paper.write('P', line(ticket.hallName, at(46), 9 * unit, inkOf('body', 8, 6)), section)
  const facts = placeOf(job, ticket)
  const boxes = splitColumns(
    { ...main, y: at(57), height: Math.max(24, 26 * unit) },
    facts.map(({ share }) => share),
    6,
  )
  facts.forEach(({ name, value }, index) => writeFact(job, name, value, boxes[index]!, inkOf('display', 14, 7), section))
  const sale = [soldAsOf(job, ticket), priceOf(job, ticket), order.number, nameOnTicket(order, ticket)]
    .filter((text) => text !== '')
    .join(' · ')
  paper.write('P', line(sale, at(85), 9 * unit, inkOf('body', 8, 5)), section)
  const notes = [proofOf(job, ticket), brand.isTestShop ? t('test.warning') : undefined].filter((text) => text !== undefined)
  if (notes.length > 0) paper.write('P', line(notes.join(' · '), at(94), 7 * unit, inkOf('strong', 7, 4)), section)

  const stub: Box = { x: inner.x + inner.width - side, y: inner.y, width: side, height: side }
  drawQr(paper, ticket.qr, t('qr.alt', { code: ticket.qr }), stub, section)
  const below = { ...stub, y: stub.y + side + 2, height: 9 }
  paper.write('P', [{ text: spacedCode(ticket.qr), box: below, ink: { ...inkOf('body', 7, 4), align: 'center' } }], section)
  paper.write('P', [{ text: count, box: { ...below, y: below.y + 10 }, ink: { ...inkOf('body', 7, 5), align: 'center' } }], section)
}
