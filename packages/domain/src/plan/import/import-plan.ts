import { ok } from '../../result.ts'
import { checkPlan } from '../check/check-plan.ts'
import { maxAreas } from '../model/plan.ts'
import { maxSeats } from '../../seat/seat.ts'
import { foreignFile, isSvg } from './foreign-file.ts'
import type { ParsedHall } from './parsed-hall.ts'
import { type ImportResult, type PlanFormat, refuse } from './imported-plan.ts'
import { isRecord, listOf } from './json.ts'
import { parsePretix, isPretix } from './pretix.ts'
import { isPlanFile, openPlanFile } from './plan-file.ts'
import { type ImportOptions, buildPlan } from './build-plan.ts'
import { parseSeatList, isSeatList } from './seat-list.ts'
import { parseSections, isSections } from './sections.ts'
import { mostShapes, parseSvg } from './svg/parse-svg.ts'
import { seatsInTable } from './table.ts'

/** Maximum size in bytes or characters: four times that of the largest halls. */
const maxFileBytes = 64 * 2 ** 20

/** Far more than any hall has. Each row takes time, with or without seats. */
const maxRows = 50_000

/** The refusal of a file that is too large to be read. */
export const refuseTooLarge = (size: number): ImportResult | undefined =>
  size > maxFileBytes ? refuse('too-large', { megabytes: Math.round(size / 2 ** 20), most: maxFileBytes / 2 ** 20 }) : undefined

/** Reads a file's text: see {@link importPlan}. */
export function importPlanText(text: string, options: ImportOptions = {}): ImportResult {
  const refusal = refuseTooLarge(text.length)
  if (refusal) return refusal
  if (isSvg(text)) return importSvg(text, options)
  let json: unknown
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    const seats = foreignFile(text)?.kind === 'a table' ? seatsInTable(text, maxSeats) : undefined
    if (seats) return importPlan(seats, options)
    return refuseText(text, error instanceof Error ? error.message : '')
  }
  return importPlan(json, options)
}

/** Reports why a text is not JSON: empty, another kind of file, the beginning of a plan, or a plan with a syntax error. */
function refuseText(text: string, reason: string): ImportResult {
  if (text.trim() === '') return refuse('empty-file')
  const foreign = foreignFile(text)
  if (foreign) return refuse('foreign-file', foreign)
  const at = /position (\d+)/.exec(reason)?.[1]
  const isCutOff = /unexpected end|unterminated/i.test(reason) || (at !== undefined && Number(at) >= text.trimEnd().length)
  // Some engines quote the text and end with words that the message contains already.
  return isCutOff ? refuse('cut-off') : refuse('not-json', { reason: reason.replace(/ is not valid JSON$/, '').replace(/\p{Cc}/gu, ' ') })
}

/**
 * Builds a plan from a file in any known format: our own, pretix, sections with seats, or a bare list of seats. Every
 * irregularity is in the report. A file may be wrong about a seat; the seat itself is never dropped or merged.
 */
export function importPlan(json: unknown, options: ImportOptions = {}): ImportResult {
  if (isPlanFile(json)) return openPlanFile(json, options)
  if (isSections(json)) return buildAndCheck('sections', () => parseSections(json as never), json, options)
  if (isPretix(json)) return importPretix(json, options)
  if (isRecord(json) && Array.isArray(json['zones']) && json['zones'].length === 0) return refuse('empty-plan')
  if (isSeatList(json)) return buildAndCheck('seat-list', () => parseSeatList(json), json, options)
  return refuse('unknown-format', { found: describe(json) })
}

/** Reads a drawing in SVG, as drawing programs save it. */
function importSvg(text: string, options: ImportOptions): ImportResult {
  let parsed: ReturnType<typeof parseSvg>
  try {
    parsed = parseSvg(text)
  } catch (error) {
    return refuse('malformed-drawing', { reason: error instanceof Error ? error.message.replace(/\p{Cc}/gu, ' ') : '' })
  }
  const { hall, seatCount } = parsed ?? { hall: undefined, seatCount: mostShapes }
  if (!hall || seatCount > maxSeats) return refuse('too-many-seats', { seats: seatCount, most: maxSeats })
  if (hall.areas.length === 0) return refuse('drawing-without-seats')
  return buildFrom('svg', hall, options)
}

/** Reads a pretix seating plan, the open exchange format of the pretix editor. */
export function importPretix(json: unknown, options: ImportOptions = {}): ImportResult {
  if (!isPretix(json) || !isRecord(json)) return refuse('unknown-format', { found: describe(json) })
  return buildAndCheck('pretix', () => parsePretix(json), json, options)
}

function buildAndCheck(format: PlanFormat, find: () => ParsedHall, json: unknown, options: ImportOptions): ImportResult {
  const seats = countAtMost(json)
  if (seats > maxSeats) return refuse('too-many-seats', { seats, most: maxSeats })
  return buildFrom(format, find(), options)
}

function buildFrom(format: PlanFormat, parsedHall: ParsedHall, options: ImportOptions): ImportResult {
  const { areas } = parsedHall
  if (areas.length > maxAreas) return refuse('too-many-areas', { areas: areas.length, most: maxAreas })
  const rows = areas.reduce((sum, area) => sum + area.rows.length, 0)
  if (rows > maxRows) return refuse('too-many-rows', { rows, most: maxRows })
  const { draft, origins } = buildPlan(parsedHall, options)
  const report = checkPlan(draft, { findings: parsedHall.findings })
  return ok({ format, draft, report: report, categories: parsedHall.categories, origins })
}

/** Maximum number of seats in a file: the items of its lists, counted before anything is built from them. */
function countAtMost(json: unknown): number {
  if (Array.isArray(json)) return json.length
  if (!isRecord(json)) return 0
  const inZones = listOf(json['zones']).flatMap((zone) => (isRecord(zone) ? listOf(zone['rows']) : []))
  return inZones.reduce<number>(
    (sum, row) => sum + (isRecord(row) ? listOf(row['seats']).length : 0),
    isRecord(json['seats']) ? Object.keys(json['seats']).length : listOf(json['seats'] ?? json['places']).length,
  )
}

function describe(json: unknown): string {
  if (Array.isArray(json)) return json.length === 0 ? 'an empty list' : `a list of ${json.length}, whose things have no x and y`
  if (!isRecord(json)) return json === null ? 'null' : `a ${typeof json}`
  if (json['type'] === 'FeatureCollection') return 'a map in GeoJSON'
  if (isRecord(json['subChart'])) return 'a chart of a booking tool, which keeps its seats in “subChart”'
  const keys = Object.keys(json).map((key) => (key.length > maxQuotedLength ? `${key.slice(0, maxQuotedLength)}…` : key))
  return `an object with ${keys.length > 6 ? `${keys.slice(0, 6).join(', ')} and more` : keys.join(', ') || 'nothing in it'}`
}

/** Letters of a name that a sentence quotes. */
const maxQuotedLength = 30
