import { drawQr, spacedCode } from './draw-qr.ts'
import type { Box, Element } from './paper.ts'
import {
  splitColumns,
  inkStyles,
  languageOf,
  margin,
  notesHeight,
  placeOf,
  type PrintJob,
  priceOf,
  proofOf,
  soldAsOf,
  whenOf,
  writeFact,
} from './print-job.ts'
import { nameOnTicket, type OrderedTicket } from './ticketed-order.ts'

/** The header with the performance, and the grid of its tickets below it; in PDF points. */
const head = { top: 76, height: 112 }
const stub = { height: 123, proof: 20, gap: 11, perRow: 2 }
/** All small tickets of an order are higher where one of them names a proof. */
const stubHeight = ({ order }: Pick<PrintJob, 'order'>): number =>
  stub.height + (order.tickets.some(({ proofAtDoor }) => proofAtDoor) ? stub.proof : 0)

/** The number of tickets of one performance per page. */
export function ticketsPerPage(job: Pick<PrintJob, 'paper' | 'order'>): number {
  const room = job.paper.height - margin - notesHeight - (head.top + head.height + stub.gap)
  return stub.perRow * Math.floor(room / (stubHeight(job) + stub.gap))
}

/** Draws tickets of one performance on one page: the performance once, then a small ticket per seat. @returns their bottom edge, in points */
export function drawPerformance(job: PrintJob, tickets: readonly OrderedTicket[], numbers: readonly number[], parent: Element): number {
  const { paper } = job
  const height = stubHeight(job)
  let bottom = head.top + head.height
  const page: Box = { x: margin, y: head.top, width: paper.width - 2 * margin, height: head.height }
  writeHead(job, tickets[0]!, page, parent)
  tickets.forEach((ticket, index) => {
    const y = page.y + page.height + stub.gap + Math.floor(index / stub.perRow) * (height + stub.gap)
    const box = splitColumns({ ...page, y, height }, [1, 1], stub.gap)[index % stub.perRow]!
    const title = job.t('document.ticket', { number: numbers[index], total: job.order.tickets.length })
    drawSmallTicket(job, ticket, title, box, paper.open('Sect', { title }, parent))
    bottom = box.y + box.height
  })
  return bottom
}

function writeHead(job: PrintJob, ticket: OrderedTicket, box: Box, parent: Element): void {
  const { paper, brand, order } = job
  const { ink, accent, onAccent } = inkStyles(brand)
  paper.decorate((pdf) => pdf.roundedRect(box.x, box.y, box.width, box.height, 14).fill(accent))
  const text = { x: box.x + 20, width: box.width - 40 }
  paper.write('P', [{ text: brand.name, box: { ...text, y: box.y + 12, height: 16 }, ink: ink('strong', 11, onAccent) }], parent)
  paper.write(
    'H2',
    [{ text: ticket.title, box: { ...text, y: box.y + 30, height: 34 }, ink: { ...ink('display', 25, onAccent), smallest: 12 } }],
    parent,
    languageOf(ticket),
  )
  paper.write(
    'P',
    [{ text: whenOf(job, ticket), box: { ...text, y: box.y + 66, height: 18 }, ink: { ...ink('strong', 13, onAccent), smallest: 9 } }],
    parent,
  )
  const place = `${ticket.hallName}, ${order.address}`
  paper.write(
    'P',
    [{ text: place, box: { ...text, y: box.y + 86, height: 15 }, ink: { ...ink('body', 10.5, onAccent), smallest: 8 } }],
    parent,
  )
}

function drawSmallTicket(job: PrintJob, ticket: OrderedTicket, title: string, box: Box, parent: Element): void {
  const { paper, brand, order, t } = job
  const { ink, line, soft } = inkStyles(brand)
  paper.decorate((pdf) => pdf.roundedRect(box.x, box.y, box.width, box.height, 10).lineWidth(1).stroke(line))
  const side = 100
  const text: Box = { x: box.x + side + 14, y: box.y + 9, width: box.width - side - 24, height: 12 }
  paper.write('H3', [{ text: title, box: text, ink: ink('body', 9, soft) }], parent)
  const facts = placeOf(job, ticket)
  const [factsAbove, factsBelow] = [facts.slice(0, -1), facts.slice(-1)]
  const boxes = splitColumns(
    { ...text, y: box.y + 25, height: 36 },
    factsAbove.map((fact) => fact.share),
    8,
  )
  factsAbove.forEach((fact, index) => writeFact(job, fact.name, fact.value, boxes[index]!, { ...ink('display', 17), smallest: 8 }, parent))
  const strong = { ...ink('strong', 10), smallest: 7 }
  const price = { name: soldAsOf(job, ticket), value: priceOf(job, ticket) }
  const lower = splitColumns({ ...text, y: box.y + 64, height: 26 }, [1, 1], 8)
  ;[...factsBelow, price].forEach((fact, index) => writeFact(job, fact.name, fact.value, lower[index]!, strong, parent))
  writeFact(job, `${t('field.order')} ${order.number}`, nameOnTicket(order, ticket), { ...text, y: box.y + 92, height: 26 }, strong, parent)
  const proof = proofOf(job, ticket)
  if (proof !== undefined) {
    const below = { x: box.x + 12, y: box.y + stub.height, width: box.width - 24, height: stub.proof - 2 }
    paper.write('P', [{ text: proof, box: below, ink: { ...ink('strong', 8), smallest: 5 } }], parent, { actual: proof })
  }
  drawQr(paper, ticket.qr, t('qr.alt', { code: ticket.qr }), { x: box.x + 8, y: box.y + 5, width: side, height: side }, parent)
  paper.write(
    'P',
    [
      {
        text: spacedCode(ticket.qr),
        box: { x: box.x + 6, y: box.y + side + 6, width: side + 4, height: 12 },
        ink: { ...ink('strong', 8), align: 'center', smallest: 6.5 },
      },
    ],
    parent,
  )
}
