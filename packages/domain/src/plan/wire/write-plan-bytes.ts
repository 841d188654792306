import { areaKinds } from '../model/area-kind.ts'
import { toRuns } from '../model/columns.ts'
import { farthest } from '../model/columns.ts'
import { checkViews, numberIn } from '../model/plan.ts'
import { readPlan } from '../model/read-plan.ts'
import type { Box, PlanData, PlanPhoto, PlanRowData } from '../model/schema.ts'
import { type ByteWriter, createByteWriter } from './byte-writer.ts'
import { encodeEnvelope } from './envelope.ts'

/** Media type of the packed form. */
export const planMediaType = 'application/vnd.playhouse.plan'

/**
 * Packs a plan for transport, column by column in the order in which `readPlanBytes` reads. A hall of 100,000 seats takes
 * about 50 kB after gzip, half of the JSON form.
 * @throws RangeError for a plan that `readPlan` rejects, with an area on an unknown view, or with lengths beyond 167 km
 */
export function writePlanBytes(data: PlanData): Uint8Array<ArrayBuffer> {
  // Readers may trust the bytes, because inconsistent data is rejected here.
  const plan = readPlan(data)
  checkViews(data)
  const out = createByteWriter()
  out.texts([data.hall, data.version, data.name, data.stage.label])
  writeBox(out, data.viewBox)
  writePolygon(out, data.stage.polygon)
  out.int(data.stage.z)

  for (const text of ['id', 'name'] as const) out.texts(data.views.map((view) => view[text]))
  for (const { order, viewBox } of data.views) {
    out.int(order)
    writeBox(out, viewBox)
  }
  for (const text of ['id', 'view', 'name', 'entrance'] as const) out.texts(data.areas.map((area) => area[text]))
  for (const area of data.areas) {
    writePolygon(out, area.outline)
    out.int(area.floorsAboveStage)
    out.count(Number(area.stepFree))
    out.count(area.steps)
    out.count(area.toiletMetres)
  }
  const { photos = [] } = data
  const form = photos.length > 0 ? 3 : data.areas.some(hasKind) || data.rows.some(({ table }) => table) ? 2 : 1
  if (form > 1) out.runs(toRuns(data.areas.map(({ kind = 'seated' }) => areaKinds.indexOf(kind))))
  writeRows(out, data.rows)
  if (form > 1) writeTables(out, data.rows)
  for (const column of [plan.x, plan.y, plan.z]) writeLengths(out, data.rows, column)
  out.runs(data.seats.type)
  out.runs(data.seats.flags)
  out.runs(data.seats.note)
  out.texts(data.notes)
  out.texts(data.seats.ids ?? [])
  if (form > 2) writePhotos(out, photos)
  return encodeEnvelope(out.bytes(), form)
}

const hasKind = ({ kind = 'seated' }: PlanData['areas'][number]): boolean => kind !== 'seated'

function writePhotos(out: ByteWriter, photos: readonly PlanPhoto[]): void {
  out.texts(photos.map(({ file }) => file))
  for (const { of, width, height, alt } of photos) {
    // Two texts are the ends of a run of seats, one is an area.
    out.texts('area' in of ? [of.area] : [of.from, of.to])
    out.count(width)
    out.count(height)
    out.texts(Object.keys(alt))
    out.texts(Object.values(alt))
  }
}

function writeTables(out: ByteWriter, rows: PlanData['rows']): void {
  const tables = rows.flatMap(({ table }, row) => (table ? [{ table, row }] : []))
  out.count(tables.length)
  tables.forEach(({ table, row }, place) => {
    out.count(row - (tables[place - 1]?.row ?? -1) - 1)
    out.count(Number(table.round))
    out.int(table.x)
    out.int(table.y)
    out.count(table.length)
    out.count(table.depth)
    out.int(table.turn)
  })
}

function writeRows(out: ByteWriter, rows: PlanData['rows']): void {
  out.texts(rows.map(({ label }) => label))
  out.runs(toRuns(rows.map(({ area }) => area)))
  for (const { seats } of rows) out.count(seats)
  out.runs(toRuns(rows.map((row) => (row.numbers ? 1 : 0))))
  const [irregular, regular] = [rows.filter(({ numbers }) => numbers), rows.filter(({ numbers }) => !numbers)]
  for (const { from = 1 } of regular) out.int(from)
  for (const { step = 1 } of regular) out.int(step)
  out.texts(irregular.flatMap(numbersOf))
}

const numbersOf = (row: PlanRowData): string[] => Array.from({ length: row.seats }, (_, place) => numberIn(row, place))

/**
 * Second differences along each row: zeros on a straight line, ±1 for rounding or a curve. The start and the pitch of a row
 * are predicted from the row before.
 */
function writeLengths(out: ByteWriter, rows: PlanData['rows'], column: Float32Array): void {
  let [first, begin, pace] = [0, 0, 0]
  for (const { seats } of rows) {
    out.int(column[first]! - begin)
    begin = column[first]!
    let step = pace
    for (let seat = first + 1; seat < first + seats; seat++) {
      const next = column[seat]! - column[seat - 1]!
      out.int(next - step)
      step = next
      if (seat === first + 1) pace = next
    }
    first += seats
  }
}

function writeBox(out: ByteWriter, { x, y, width, height }: Box): void {
  for (const length of [x, y, width, height]) out.int(length)
}

function writePolygon(out: ByteWriter, points: PlanData['stage']['polygon']): void {
  out.count(points.length)
  let [beforeX, beforeY] = [0, 0]
  for (const [x, y] of points) {
    if (!(Math.abs(x) <= farthest && Math.abs(y) <= farthest)) throw new RangeError(`a corner stands at ${x}, ${y} cm`)
    out.int(x - beforeX)
    out.int(y - beforeY)
    ;[beforeX, beforeY] = [x, y]
  }
}
