import type { Point } from '../../model/point.ts'
import { distance } from '../../derive/pitch.ts'
import { createSpatialHash } from '../../derive/spatial-hash.ts'
import { typeInWords } from '../seat-words.ts'
import { isStageElement, namesOf, placeInFile, readData, seatNameOf } from './element-names.ts'
import { givenName, groupOfSeats, parseSeatName, placeName, rowLabelIn } from './seat-name.ts'
import type { DrawnElement, DrawnSvgShape, DrawnSvgText, SvgDrawing } from './svg-drawing.ts'

/** A seat of a drawing, with what its names, its groups and the texts on it tell. */
export type DrawnSeat = Point & {
  readonly area: string
  row: string
  readonly table: string
  number: string
  /** Its price category in the file; empty without it. */
  readonly category: string
  /** A name or class that tells its type, such as `wheelchair`; empty for most. */
  readonly type: string
  readonly fill: string
  /** Where it is in the file: `#id`, or `circle[12]`. */
  readonly source: string
  readonly size: number
}
export type FoundSeats = {
  readonly seats: readonly DrawnSeat[]
  /** The shapes that are no seats. */
  readonly shapes: readonly DrawnSvgShape[]
  /** The texts that are on no seat. */
  readonly texts: readonly DrawnSvgText[]
}

/** How far the sides of a seat may differ from those of the others, as a factor; more where it has the name of a seat. */
const [alike, calledSo] = [1.8, 4]
/** Distance from the middle of a seat to that of its number, as a share of its size: a letter's width is only estimated. */
const reach = 0.6
/** Maximum number of shapes that draw one seat together. */
const mostShapesOfSeat = 12

/** One or more shapes that draw one thing together. */
type Thing = { readonly main: DrawnSvgShape; readonly elements: readonly DrawnElement[]; readonly groups: readonly DrawnElement[] }

/** Finds the seats among the shapes of a drawing: those that are called so, and the many of one size. */
export function findSeats({ shapes, texts }: SvgDrawing): FoundSeats {
  const visible = shapes.filter(({ long }) => long > 0)
  const typical = typicalSize(visible)
  const things = joinShapes(visible, typical)
  const seats: DrawnSeat[] = []
  const others: DrawnSvgShape[] = []
  const named = things.map((thing) => {
    const ownNames = thing.elements.filter(({ isRepeated }) => !isRepeated).map(({ element }) => seatNameOf(element))
    // The innermost name counts most.
    const own = Object.assign({ isStated: false }, ...ownNames, {
      isStated: ownNames.some(({ isStated }) => isStated),
    }) as ReturnType<typeof seatNameOf>
    return { thing, own }
  })
  // A program for seat plans states which shapes are its seats: the others of their size are none.
  const isStatedFile = named.filter(({ own }) => own.isStated).length > named.length / 2
  for (const { thing, own } of named) {
    const isCalledSo = own.number !== undefined && (own.row ?? own.table) !== undefined
    const isSeat = own.isStated || (!isStatedFile && isAlike(thing.main, typical, isCalledSo ? calledSo : alike))
    if (isSeat && !isOnStage(thing) && !isFloor(thing)) seats.push(nameSeat(thing, own))
    else others.push(thing.main)
  }
  dropCommonAreas(seats)
  return { seats, shapes: others, texts: numberByTexts(seats, texts) }
}

const isOnStage = ({ elements, groups }: Thing): boolean => [...elements, ...groups].some(({ element }) => isStageElement(element))

const isFloor = ({ elements }: Thing): boolean => elements.some(({ element }) => readData(element).capacity !== undefined)

type Size = { readonly long: number; readonly short: number }

const isAlike = ({ long, short }: Size, typical: Size, factor: number): boolean =>
  [long / typical.long, short / typical.short].every((ratio) => ratio < factor && ratio > 1 / factor)

/** Sizes within this factor are of one kind. */
const sizeStep = 1.2

/** The size that most shapes have; of several as frequent, the largest. */
function typicalSize(shapes: readonly DrawnSvgShape[]): Size {
  const binOf = ({ long, short }: Size): number => Math.round(Math.log(Math.sqrt(long * Math.max(short, long / 100))) / Math.log(sizeStep))
  const bins = [...Map.groupBy(shapes, binOf)].map(([bin, those]) => ({ bin, those }))
  const best = bins.toSorted((a, b) => b.those.length - a.those.length || b.bin - a.bin)[0]
  const middleOf = (of: (shape: DrawnSvgShape) => number): number =>
    best?.those.map(of).toSorted((a, b) => a - b)[best.those.length >> 1] ?? 1
  return { long: middleOf(({ long }) => long), short: middleOf(({ short }) => short) }
}

/** Joins the shapes of a group, or of what a `use` repeats, that draw one thing: a chair and its back, a seat and its mark. */
function joinShapes(shapes: readonly DrawnSvgShape[], typical: Size): Thing[] {
  const shapesIn = new Map<DrawnElement, DrawnSvgShape[]>()
  for (const shape of shapes)
    for (const drawn of shape.path) {
      const those = shapesIn.get(drawn)
      if (those) those.push(shape)
      else shapesIn.set(drawn, [shape])
    }
  const mains = new Map<DrawnElement, DrawnSvgShape | undefined>()
  const mainIn = (drawn: DrawnElement): DrawnSvgShape | undefined => {
    if (!mains.has(drawn)) mains.set(drawn, mainOf(shapesIn.get(drawn)!, typical))
    return mains.get(drawn)
  }
  const joined = new Set<DrawnSvgShape>()
  return shapes.flatMap((shape): Thing[] => {
    if (joined.has(shape)) return []
    // The root is never one thing, even where it has a single shape.
    let top = shape.path.length - 1
    while (top > 1 && mainIn(shape.path[top - 1]!)) top -= 1
    const container = shape.path[top]!
    for (const part of shapesIn.get(container)!) joined.add(part)
    return [{ main: mainIn(container) ?? shape, elements: shape.path.slice(top), groups: shape.path.slice(0, top) }]
  })
}

/** The shape that stands for a group of shapes; undefined where they are several things. */
function mainOf(shapes: readonly DrawnSvgShape[], typical: Size): DrawnSvgShape | undefined {
  if (shapes.length === 1) return shapes[0]
  if (shapes.length > mostShapesOfSeat) return undefined
  const ofSeatSize = shapes.filter((shape) => isAlike(shape, typical, alike))
  const main = ofSeatSize.toSorted((a, b) => b.long * b.short - a.long * a.short)[0]
  if (!main) return undefined
  const isPart = (shape: DrawnSvgShape): boolean =>
    shape.long <= main.long * 1.3 && distance(shape.middle, main.middle) <= (isAlike(shape, typical, alike) ? 0.25 : 0.75) * main.long
  return shapes.every(isPart) ? main : undefined
}

function nameSeat(thing: Thing, own: ReturnType<typeof seatNameOf>): DrawnSeat {
  const { main, elements, groups } = thing
  const places: string[] = []
  let [row, table, area, category] = [
    own.row ?? '',
    own.table ?? '',
    typeInWords(own.area ?? '') ? '' : (own.area ?? ''),
    own.category ?? '',
  ]
  let { number = '' } = own
  // The nearest group first.
  const around = [...groups, ...elements]
    .slice(1, -1)
    .filter(({ isRepeated }) => !isRepeated)
    .toReversed()
  for (const drawn of around) {
    const { element } = drawn
    const names = namesOf(element)
    const data = readData(element)
    const group = names.map(groupOfSeats).find((found) => found !== undefined)
    const short =
      places.length === 0 && !data.area
        ? names
            .map(givenName)
            .map(rowLabelIn)
            .find((label) => label && (number || isShort(label)))
        : undefined
    const rowOfGroup = data.row ?? group?.row ?? (group?.table || table ? undefined : short)
    if (rowOfGroup !== undefined) {
      // Figma numbers the second thing called 12 as 12_2: the row is that of the group.
      if (row !== '' && row !== rowOfGroup && /^\d+$/.test(row) && !own.isStated) [row, number] = [rowOfGroup, row]
      row ||= rowOfGroup
    }
    table ||= data.table ?? group?.table ?? ''
    category ||= data.category ?? ''
    area ||= data.area ?? ''
    const isSeat = (name: string): boolean => isSeatName(name, elements.includes(drawn))
    const place =
      rowOfGroup === undefined && !group && !data.area ? names.map(placeName).find((name) => name !== '' && !isSeat(name)) : undefined
    if (place) places.unshift(place)
  }
  const words = [...elements, ...groups.slice(1)].flatMap(({ element }) => [...namesOf(element), element.attributes['class'] ?? ''])
  const typed = words.find((name) => typeInWords(name.replace(/[-_]/g, ' ')) !== undefined)
  return {
    ...{ x: main.middle.x, y: main.middle.y, row, table, number, fill: main.fill, size: main.long, source: sourceOf(thing) },
    area: area || places.join('\n'),
    category,
    type: (typed ?? '').replace(/[-_]/g, ' ').slice(0, longestType),
  }
}

const longestType = 60

/** A row that a group may be called after, even where its seats have no number yet. */
const isShort = (label: string): boolean => /^(?:\p{Lu}{1,2}|\d{1,2})$/u.test(label)

/** `Block 104` may be the name of a group with a hundred seats, and a group of one seat may be called `Stalls A 12`. */
function isSeatName(name: string, isOfOneSeat: boolean): boolean {
  const parsed = parseSeatName(name)
  return parsed?.number !== undefined && (isOfOneSeat || parsed.area === undefined)
}

/** Where a thing is in the file: its own place, after those of the `use` elements that repeat it. */
const sourceOf = ({ elements, groups }: Thing): string =>
  [...groups.filter(({ element }) => element.name === 'use'), elements[0]!].map(({ element }) => placeInFile(element)).join('/')

/** Takes the groups round all seats out of the names of areas, and joins the rest: `Balcony` in `Left` is `Balcony Left`. */
function dropCommonAreas(seats: DrawnSeat[]): void {
  const chains = seats.map(({ area }) => area.split('\n'))
  let common = 0
  while (chains.length > 0 && chains.every((chain) => chain.length > common + 1 && chain[common] === chains[0]![common])) common += 1
  seats.forEach((seat, nth) => Object.assign(seat, { area: chains[nth]!.slice(common).join(' ') }))
}

/** Names seats by the texts on them. @returns the texts that are on none */
function numberByTexts(seats: readonly DrawnSeat[], texts: readonly DrawnSvgText[]): DrawnSvgText[] {
  const usual = seats.map(({ size }) => size).toSorted((a, b) => a - b)[seats.length >> 1]
  if (!usual) return [...texts]
  const near = createSpatialHash<DrawnSeat>(usual * calledSo * reach)
  for (const seat of seats) near.put(seat.x, seat.y, seat)
  const taken = new Set<DrawnSeat>()
  return texts.filter(({ text, middle }) => {
    const best: { seat?: DrawnSeat; away: number } = { away: Infinity }
    near.forEachNear(middle.x, middle.y, (seat) => {
      const away = distance(seat, middle)
      if (away < best.away && away <= seat.size * reach) Object.assign(best, { seat, away })
    })
    const name = parseSeatName(text)
    const nearest = best.seat
    if (!nearest || taken.has(nearest) || !name?.number) return true
    taken.add(nearest)
    nearest.number ||= name.number
    nearest.row ||= name.row ?? ''
    return false
  })
}
