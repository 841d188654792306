import type { Locale } from '@playhouse/domain/brand'
import { formatWhen } from '@playhouse/domain/calendar'
import type { PrintLayout } from '@playhouse/domain/ticket'
import { languageTag } from '@playhouse/shop-ui/i18n/locale'
import { drawPerformance, ticketsPerPage } from './draw-performance.ts'
import { drawTicket } from './draw-ticket.ts'
import { type Element, Paper } from './paper.ts'
import { inkStyles, margin, type PrintingBrand, type PrintJob, writeNotes } from './print-job.ts'
import { ticketWords } from './ticket-words.ts'
import { byPerformance, type OrderedTicket, type TicketedOrder } from './ticketed-order.ts'

/** Tickets to print, as plain data that can be copied to a worker thread. */
export type TicketPrint = {
  readonly brand: PrintingBrand
  readonly locale: Locale
  readonly order: TicketedOrder
  readonly layout?: PrintLayout | undefined
}

/**
 * Renders an order's print-at-home tickets as a tagged PDF/UA in the brand's fonts and colours. The same order and locale
 * yield the same bytes.
 * @throws RangeError for an order without tickets
 */
export async function ticketsPdf({ brand, locale, order, layout = 'ticket-per-page' }: TicketPrint): Promise<Uint8Array<ArrayBuffer>> {
  if (order.tickets.length === 0) throw new RangeError(`order ${order.number} has no tickets to print`)
  const t = ticketWords(brand, locale)
  const title = t('document.title', { number: order.number })
  const paper = new Paper({ brand, lang: languageTag(locale), title, createdAt: order.placedAt })
  const job: PrintJob = { paper, brand, locale, order, t }
  const tickets = byPerformance(order.tickets).flat()
  const pages =
    layout === 'ticket-per-page'
      ? tickets.map((ticket) => [ticket])
      : byPerformance(tickets).flatMap((group) => chunk(group, ticketsPerPage(job)))

  let printedTickets = 0
  for (const page of pages) {
    const numbers = page.map((_, index) => printedTickets + index + 1)
    printedTickets += page.length
    const count = countOf(job, numbers)
    const part = `${pageTitle(job, page[0]!)}. ${count}`
    paper.turnPage(part)
    writeHeader(job, title, count, numbers[0] === 1)
    const section = paper.open('Sect', { title: part })
    const bottom = layout === 'ticket-per-page' ? drawTicket(job, page[0]!, section) : drawPerformance(job, page, numbers, section)
    writeNotes(job, bottom + 20, section)
    if (brand.isTestShop) writeTestWarning(job, section)
  }
  return paper.bytes()
}

const pageTitle = ({ locale, t }: PrintJob, { title, startsAt, timeZone }: OrderedTicket): string =>
  t('document.performance', { title, when: formatWhen(startsAt, timeZone, locale) })

/** `Ticket 2 of 9`, `Ticket 1–6 of 9` */
function countOf({ order, t }: PrintJob, numbers: readonly number[]): string {
  const number = numbers.length === 1 ? numbers[0] : `${numbers[0]}–${numbers.at(-1)}`
  return t('document.ticket', { number, total: order.tickets.length })
}

/** Writes the document's heading on the first page; on later pages it is decoration. */
function writeHeader({ paper, brand }: PrintJob, title: string, count: string, first: boolean): void {
  const { ink, soft } = inkStyles(brand)
  const box = { x: margin, y: margin - 2, width: paper.width - 2 * margin, height: 16 }
  const heading = { text: title, box: { ...box, width: box.width * 0.7 }, ink: { ...ink('strong', 11), smallest: 8 } }
  const running = { text: count, box, ink: { ...ink('body', 10, soft), align: 'right' } } as const
  if (first) paper.write('H1', [heading])
  paper.decorate(() => {}, first ? [running] : [heading, running])
}

/** Marks the page as no real ticket: as text that is read out, and as a stamp over the whole page. */
function writeTestWarning({ paper, brand, t }: PrintJob, parent: Element): void {
  const { ink } = inkStyles(brand)
  const box = { x: margin, y: margin + 14, width: paper.width - 2 * margin, height: 20 }
  const warning = t('test.warning')
  paper.write(
    'P',
    [{ text: warning, box, ink: { ...ink('strong', 15, brand.colours.light.danger), align: 'center', smallest: 9 } }],
    parent,
    { actual: warning },
  )
  paper.stamp(warning, brand.colours.light.danger)
}

function chunk<Thing>(items: readonly Thing[], size: number): Thing[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))
}
