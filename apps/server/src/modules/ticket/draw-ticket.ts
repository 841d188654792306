import { drawQr, spacedCode } from './draw-qr.ts'
import type { Box, Element } from './paper.ts'
import {
  splitColumns,
  inkStyles,
  languageOf,
  margin,
  placeOf,
  type PrintJob,
  priceOf,
  proofOf,
  soldAsOf,
  whenOf,
  writeFact,
} from './print-job.ts'
import { nameOnTicket, type OrderedTicket } from './ticketed-order.ts'

/** Dimensions of a ticket, in PDF points: `band` of the coloured band at its top, `stub` of the part to be torn off. */
const card = { top: 76, height: 340, radius: 14, band: 50, stub: 168, padding: 22, notch: 9 }

/**
 * Draws one ticket: the brand's band, the performance and the seat, and a stub with the code.
 * @returns its bottom edge, in points
 */
export function drawTicket(job: PrintJob, ticket: OrderedTicket, parent: Element): number {
  const cardBox: Box = { x: margin, y: card.top, width: job.paper.width - 2 * margin, height: card.height }
  const stubX = cardBox.x + cardBox.width - card.stub
  drawCard(job, cardBox, stubX)
  writeBand(job, cardBox, stubX, parent)

  const { x, y, height } = cardBox
  const main: Box = { x: x + card.padding, y: y + card.band + 16, width: stubX - x - 2 * card.padding, height: height - card.band - 32 }
  writePerformance(job, ticket, main, parent)
  writeSeat(job, ticket, { ...main, y: y + height - 158, height: 58 }, parent)
  writeSale(job, ticket, { ...main, y: y + height - 84, height: 62 }, parent)
  writeStub(job, ticket, { x: stubX, y: y + card.band, width: card.stub, height: height - card.band }, parent)
  return y + height
}

function drawCard({ paper, brand }: PrintJob, { x, y, width, height }: Box, stubX: number): void {
  const { line, accent } = inkStyles(brand)
  paper.decorate((pdf) => {
    pdf.save().roundedRect(x, y, width, height, card.radius).clip().rect(x, y, width, card.band).fill(accent).restore()
    pdf.roundedRect(x, y, width, height, card.radius).lineWidth(1).stroke(line)
    pdf
      .moveTo(stubX, y + card.notch)
      .lineTo(stubX, y + height - card.notch)
      .dash(3, { space: 4 })
      .stroke(line)
      .undash()
    // A notch covers the outline: a white circle over the edge, then half a circle of line.
    for (const [edge, sweep] of [
      [y, 0],
      [y + height, 1],
    ] as const) {
      pdf.circle(stubX, edge, card.notch).fill('#ffffff')
      pdf.path(`M ${stubX - card.notch} ${edge} A ${card.notch} ${card.notch} 0 0 ${sweep} ${stubX + card.notch} ${edge}`).stroke(line)
    }
  })
}

function writeBand({ paper, brand, t }: PrintJob, { x, y }: Box, stubX: number, parent: Element): void {
  const { ink, onAccent } = inkStyles(brand)
  const name: Box = { x: x + card.padding, y: y + 13, width: stubX - x - 2 * card.padding, height: 28 }
  paper.write('P', [{ text: brand.name, box: name, ink: { ...ink('display', 21, onAccent), smallest: 11 } }], parent)
  const admits: Box = { x: stubX + 8, y: y + 19, width: card.stub - 16, height: 16 }
  paper.write(
    'P',
    [{ text: t('field.admits'), box: admits, ink: { ...ink('strong', 11, onAccent), align: 'center', smallest: 7 } }],
    parent,
  )
}

function writePerformance(job: PrintJob, ticket: OrderedTicket, box: Box, parent: Element): void {
  const { paper, brand, order } = job
  const { ink, soft } = inkStyles(brand)
  const titleBox = { ...box, height: 66 }
  let y =
    paper.write('H2', [{ text: ticket.title, box: titleBox, ink: { ...ink('display', 28), smallest: 13 } }], parent, languageOf(ticket)) + 3
  y =
    paper.write('P', [{ text: whenOf(job, ticket), box: { ...box, y, height: 18 }, ink: { ...ink('strong', 13), smallest: 9 } }], parent) +
    2
  const place = `${ticket.hallName}, ${order.address}`
  paper.write('P', [{ text: place, box: { ...box, y, height: 15 }, ink: { ...ink('body', 10.5, soft), smallest: 8 } }], parent)
}

/** Draws a thin line eight points above a strip. */
function drawRuleAbove({ paper, brand }: PrintJob, { x, y, width }: Box): void {
  paper.decorate((pdf) =>
    pdf
      .moveTo(x, y - 8)
      .lineTo(x + width, y - 8)
      .lineWidth(0.75)
      .stroke(inkStyles(brand).line),
  )
}

function writeSeat(job: PrintJob, ticket: OrderedTicket, strip: Box, parent: Element): void {
  const { ink } = inkStyles(job.brand)
  drawRuleAbove(job, strip)
  const facts = placeOf(job, ticket)
  const boxes = splitColumns(
    strip,
    facts.map((fact) => fact.share),
    12,
  )
  facts.forEach((fact, index) => writeFact(job, fact.name, fact.value, boxes[index]!, { ...ink('display', 25), smallest: 10 }, parent))
}

function writeSale(job: PrintJob, ticket: OrderedTicket, strip: Box, parent: Element): void {
  const { ink } = inkStyles(job.brand)
  const { order, t } = job
  drawRuleAbove(job, strip)
  const strong = { ...ink('strong', 11), smallest: 8 }
  const facts = [
    { name: t('field.priceType'), value: soldAsOf(job, ticket) },
    { name: t('field.price'), value: priceOf(job, ticket) },
    { name: t('field.order'), value: order.number },
    { name: t(ticket.holder === undefined ? 'field.name' : 'field.holder'), value: nameOnTicket(order, ticket) },
  ]
  const [linesAbove, linesBelow] = [
    { ...strip, height: 29 },
    { ...strip, y: strip.y + 33, height: 29 },
  ]
  const boxes = [...splitColumns(linesAbove, [1, 1], 12), ...splitColumns(linesBelow, [1, 1], 12)]
  facts.forEach((fact, index) => writeFact(job, fact.name, fact.value, boxes[index]!, strong, parent))
}

function writeStub(job: PrintJob, ticket: OrderedTicket, box: Box, parent: Element): void {
  const { paper, brand, t } = job
  const { ink, soft } = inkStyles(brand)
  const side = box.width - 24
  drawQr(paper, ticket.qr, t('qr.alt', { code: ticket.qr }), { x: box.x + 12, y: box.y + 14, width: side, height: side }, parent)
  const stubBox = { x: box.x + 10, width: box.width - 20 }
  const y = box.y + side + 18
  paper.write(
    'P',
    [{ text: spacedCode(ticket.qr), box: { ...stubBox, y, height: 14 }, ink: { ...ink('strong', 10), align: 'center', smallest: 8 } }],
    parent,
  )
  paper.write(
    'P',
    [{ text: t('qr.show'), box: { ...stubBox, y: y + 18, height: 26 }, ink: { ...ink('body', 9, soft), align: 'center' } }],
    parent,
  )
  const proof = proofOf(job, ticket)
  if (proof !== undefined)
    paper.write(
      'P',
      [{ text: proof, box: { ...stubBox, y: y + 46, height: 46 }, ink: { ...ink('strong', 9), align: 'center', smallest: 6 } }],
      parent,
      { actual: proof },
    )
  const seat = placeOf(job, { ...ticket, entrance: '' })
    .map((fact) => fact.value)
    .join(' · ')
  // The stub may be torn off, so it repeats the seat; decoration, because a screen reader has read it already.
  paper.decorate(() => {}, [
    {
      text: seat,
      box: { ...stubBox, y: box.y + box.height - 32, height: 18 },
      ink: { ...ink('strong', 12), align: 'center', smallest: 8 },
    },
  ])
}
