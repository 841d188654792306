import type { Locale } from '@playhouse/domain/brand'
import { formatWhen } from '@playhouse/domain/calendar'
import { languageTag } from '@playhouse/shop-ui/i18n/locale'
import { drawPerformance, ticketsAPage } from './draw-performance.ts'
import { drawTicket } from './draw-ticket.ts'
import { Paper } from './paper.ts'
import { inksOf, margin, type PrintingBrand, type PrintJob, writeNotes } from './print-job.ts'
import { ticketWords } from './ticket-words.ts'
import { byPerformance, type OrderedTicket, type TicketedOrder } from './ticketed-order.ts'

/** The print settings of the spec, section 3. */
export const printLayouts = ['ticket-per-page', 'performance-per-page'] as const
export type PrintLayout = (typeof printLayouts)[number]

/**
 * An order's tickets to print at home: a tagged PDF/UA in the brand's type and colours. The same order in the same locale
 * is the same document each time.
 * @throws RangeError for an order without tickets
 */
export async function ticketsPdf(wanted: { brand: PrintingBrand; locale: Locale; order: TicketedOrder; layout?: PrintLayout }): Promise<Uint8Array<ArrayBuffer>> {
  const { brand, locale, order, layout = 'ticket-per-page' } = wanted
  if (order.tickets.length === 0) throw new RangeError(`order ${order.number} has no tickets to print`)
  const say = ticketWords(brand, locale)
  const title = say('document.title', { number: order.number })
  const paper = new Paper({ brand, lang: languageTag(locale), title, made: order.placedAt })
  const job: PrintJob = { paper, brand, locale, order, say }
  const tickets = byPerformance(order.tickets).flat()
  const pages = layout === 'ticket-per-page' ? tickets.map((ticket) => [ticket]) : byPerformance(tickets).flatMap((shared) => sheaves(shared, ticketsAPage(job)))

  let printed = 0
  for (const page of pages) {
    const numbers = page.map((_, index) => printed + index + 1)
    printed += page.length
    const part = pageTitle(job, page[0]!, numbers)
    paper.turnPage(part)
    writeHeader(job, title, part, numbers[0] === 1)
    const section = paper.open('Sect', { title: part })
    if (layout === 'ticket-per-page') drawTicket(job, page[0]!, section)
    else drawPerformance(job, page, numbers, section)
    writeNotes(job, section)
  }
  return paper.bytes()
}

function pageTitle({ order, locale, say }: PrintJob, ticket: OrderedTicket, numbers: readonly number[]): string {
  const number = numbers.length === 1 ? numbers[0] : `${numbers[0]}–${numbers.at(-1)}`
  const name = say('document.performance', { title: ticket.title, when: formatWhen(ticket.startsAt, ticket.timeZone, locale) })
  return `${name}. ${say('document.ticket', { number, total: order.tickets.length })}`
}

/** The document's heading on its first page; running heads on the others are for the eye alone. */
function writeHeader({ paper, brand }: PrintJob, title: string, part: string, first: boolean): void {
  const { ink, soft } = inksOf(brand)
  const width = paper.width - 2 * margin
  const heading = { text: title, box: { x: margin, y: margin - 2, width: width * 0.45, height: 16 }, ink: { ...ink('strong', 11), smallest: 8 } }
  const running = { text: part, box: { x: margin + width * 0.45, y: margin - 1, width: width * 0.55, height: 16 }, ink: { ...ink('body', 9, soft), align: 'right', smallest: 7 } } as const
  if (first) paper.write('H1', [heading])
  paper.decorate(() => {}, first ? [running] : [heading, running])
}

function sheaves<Thing>(things: readonly Thing[], size: number): Thing[][] {
  return Array.from({ length: Math.ceil(things.length / size) }, (_, index) => things.slice(index * size, (index + 1) * size))
}

