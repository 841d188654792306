import type { Point } from '../model/point.ts'
import { createNamer, slugOf } from '../derive/label.ts'
import { createFindings, type FindingList } from '../report/finding.ts'
import { type Category, type ParsedArea, type ParsedHall, type ParsedRow, type ParsedSeat, inCategory } from './parsed-hall.ts'
import { attachTables, keyOf } from './attach-tables.ts'
import { isRecord, type Json, lengthOf, listOf, positionOf, recordOf, textOf } from './json.ts'
import { shapesOf } from './pretix-shape.ts'
import { isLevel, isStage, isState } from './seat-words.ts'

/** Whether a file looks like a pretix seating plan: zones of rows of seats. */
export const isPretix = (json: unknown): boolean => isRecord(json) && listOf(json['zones']).some(isRecord)

/**
 * Reads a pretix seating plan: `zones[].rows[].seats[]`, where places of zone, row and seat add up. What the file lacks,
 * repeats or gets wrong is reported; no seat is dropped or merged.
 */
export function parsePretix(json: Json): ParsedHall {
  const findings = createFindings()
  const categories = categoriesOf(json)
  const categoryNames = new Set(categories.map(({ name }) => name))
  const nameArea = createNamer()
  const zones = listOf(json['zones']).map((zone, index) => ({ zone: recordOf(zone), path: `zones[${index}]` }))
  const usedCategories = new Set<string>()
  const areas = zones.map(({ zone, path }, index): ParsedArea => {
    const name = textOf(zone['name']) || `Area ${index + 1}`
    const id = nameArea(zoneId(zone) || slugOf(name) || `area-${index + 1}`)
    const origin = positionOf(zone['position']) ?? { x: 0, y: 0 }
    const rows = listOf(zone['rows']).map((row, at) => readRow(recordOf(row), origin, { path: `${path}.rows[${at}]`, area: id, findings }))
    reportCount(findings, id, zone, rows.flatMap(({ seats }) => seats).length)
    return attachTables({ id, name, rows }, shapesOf(zone), findings, usedCategories)
  })
  const seats = areas.flatMap(({ rows }) => rows.flatMap((row) => row.seats))
  reportCount(findings, undefined, json, seats.length)
  reportCategories(findings, seats, categoryNames)
  const stage = zones.flatMap(({ zone }) => stagesOf(zone))[0]
  reportShapes(findings, zones, areas, usedCategories)
  return { name: textOf(json['name']), areas, categories, stage, size: sizeOf(json), findings }
}

/** The zone's own id, where it is short and plain; an editor's own is a long number. */
function zoneId(zone: Json): string {
  const id = textOf(zone['zone_id'])
  return /^\p{L}[\p{L}\p{N}-]{0,39}$/u.test(id) && id === id.toLowerCase() && !uuid.test(id) ? id : ''
}

/** The beginning of a UUID: a generated id, which is no readable name. */
const uuid = /^[\da-f]{8}-[\da-f]{4}-/

type Context = { readonly path: string; readonly area: string; readonly findings: FindingList }

function readRow(row: Json, zone: Point, { path, area, findings }: Context): ParsedRow {
  const place = positionOf(row['position'])
  const label = textOf(row['row_number']) || textOf(row['row_label']).replace('%s', '').trim()
  const seats = listOf(row['seats']).flatMap((seat, at): ParsedSeat[] => {
    const source = `${path}.seats[${at}]`
    if (!isRecord(seat)) {
      findings.add('not-a-seat', { area, at: source })
      return []
    }
    const own = positionOf(seat['position'])
    return [
      {
        place: place && own && { x: zone.x + place.x + own.x, y: zone.y + place.y + own.y },
        number: textOf(seat['seat_number']) || textOf(seat['seat_label']),
        id: textOf(seat['seat_guid']) || textOf(seat['uuid']),
        category: textOf(seat['category']),
        source,
      },
    ]
  })
  reportCount(findings, area, row, seats.length)
  return { label, seats: withoutRow(label, seats) }
}

/** Seats whose numbers all repeat the row, such as `10-16` in row 10, with their numbers alone. */
function withoutRow(label: string, seats: readonly ParsedSeat[]): ParsedSeat[] {
  const numbers = seats.map(({ number }) =>
    label !== '' && number.startsWith(label) ? /^\s*[-–/.:]\s*(.+)$/.exec(number.slice(label.length))?.[1] : undefined,
  )
  return seats.map((seat, nth) => (numbers.every((number) => number !== undefined) ? { ...seat, number: numbers[nth]! } : seat))
}

function categoriesOf(json: Json): Category[] {
  return listOf(json['categories'])
    .filter(isRecord)
    .map(({ name, color }) => ({ name: textOf(name), colour: textOf(color) }))
    .filter(({ name }, index, all) => name !== '' && all.findIndex((other) => other.name === name) === index)
}

function reportCategories(findings: FindingList, seats: readonly ParsedSeat[], categoryNames: ReadonlySet<string>): void {
  for (const { category, source } of seats) {
    if (category === '') findings.add('category-missing', { at: source })
    else if (!categoryNames.has(category)) findings.add('category-unknown', { at: inCategory(category, source) })
    if (isState(category)) findings.add('category-is-state', { at: inCategory(category, source) })
  }
}

/** Names of fields that state a number of seats. */
const countNames = /^(seat|seats|num|number_of|total|max)_?(count|total|seats|number)s?$|^capacity$/i

/** A declared number of seats that may be out of date. */
function reportCount(findings: FindingList, area: string | undefined, thing: Json, foundCount: number): void {
  for (const [name, value] of Object.entries(thing)) {
    const statedCount = countNames.test(name) ? lengthOf(value) : undefined
    if (statedCount !== undefined && statedCount !== foundCount)
      findings.add('wrong-count', { ...(area && { area }), at: `${name} says ${statedCount}, there are ${foundCount}` })
  }
}

function sizeOf(json: Json): ParsedHall['size'] {
  const size = recordOf(json['size'])
  const [width, height] = [lengthOf(size['width']), lengthOf(size['height'])]
  return width && height && width > 0 && height > 0 ? { width, height } : undefined
}

const stagesOf = (zone: Json): NonNullable<ParsedHall['stage']>[] =>
  shapesOf(zone)
    .filter(({ text, outline }) => isStage(text) && outline.length >= 3)
    // Letters with spaces between them are one word.
    .map(({ text, outline }) => ({ polygon: outline, label: text.replace(/^(\S )+\S$/, (letters) => letters.replaceAll(' ', '')) }))

/** Words and shapes that are neither seats nor stage, and words that name several levels where the file has one zone. */
function reportShapes(
  findings: FindingList,
  zones: readonly { zone: Json }[],
  areas: readonly ParsedArea[],
  usedCategories: ReadonlySet<string>,
): void {
  zones.forEach(({ zone }, index) => {
    const others = shapesOf(zone).filter((shape) => !isStage(shape.text) && !usedCategories.has(keyOf(shape)))
    for (const { text } of others) findings.add('labels-left-out', { area: areas[index]!.id, at: text || 'shape' })
    const levels = others.filter(({ text }) => isLevel(text))
    if (levels.length > 1) for (const { text } of levels) findings.add('levels-in-one-area', { area: areas[index]!.id, at: text })
  })
}
