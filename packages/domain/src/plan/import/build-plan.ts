import type { PhotoFiles } from '../check/photos.ts'
import { usualPitch } from '../adjacency/adjacent.ts'
import { slugOf } from '../derive/label.ts'
import { outlineAround } from '../derive/outline.ts'
import { rowEnds } from '../derive/pitch.ts'
import { boxAround, guessStage } from '../derive/stage.ts'
import { distanceToPolygon } from '../sightline/stage.ts'
import type { DraftRow, DraftSeat, PlanDraft } from '../model/draft.ts'
import type { FindingList } from '../report/finding.ts'
import type { Corner } from '../model/point.ts'
import { type ParsedHall, inCategory } from './parsed-hall.ts'
import { nameRows, type PlacedHall, type PlacedArea, type PlacedRow, type PlacedSeat, placeRows, isInRange } from './place-rows.ts'
import { floorsIn, typeInWords } from './seat-words.ts'

export type ImportOptions = PhotoFiles & {
  /** The plan's hall, such as `main-house`; otherwise the file's name for it. */
  readonly hall?: string
  readonly name?: string
  readonly version?: string
  /** Centimetres between neighbours in a row, because files use pixels. */
  readonly pitch?: number
}

/** The source of a seat of the plan, in plan order. */
export type SeatOrigin = {
  /** Its place in the file, as a path: `zones[0].rows[3].seats[5]`. */
  readonly source: string
  /** Index into the file's categories; −1 for none. */
  readonly category: number
}
export type BuiltPlan = { readonly draft: PlanDraft; readonly origins: readonly SeatOrigin[] }

/** Ids go into links and tickets; see `seatIdSchema`. Room is left for `~2` to `~300000` of seats that share theirs. */
const maxIdLength = 73

/** Builds a plan from a parsed file, and derives what the file lacks: scale, rows, aisles, outlines, levels, a stage. */
export function buildPlan(hall: ParsedHall, options: ImportOptions): BuiltPlan {
  const { findings } = hall
  const { areas: placedAreas, scale, pitch, settle } = placeRows(hall, options.pitch ?? usualPitch)
  findings.add('scaled', { params: { pitch, unit: Number((1 / scale).toPrecision(3)) } })
  reportOutside(hall)

  const steady = placedAreas.map(({ rows }) =>
    rows.map(({ label, seats }) => ({ label, seats: seats.filter(({ isParked }) => !isParked) })),
  )
  const stagePolygon = hall.stage?.polygon.map(([x, y]): Corner => settle(x, y))
  const isDrawn = stagePolygon !== undefined && isStageOf(stagePolygon, steady)
  if (!isDrawn) findings.add('no-stage')
  const corners = isDrawn ? stagePolygon : guessStage(steady)
  const polygon = corners.map(([x, y]): [number, number] => [Math.round(x), Math.round(y)])
  const areas = clearOf(polygon, placedAreas, 4 * pitch)

  const origins: SeatOrigin[] = []
  const dressSeat = createSeatDrafter(hall, origins)
  const draftedAreas = areas.map((area) => {
    const isStanding = area.kind === 'standing'
    // A standing place needs no row and shows no number.
    const rows = nameRows(orderRows(area, polygon), (missing, at) => isStanding || findings.add(missing, { area: area.id, at }))
    return draftArea(
      area,
      settle,
      findings,
      rows.map(({ label, seats, table }, row): DraftRow => {
        // An id is made of these names; if they are too long, of the seat's place in the hall.
        const withNumber = (seat: PlacedSeat, place: number): PlacedSeat =>
          `${area.id}.${label}.${seat.number}`.length > maxIdLength && (!seat.id || seat.id.length > maxIdLength)
            ? { ...seat, id: `${area.id}.${row + 1}-${place + 1}` }
            : seat
        const ends = table || isStanding ? [] : rowEnds(seats, pitch)
        const draftSeats = seats.map((seat, place) => dressSeat(withNumber(seat, place), ends[place] ?? false))
        return { label: isStanding ? '' : label, seats: draftSeats, ...(table && { table }) }
      }),
    )
  })
  const name = cut(options.name || hall.name || 'Imported hall', findings)
  return {
    origins,
    draft: {
      hall: options.hall || hallId(name),
      version: options.version ?? '1',
      name,
      stage: { polygon, z: 0, label: hall.stage?.label || 'Stage' },
      ...viewsOf(draftedAreas, polygon),
    },
  }
}

/** Longer ones fill a whole screen. */
const maxNameLength = 120

/** A name that fits into a line or two; a cut is reported. */
function cut(name: string, findings: FindingList): string {
  const letters = [...name]
  if (letters.length <= maxNameLength) return name
  findings.add('long-name', { at: name, params: { most: maxNameLength } })
  return `${letters.slice(0, maxNameLength).join('').trimEnd()}…`
}

/** Seats that are parked below the hall are placed below a stage there, too. */
function clearOf(stage: readonly Corner[], areas: readonly PlacedArea[], gap: number): readonly PlacedArea[] {
  const parkedSeats = areas.flatMap(({ rows }) => rows.flatMap(({ seats }) => seats.filter(({ isParked }) => isParked)))
  const floor = boxAround(stage.map(([x, y]) => ({ x, y })))
  const down = floor.top + floor.height + gap - boxAround(parkedSeats).top
  if (parkedSeats.length === 0 || down <= 0) return areas
  const moveParked = (seat: PlacedSeat): PlacedSeat => (seat.isParked ? { ...seat, y: Math.round(seat.y + down) } : seat)
  return areas.map((area) => ({ ...area, rows: area.rows.map((row) => ({ ...row, seats: row.seats.map(moveParked) })) }))
}

/** Maximum width of a hall with its stage, as a multiple of its seats' width, or in centimetres. */
const [widestWithStage, smallestHall] = [20, 500]

/** Whether a stage can be drawn: it has an extent, and the seats are not tiny in comparison. */
function isStageOf(stagePolygon: readonly Corner[], areas: readonly (readonly { readonly seats: readonly PlacedSeat[] }[])[]): boolean {
  const corners = stagePolygon.map(([x, y]) => ({ x, y }))
  const seats = areas.flat().flatMap((row) => row.seats)
  const [stage, hall, both] = [boxAround(corners), boxAround(seats), boxAround([...corners, ...seats])]
  const widest = widestWithStage * Math.max(hall.width, hall.height, smallestHall)
  return (
    stagePolygon.every((corner) => corner.every(isInRange)) &&
    stage.width >= 1 &&
    stage.height >= 1 &&
    (seats.length === 0 || Math.max(both.width, both.height) <= widest)
  )
}

/** Plain letters and digits, because the id is part of addresses. */
const hallId = (name: string): string =>
  slugOf(name)
    .replace(/[^a-z0-9-]/g, '')
    .replace(/^-+/, '') || 'hall'

/** Adds flags to seats, and a type if the category states one; records the source of each seat. */
function createSeatDrafter({ categories, findings }: ParsedHall, origins: SeatOrigin[]): (seat: PlacedSeat, isEnd: boolean) => DraftSeat {
  const categoryAt = new Map(categories.map(({ name }, index) => [name, index]))
  return ({ id, number, x, y, category, source }, isEnd) => {
    origins.push({ source, category: categoryAt.get(category) ?? -1 })
    const type = typeInWords(category)
    if (type) findings.add('type-from-category', { at: inCategory(category, source), params: { type } })
    const isSpace = type === 'wheelchair' || type === 'companion'
    const isLong = id.length > maxIdLength
    if (isLong) findings.add('renamed-id', { at: source })
    return {
      number,
      x,
      y,
      z: 0,
      flags: [...(isEnd ? (['endOfRow'] as const) : []), ...(isSpace ? (['stepFree'] as const) : [])],
      ...(type && { type }),
      ...(id && !isLong && { id }),
    }
  }
}

type Drafted = PlanDraft['areas'][number]

function draftArea(area: PlacedArea, settle: PlacedHall['settle'], findings: FindingList, rows: DraftRow[]): Drafted {
  const seats = area.rows.flatMap((row) => row.seats)
  const settledSeats = seats.filter(({ isParked }) => !isParked)
  const drawnOutline = area.outline?.map(([x, y]): Corner => settle(x, y)).map(([x, y]): [number, number] => [Math.round(x), Math.round(y)])
  return {
    id: area.id,
    view: '',
    name: cut(area.name, findings),
    ...(area.kind && { kind: area.kind }),
    outline:
      drawnOutline && drawnOutline.every(([x, y]) => isInRange(x) && isInRange(y))
        ? drawnOutline
        : outlineAround(settledSeats.length > 0 ? settledSeats : seats),
    floorsAboveStage: floorsIn(area.name),
    stepFree: rows.some((row) => row.seats.some(({ flags }) => flags?.includes('stepFree'))),
    steps: 0,
    entrance: '',
    toiletMetres: 0,
    rows,
  }
}

/** Nearest the stage first, by the row's middle seat. */
function orderRows({ rows }: PlacedArea, stage: readonly Corner[]): PlacedRow[] {
  const offsets = new Map(
    rows.map((row) => {
      const middle = row.seats[row.seats.length >> 1]
      return [row, middle ? distanceToPolygon(stage, middle.x, middle.y) : Infinity]
    }),
  )
  return [...rows].sort((a, b) => offsets.get(a)! - offsets.get(b)!)
}

/** One view per level, if the areas' names contain levels; else one for the hall. */
function viewsOf(areas: readonly Drafted[], stage: readonly Corner[]): Pick<PlanDraft, 'views' | 'areas'> {
  const levels = [...Map.groupBy(areas, ({ floorsAboveStage }) => floorsAboveStage)].sort(([a], [b]) => a - b)
  const idOf = (level: number): string => (levels.length > 1 ? `level-${level}` : 'hall')
  return {
    views: levels.map(([level, on], order) => ({
      id: idOf(level),
      name: on.length <= 3 ? on.map(({ name }) => name).join(', ') : levels.length > 1 ? `Level ${level}` : 'Hall',
      order: order + 1,
      viewBox: boxFor(on, stage),
    })),
    areas: areas.map((area) => ({ ...area, view: idOf(area.floorsAboveStage) })),
  }
}

function boxFor(areas: readonly Drafted[], stage: readonly Corner[]): PlanDraft['views'][number]['viewBox'] {
  const corners = [...stage, ...areas.flatMap(({ outline }) => outline)].map(([x, y]) => ({ x, y }))
  // Parked seats are outside any outline.
  const seats = areas.flatMap(({ rows }) => rows.flatMap((row) => row.seats))
  const { left, top, width, height } = boxAround([...corners, ...seats])
  const margin = 150
  return { x: left - margin, y: top - margin, width: width + 2 * margin, height: height + 2 * margin }
}

function reportOutside({ areas, size, findings }: ParsedHall): void {
  if (!size) return
  for (const { id, rows } of areas)
    for (const { seats } of rows)
      for (const { place, source } of seats)
        if (place && (place.x < 0 || place.y < 0 || place.x > size.width || place.y > size.height))
          findings.add('outside-size', { area: id, at: source })
}
