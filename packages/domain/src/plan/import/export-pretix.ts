import type { PlanDraft } from '../model/draft.ts'
import type { PlanTable, SeatType } from '../model/schema.ts'
import type { Corner, Point } from '../model/point.ts'
import type { Category } from './parsed-hall.ts'

type PretixShape = {
  color: string
  border_color: string
  rotation: number
  position: Point
  text: { position: Point; color: string; text: string }
} & (
  | { shape: 'polygon'; polygon: { points: Point[] } }
  | { shape: 'ellipse'; ellipse: { radius: Point } }
  | { shape: 'rectangle'; rectangle: { width: number; height: number } }
)
/** The subset of the pretix seating-plan format that is written. The editor of pretix opens it like its own files. */
export type PretixPlan = {
  name: string
  categories: { name: string; color: string }[]
  zones: {
    name: string
    zone_id: string
    position: Point
    rows: {
      row_number: string
      row_number_position: 'both'
      position: Point
      seats: { seat_guid: string; seat_number: string; position: Point; category: string }[]
    }[]
    areas: PretixShape[]
  }[]
  size: { width: number; height: number }
}

/**
 * Scale of the editor, in pixels per centimetre: its distance between neighbours for our `usualPitch`; and the border round
 * the hall, in pixels.
 */
const [pixelsPerCentimetre, border] = [25 / 55, 50]

/** Named so that an import knows them again: see `typeInWords`. */
const kinds: Readonly<Record<SeatType, Category>> = {
  standard: { name: 'Standard', colour: '#7f8fa6' },
  wheelchair: { name: 'Wheelchair', colour: '#2d7dd2' },
  companion: { name: 'Companion', colour: '#6fb1e6' },
  'audio-described': { name: 'Audio description', colour: '#8e5bb5' },
  captioned: { name: 'Good for captions', colour: '#3f9a6d' },
  bsl: { name: 'Good for sign language', colour: '#2a8c95' },
  misc: { name: 'Access list', colour: '#b5527a' },
  information: { name: 'Ask the box office', colour: '#6a6f7a' },
  'restricted-view': { name: 'Restricted view', colour: '#c98b2b' },
}

export type ExportOptions = {
  readonly categories?: readonly Category[]
  /** Index into `categories` of each seat in plan order; without it, categories are the types of the seats. */
  readonly categoryOf?: ArrayLike<number>
}

/**
 * Writes a plan for the pretix editor. Places, rows, numbers, ids, seat types, tables, boxes and standing areas survive
 * export and import; heights, notes, names of levels and access facts have no place in that format and are lost.
 */
export function exportPretix(draft: PlanDraft, { categories, categoryOf }: ExportOptions = {}): PretixPlan {
  const seats = draft.areas.flatMap(({ rows }) => rows.flatMap((row) => row.seats))
  const corners = [...draft.stage.polygon, ...draft.areas.flatMap(({ outline }) => outline)]
  const [left, top, right, bottom] = [...corners, ...seats.map(({ x, y }): Corner => [x, y])].reduce(
    ([l, t, r, b], [x, y]) => [Math.min(l, x), Math.min(t, y), Math.max(r, x), Math.max(b, y)] as const,
    [Infinity, Infinity, -Infinity, -Infinity] as const,
  )
  const pixels = (length: number): number => Math.round(length * pixelsPerCentimetre * 100) / 100
  const at = (x: number, y: number): Point => ({ x: pixels(x - left) + border, y: pixels(y - top) + border })
  const from = (origin: Point, x: number, y: number): Point => {
    const place = at(x, y)
    return { x: Math.round((place.x - origin.x) * 100) / 100, y: Math.round((place.y - origin.y) * 100) / 100 }
  }

  const usedCategories = new Map<string, Category>()
  let index = -1
  const categoryFor = (type: SeatType = 'standard'): string => {
    index += 1
    const category = categoryOf ? categories?.[categoryOf[index]!] : kinds[type]
    if (category) usedCategories.set(category.name, category)
    return category?.name ?? ''
  }
  const shape = (points: readonly Corner[], text: string): PretixShape => {
    const origin = at(points[0]![0], points[0]![1])
    return {
      shape: 'polygon',
      color: '#eeeeee',
      border_color: '#999999',
      rotation: 0,
      position: origin,
      polygon: { points: points.map(([x, y]) => from(origin, x, y)) },
      text: { position: { x: 20, y: 20 }, color: '#333333', text },
    }
  }

  const tableTop = ({ round, x, y, length, depth, turn }: PlanTable, text: string): PretixShape => {
    const looks = { color: '#dddddd', border_color: '#999999', rotation: turn, text: { position: { x: 0, y: 0 }, color: '#333333', text } }
    if (round)
      return { shape: 'ellipse', ...looks, position: at(x, y), ellipse: { radius: { x: pixels(length / 2), y: pixels(depth / 2) } } }
    const angle = (turn * Math.PI) / 180
    const [half, up] = [length / 2, depth / 2]
    const corner = at(x - half * Math.cos(angle) + up * Math.sin(angle), y - half * Math.sin(angle) - up * Math.cos(angle))
    return { shape: 'rectangle', ...looks, position: corner, rectangle: { width: pixels(length), height: pixels(depth) } }
  }
  /** Tables, walls of a box and standing floors, in a form that an import recognises. */
  const furnitureOf = ({ kind, name, outline, rows }: PlanDraft['areas'][number]): PretixShape[] => [
    ...(kind && kind !== 'seated' && outline.length >= 3 ? [shape(outline, name)] : []),
    ...rows.flatMap(({ table, label }) => (table ? [tableTop(table, label)] : [])),
  ]

  const zones = draft.areas.map((area, zone): PretixPlan['zones'][number] => ({
    name: area.name,
    zone_id: area.id,
    position: { x: 0, y: 0 },
    rows: area.rows.map((row) => {
      const first = row.seats[0]
      const position = first ? at(first.x, first.y) : { x: 0, y: 0 }
      return {
        row_number: row.label,
        row_number_position: 'both',
        position,
        seats: row.seats.map((seat) => ({
          seat_guid: seat.id ?? `${area.id}.${row.label}.${seat.number}`,
          seat_number: seat.number,
          position: from(position, seat.x, seat.y),
          category: categoryFor(seat.type),
        })),
      }
    }),
    areas: [...(zone === 0 ? [shape(draft.stage.polygon, draft.stage.label)] : []), ...furnitureOf(area)],
  }))
  return {
    name: draft.name,
    categories: [...(categories ?? usedCategories.values())].map(({ name, colour }) => ({ name, color: colour })),
    zones,
    size: { width: Math.ceil(pixels(right - left)) + 2 * border, height: Math.ceil(pixels(bottom - top)) + 2 * border },
  }
}
