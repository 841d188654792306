import type { Corner } from '../../model/point.ts'
import { isInside } from '../../derive/outline.ts'
import { distance } from '../../derive/pitch.ts'
import { createNamer, slugOf } from '../../derive/label.ts'
import { boxAround, rectangle } from '../../derive/stage.ts'
import { maxSeats } from '../../../seat/seat.ts'
import { createFindings, type FindingList } from '../../report/finding.ts'
import { attachTables, keyOf } from '../attach-tables.ts'
import { categoriesIn, type Category, type ParsedArea, type ParsedHall, type ParsedRow, type ParsedSeat } from '../parsed-hall.ts'
import type { DrawnShape } from '../pretix-shape.ts'
import { isStage } from '../seat-words.ts'
import { standingRoom, topAmong } from '../standing-room.ts'
import { isStageElement, namesOf, placeInFile, readData } from './element-names.ts'
import { type DrawnSeat, findSeats } from './find-seats.ts'
import { labelRows } from './label-rows.ts'
import { placeName } from './seat-name.ts'
import { type DrawnSvgShape, type DrawnSvgText, readDrawing, type SvgDrawing } from './svg-drawing.ts'
import { elementsIn, readSvgTree, textIn } from './svg-tree.ts'

/** Shapes that a drawing may have beside its seats: outlines, steps, letters as paths. */
export const mostShapes = maxSeats + 100_000

/** The largest shapes that are no seats: tables, walls of boxes. Smaller ones are decoration. */
const mostDecoration = 2_000

/** Boxes and floors have few rows. */
const mostRowsOfBox = 6

/** A drawing as {@link parseSvg} reads it. */
export type ParsedSvg = { readonly hall: ParsedHall; readonly seatCount: number }

/**
 * Reads a drawing in SVG. Seats are the shapes that are called so (ids, titles, labels, `data-` attributes), and those of the size that most
 * have. Rows and areas are named by groups, ids and the texts beside them. Shapes that are no seats become the stage, tables, boxes and
 * floors to stand on; the rest is reported.
 * @returns undefined where it has more shapes than any hall
 * @throws Error with the reason where the text is not well-formed
 */
export function parseSvg(text: string): ParsedSvg | undefined {
  const tree = readSvgTree(text)
  const drawing = readDrawing(tree, mostShapes)
  const findings = createFindings()
  if (drawing.isCut) return undefined
  const found = findSeats(drawing)
  findings.add('seats-by-shape', { params: { shapes: drawing.shapes.length } })
  const { stage, texts: afterStage, shapes } = takeStage(found.shapes, found.texts)
  const restTexts = labelRows(found.seats, afterStage)
  const largest = shapes.toSorted((a, b) => b.long * b.short - a.long * a.short).slice(0, mostDecoration)
  const drawn = largest.map((shape) => ({ shape, drawn: toDrawnShape(shape, restTexts) }))
  const used = new Set<string>()
  const isAmongSeats = createSeatSearch(found.seats)
  const tops = drawn.filter(({ drawn: { outline } }) => !isAmongSeats(outline)).map((each) => each.drawn)
  /** Table tops have no seats on them. The walls of a box and the floor of a crowd have, and its name. */
  const shapesFor = ({ name, rows }: ParsedArea): DrawnShape[] => {
    const isSmall = rows.length <= mostRowsOfBox
    return isSmall ? [...tops, ...drawn.flatMap(({ drawn: each }) => (each.text === name && !tops.includes(each) ? each : []))] : tops
  }
  const byFill = fillsOf(found.seats)
  const nameArea = createNamer()
  const areas = [...Map.groupBy(found.seats, ({ area }) => area)].map(([name, seats]): ParsedArea => {
    const areaName = name || nameFromTexts(seats, restTexts) || 'Hall'
    const id = nameArea(slugOf(areaName) || 'hall')
    const area = { id, name: areaName, rows: rowsOf(seats, byFill, id, findings) }
    return seats.length > 1 ? attachTables(area, shapesFor(area), findings, used) : area
  })
  const floors = standingAreas(shapes, nameArea, findings, maxSeats - found.seats.length)
  const floorShapes = new Set(floors.map(({ shape }) => shape))
  const usedShapes = new Set(drawn.flatMap(({ shape, drawn: each }) => (used.has(keyOf(each)) ? shape : [])))
  for (const shape of shapes) if (!floorShapes.has(shape) && !usedShapes.has(shape)) findings.add('labels-left-out', { at: placeOf(shape) })
  return {
    seatCount: found.seats.length,
    hall: {
      name: titleOf(tree.root),
      areas: [...areas, ...floors.map(({ area }) => area)],
      categories: byFill.size > 0 ? categoriesOf(areas, byFill) : categoriesIn(areas),
      stage,
      size: undefined,
      findings,
    },
  }
}

const titleOf = (root: Parameters<typeof elementsIn>[0]): string => {
  const title = elementsIn(root).find(({ name }) => name === 'title')
  return title ? textIn(title) : ''
}

const placeOf = ({ path }: DrawnSvgShape): string => placeInFile(path.at(-1)!.element)

/** Creates a function that checks whether a seat is inside an outline. */
function createSeatSearch(seats: readonly DrawnSeat[]): (outline: readonly Corner[]) => boolean {
  const byX = seats.toSorted((a, b) => a.x - b.x)
  return (outline) => {
    const { left, top, width, height } = boxAround(outline.map(([x, y]) => ({ x, y })))
    // The first seat that is not left of the outline.
    let [low, high] = [0, byX.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (byX[middle]!.x < left) low = middle + 1
      else high = middle
    }
    for (let at = low; at < byX.length && byX[at]!.x <= left + width; at++) {
      const { x, y } = byX[at]!
      if (y >= top && y <= top + height && isInside(outline, x, y)) return true
    }
    return false
  }
}

/** More colours than this are a picture, not prices. */
const mostFills = 24

/** The colours of seats, if they tell seats apart. */
function fillsOf(seats: readonly DrawnSeat[]): ReadonlySet<string> {
  const fills = new Set(seats.map(({ fill }) => fill))
  return fills.size > 1 && fills.size <= mostFills && !seats.some(({ category }) => category !== '') ? fills : new Set()
}

const categoriesOf = (areas: readonly ParsedArea[], fills: ReadonlySet<string>): Category[] =>
  categoriesIn(areas).map(({ name }) => ({ name, colour: fills.has(name) && name.startsWith('#') ? name : '' }))

function rowsOf(seats: readonly DrawnSeat[], fills: ReadonlySet<string>, area: string, findings: FindingList): ParsedRow[] {
  const toSeat = ({ x, y, number, source, category, type, fill }: DrawnSeat): ParsedSeat => ({
    ...{ place: { x, y }, number, id: '', source },
    category: category || type || (fills.has(fill) ? fill : ''),
  })
  const loose = seats.filter(({ row, table }) => row === '' && table === '')
  const isCrowd = loose.length > 1 && loose.every(({ x, y }) => x === loose[0]!.x && y === loose[0]!.y)
  if (!isCrowd) for (const { source } of loose) findings.add('seat-without-row', { area, at: source })
  const inRows = Map.groupBy(
    seats.filter(({ row, table }) => row !== '' && table === ''),
    ({ row }) => row,
  )
  const atTables = Map.groupBy(
    seats.filter(({ table }) => table !== ''),
    ({ table }) => table,
  )
  return [
    ...[...inRows].map(([label, those]) => ({ label, seats: those.map(toSeat) })),
    ...[...atTables].map(([label, those]): ParsedRow => {
      const atTable = those.map(toSeat)
      const table = topAmong(atTable)
      return { label, seats: atTable, ...(table && { table }) }
    }),
    ...(loose.length > 0 ? [{ label: '', seats: loose.map(toSeat), isLoose: !isCrowd }] : []),
  ]
}

/** The stage of a drawing: a shape with its name, or round its name; else a place as large as the name. */
function takeStage(
  shapes: readonly DrawnSvgShape[],
  texts: readonly DrawnSvgText[],
): { stage: ParsedHall['stage']; shapes: readonly DrawnSvgShape[]; texts: readonly DrawnSvgText[] } {
  const word = texts.find(({ text }) => isStage(text))
  const restTexts = texts.filter((text) => text !== word)
  const label = word?.text ?? ''
  const bySize = shapes.toSorted((a, b) => b.long * b.short - a.long * a.short)
  const called = bySize.find(({ path }) => path.some(({ element }) => isStageElement(element)))
  const around =
    word &&
    bySize
      .toReversed()
      .find((shape) => distance(shape.middle, word.middle) <= shape.long && isInside(shape.outline(), word.middle.x, word.middle.y))
  const shape = called ?? around
  if (shape) return { stage: { polygon: shape.outline(), label }, shapes: shapes.filter((other) => other !== shape), texts: restTexts }
  if (!word) return { stage: undefined, shapes, texts }
  const { middle, width, height } = word
  return { stage: { polygon: rectangle(middle.x, middle.y, 2 * width, 2 * height), label }, shapes, texts: restTexts }
}

/** The text in the box of an area without a name, or nearest above it: the widest that is no label. */
function nameFromTexts(seats: readonly DrawnSeat[], texts: readonly DrawnSvgText[]): string {
  const { left, top, width, height } = boxAround(seats)
  const slack = Math.max(width, height) * 0.15
  const inside = texts.filter(
    ({ text, middle }) =>
      /\p{L}{3}/u.test(text) &&
      middle.x >= left - slack &&
      middle.x <= left + width + slack &&
      middle.y >= top - slack &&
      middle.y <= top + height + slack,
  )
  // Several names are those of parts that the groups of the drawing do not tell apart.
  return inside.length === 1 ? inside[0]!.text : ''
}

function toDrawnShape(shape: DrawnSvgShape, texts: readonly DrawnSvgText[]): DrawnShape {
  const outline = shape.outline()
  const { element } = shape.path.at(-1)!
  const name = namesOf(element)
    .map(placeName)
    .find((given) => given !== '')
  const { left, top, width, height } = boxAround(outline.map(([x, y]) => ({ x, y })))
  const inside = texts.find(
    ({ middle: { x, y } }) => x >= left && x <= left + width && y >= top && y <= top + height && isInside(outline, x, y),
  )
  return { text: name ?? inside?.text ?? '', kind: shape.isRound ? 'circle' : 'polygon', turn: 0, outline }
}

/** Floors to stand on: shapes that state their capacity. */
function standingAreas(shapes: SvgDrawing['shapes'], nameArea: (name: string) => string, findings: FindingList, most: number) {
  let left = most
  return shapes.flatMap((shape, nth) => {
    const { element } = shape.path.at(-1)!
    const { capacity, category = '', area: ofArea } = readData(element)
    if (capacity === undefined) return []
    const name =
      ofArea ??
      namesOf(element)
        .map(placeName)
        .find((given) => given !== '') ??
      `Standing ${nth + 1}`
    const item = { capacity, category, points: shape.outline().map(([x, y]) => ({ x, y })) }
    const area = standingRoom(item, { id: nameArea(slugOf(name) || 'standing'), name, source: placeOf(shape) }, findings, left)
    left -= area?.rows[0]?.seats.length ?? 0
    return area ? [{ shape, area }] : []
  })
}
