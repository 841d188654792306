import type { Point } from '../model/point.ts'
import { type PlanDraft, writePlan } from '../model/draft.ts'
import { isInside } from '../derive/outline.ts'
import { pitchOf } from '../derive/pitch.ts'
import { usualPitch } from '../adjacency/adjacent.ts'
import { isStandingArea } from '../seating.ts'
import { type Plan, type PlanArea, typeOf } from '../model/plan.ts'
import { readPlan } from '../model/read-plan.ts'
import { knowsHeights } from '../sightline/stage.ts'
import { createFindings, type FindingList, type PlanReport } from '../report/finding.ts'
import { checkDraft } from './check-draft.ts'
import { checkKinds } from './kinds.ts'
import { checkNumbers } from './numbers.ts'
import { checkPhotos, type PhotoFiles } from './photos.ts'
import { checkPlaces } from './places.ts'
import { checkRows } from './rows.ts'

export type CheckOptions = PhotoFiles & {
  /** Index of the price band of each seat; −1 where it has none. */
  readonly bands?: ArrayLike<number>
  /** Findings of an earlier step, such as an import. */
  readonly findings?: FindingList
}

/** Validates a plan or a draft before the first ticket is sold. */
export function checkPlan(planOrDraft: Plan | PlanDraft, { bands, findings = createFindings(), ...house }: CheckOptions = {}): PlanReport {
  const isDraft = !('seatCount' in planOrDraft)
  if (isDraft && !checkDraft(planOrDraft, findings)) {
    const rows = planOrDraft.areas.flatMap((area) => area.rows)
    return {
      seats: rows.flatMap(({ seats }) => seats).length,
      rows: rows.length,
      areas: planOrDraft.areas.length,
      findings: findings.all(),
    }
  }
  const plan = isDraft ? readPlan(writePlan(planOrDraft)) : planOrDraft
  if (!isDraft) checkIds(plan, findings)
  if (plan.seatCount === 0) findings.add('empty-plan')
  checkAreas(plan, findings)
  // Seats of round tables are wider apart: they do not count for rows.
  const inRows = plan.rows.filter(({ table, area }) => !table && !isStandingArea(plan, area))
  const pitch = pitchOf(inRows.map((row) => pointsOf(plan, row))) ?? (inRows.length < plan.rows.length ? usualPitch : 0)
  checkPlaces(plan, pitch, findings)
  checkKinds(plan, pitch, findings)
  checkRows(plan, pitch, findings)
  checkNumbers(plan, findings)
  checkFacts(plan, bands, findings)
  checkPhotos(plan, house, findings)
  return { seats: plan.seatCount, rows: plan.rows.length, areas: plan.areas.length, findings: findings.all() }
}

const pointsOf = ({ x, y }: Plan, { firstSeat, seatCount }: Plan['rows'][number]): Point[] =>
  Array.from({ length: seatCount }, (_, place) => ({ x: x[firstSeat + place]!, y: y[firstSeat + place]! }))

/** Maximum width of a theatre in centimetres: beyond it, something was drawn far away from the rest. */
const maxWidthCm = 200_000

/** Ids are how tickets name seats: see `seatIdSchema`. */
const maxIdLength = 80

function checkIds(plan: Plan, findings: FindingList): void {
  const seenIds = new Set<string>()
  for (let seat = 0; seat < plan.seatCount; seat++) {
    const id = plan.idOf(seat)
    if (seenIds.has(id)) findings.add('repeated-id', { at: id })
    seenIds.add(id)
  }
}

function checkAreas(plan: Plan, findings: FindingList): void {
  const seenNames = new Set<string>()
  const rowsOf = new Map<string, Set<string>>()
  const views = new Set(plan.views.map(({ id }) => id))
  for (const area of plan.areas) {
    if (seenNames.has(area.id)) findings.add('repeated-area', { at: area.id })
    seenNames.add(area.id)
    if (!views.has(area.view)) findings.add('unknown-view', { at: `${area.id}: ${area.view}` })
    if (area.kind !== 'standing' && isNamedAlike(plan, area, rowsOf))
      findings.add('areas-named-alike', { area: area.id, params: { name: area.name } })
    if (area.seatCount === 0) findings.add('area-without-seats', { at: area.id })
    if (area.entrance === '' && area.toiletMetres === 0) findings.add('no-access-facts', { at: area.id })
  }
}

/** Whether a row of an area has the same name as a row of an earlier area with the same name. */
function isNamedAlike(plan: Plan, { name, firstRow, rowCount }: PlanArea, rowsOf: Map<string, Set<string>>): boolean {
  const knownRows = rowsOf.get(name) ?? new Set()
  const labels = plan.rows.slice(firstRow, firstRow + rowCount).map(({ label }) => label)
  const isAlike = labels.some((label) => knownRows.has(label))
  for (const label of labels) knownRows.add(label)
  rowsOf.set(name, knownRows)
  return isAlike
}

function checkFacts(plan: Plan, bands: ArrayLike<number> | undefined, findings: FindingList): void {
  const { viewBox } = plan
  const hallSize = Math.max(viewBox.width, viewBox.height)
  if (hallSize > maxWidthCm) findings.add('vast-plan', { params: { kilometres: Math.round(hallSize / 100_000) } })
  for (let seat = 0; seat < plan.seatCount; seat++) {
    const area = plan.areas[plan.areaOf[seat]!]!
    const [x, y] = [plan.x[seat]!, plan.y[seat]!]
    const place = (): { area: string; at: string } => ({ area: area.id, at: plan.idOf(seat) })
    if (isInside(plan.stage.polygon, x, y)) findings.add('seat-on-stage', place())
    if (plan.idOf(seat).length > maxIdLength) findings.add('long-id', place())
    if (bands && !(bands[seat]! >= 0)) findings.add('band-missing', place())
    if (x < viewBox.x || y < viewBox.y || x > viewBox.x + viewBox.width || y > viewBox.y + viewBox.height)
      findings.add('outside-view-box', place())
    else if (area.outline.length > 0 && !isInside(area.outline, x, y)) findings.add('outside-outline', place())
    if (typeOf(plan, seat) === 'wheelchair' && !hasCompanion(plan, seat)) findings.add('space-without-companion', place())
  }
  if (plan.seatCount > 0 && !knowsHeights(plan)) findings.add('no-heights')
}

/** A chair for who comes along, on either side. */
const hasCompanion = (plan: Plan, seat: number): boolean =>
  [seat - 1, seat + 1].some((neighbour) => plan.rowOf[neighbour] === plan.rowOf[seat] && typeOf(plan, neighbour) === 'companion')
