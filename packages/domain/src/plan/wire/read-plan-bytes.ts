import { expandRuns } from '../model/columns.ts'
import { assemblePlan, checkViews, countSeats, type Plan } from '../model/plan.ts'
import { areaKinds } from '../model/area-kind.ts'
import { type Box, type PlanAreaData, type PlanData, type PlanPhoto, type PlanRowData, seatTypes } from '../model/schema.ts'
import { type ByteReader, createByteReader } from './byte-reader.ts'
import { decodeEnvelope } from './envelope.ts'

/**
 * Builds a plan from its packed form. For browsers: it needs no schema, because every value is constructed here with its
 * type.
 * @throws RangeError for bytes that are cut off, damaged, of another format or no plan; never returns a partial plan
 */
export function readPlanBytes(bytes: Uint8Array): Plan {
  const { body, form } = decodeEnvelope(bytes)
  const from = createByteReader(body)
  const [hall = '', version = '', name = '', label = ''] = from.texts()
  const viewBox = readBox(from)
  const stage = { label, polygon: readPolygon(from), z: from.int() }

  const [viewIds = [], viewNames = []] = readColumns(from, 2)
  const views = viewIds.map((id, view) => ({ id, name: viewNames[view]!, order: from.int(), viewBox: readBox(from) }))
  const plainAreas = readAreas(from)
  const areas = form === 1 ? plainAreas : withKinds(from, plainAreas)
  checkViews({ hall, views, areas })
  const plainRows = readRows(from)
  const rows = form === 1 ? plainRows : withTables(from, plainRows)
  const count = countSeats({ hall, rows })
  const perRow = rows.map(({ seats }) => seats)
  const [x, y, z] = [from.lengths(perRow, count), from.lengths(perRow, count), from.lengths(perRow, count)]
  const [types, flags, seatNotes] = [from.runs(), from.runs(), from.runs()]
  const notes = from.texts()
  const plan = assemblePlan({
    hall,
    version,
    name,
    viewBox,
    stage,
    views,
    areas,
    rows,
    x,
    y,
    z,
    type: expandRuns(types, new Uint8Array(count), seatTypes.length - 1),
    flags: expandRuns(flags, new Uint8Array(count)),
    note: expandRuns(seatNotes, new Uint16Array(count), notes.length),
    notes,
    ids: someOf(from.texts()),
    photos: form > 2 ? readPhotos(from) : [],
  })
  from.end()
  return plan
}

const someOf = (texts: string[]): string[] | undefined => (texts.length > 0 ? texts : undefined)

/** Reads `count` columns of texts of equal length. */
function readColumns(from: ByteReader, count: number): string[][] {
  const columns = Array.from({ length: count }, from.texts)
  if (columns.some(({ length }) => length !== columns[0]!.length)) throw new RangeError('lists that belong together differ in length')
  return columns
}

function readAreas(from: ByteReader): PlanAreaData[] {
  const [ids = [], views = [], names = [], entrances = []] = readColumns(from, 4)
  return ids.map((id, area) => ({
    id,
    view: views[area]!,
    name: names[area]!,
    entrance: entrances[area]!,
    outline: readPolygon(from),
    floorsAboveStage: from.int(),
    stepFree: from.count() === 1,
    steps: from.count(),
    toiletMetres: from.count(),
  }))
}

function withKinds(from: ByteReader, areas: readonly PlanAreaData[]): PlanAreaData[] {
  const kinds = expandRuns(from.runs(), new Uint8Array(areas.length), areaKinds.length - 1)
  return areas.map((area, index) => (kinds[index] ? { ...area, kind: areaKinds[kinds[index]!]! } : area))
}

/** Reads the number of tables, then for each the number of rows since the one before, and its top. */
function withTables(from: ByteReader, rows: PlanRowData[]): PlanRowData[] {
  let row = -1
  for (let tables = from.size(); tables > 0; tables--) {
    row += 1 + from.count()
    const round = from.count() === 1
    const table = { round, x: from.int(), y: from.int(), length: from.count(), depth: from.count(), turn: from.int() }
    if (!rows[row]) throw new RangeError(`a table declares row ${row} of ${rows.length}`)
    if (table.length === 0 || table.depth === 0) throw new RangeError('a table has no top')
    rows[row] = { ...rows[row]!, table }
  }
  return rows
}

function readPhotos(from: ByteReader): PlanPhoto[] {
  return from.texts().map((file) => {
    const [first = '', last] = from.texts()
    const [width, height] = [from.count(), from.count()]
    const [languages = [], words = []] = readColumns(from, 2)
    const alt = Object.fromEntries(languages.map((language, at) => [language, words[at]!]))
    return { file, of: last === undefined ? { area: first } : { from: first, to: last }, width, height, alt }
  })
}

function readRows(from: ByteReader): PlanRowData[] {
  const labels = from.texts()
  const areas = expandRuns(from.runs(), new Uint16Array(labels.length))
  const seats = labels.map(() => from.count())
  if (seats.includes(0)) throw new RangeError('a row has no seats')
  const irregular = expandRuns(from.runs(), new Uint8Array(labels.length))
  const begins = labels.map((_, row) => (irregular[row] ? 0 : from.int()))
  const steps = labels.map((_, row) => (irregular[row] ? 0 : from.int()))
  const numbers = from.texts()
  const expectedCount = seats.reduce((sum, count, row) => sum + (irregular[row] ? count : 0), 0)
  if (numbers.length !== expectedCount) throw new RangeError(`${numbers.length} seat numbers are given for ${expectedCount} seats`)
  let usedCount = 0
  return labels.map((label, row) => {
    const [area, count] = [areas[row]!, seats[row]!]
    if (!irregular[row]) return { area, label, seats: count, from: begins[row]!, step: steps[row]! }
    return { area, label, seats: count, numbers: numbers.slice(usedCount, (usedCount += count)) }
  })
}

function readBox(from: ByteReader): Box {
  const box = { x: from.int(), y: from.int(), width: from.int(), height: from.int() }
  if (box.width <= 0 || box.height <= 0) throw new RangeError('a box is empty')
  return box
}

function readPolygon(from: ByteReader): PlanData['stage']['polygon'] {
  let [x, y] = [0, 0]
  return Array.from({ length: from.size() }, (): [number, number] => [(x += from.int()), (y += from.int())])
}
