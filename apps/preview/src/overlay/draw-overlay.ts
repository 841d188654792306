import { type Plan, stageCentre } from '@playhouse/domain/plan'
import type { CameraReport } from '@playhouse/seatmap'
import type { Overlay } from '#setting'

type Camera = CameraReport['camera']
type Pencil = CanvasRenderingContext2D
export type OverlayLook = {
  readonly ink: string
  readonly soft: string
  readonly mark: string
  readonly warn: string
  readonly font: string
}
export type OverlaySubject = {
  readonly plan: Plan
  readonly overlays: readonly Overlay[]
  readonly rings: readonly number[]
  readonly camera: Camera
  readonly size: { readonly width: number; readonly height: number }
  /** Diameter of a seat, CSS pixels. */
  readonly seatSize: number
  readonly look: OverlayLook
}

/** Minimum size of seats with texts beside them; CSS pixels. */
const readable = 26

/** Draws the overlays above the map for the current camera. Only visible rows take time. */
export function drawOverlay(pencil: Pencil, subject: OverlaySubject): void {
  const { plan, overlays, look, size } = subject
  pencil.clearRect(0, 0, size.width, size.height)
  pencil.font = `11px ${look.font}`
  pencil.textAlign = 'center'
  pencil.textBaseline = 'middle'
  const rows = overlays.some((overlay) => perRow.includes(overlay)) ? rowsInSight(subject) : []
  if (overlays.includes('sight')) drawSight(pencil, subject, rows)
  if (overlays.includes('outlines')) drawOutlines(pencil, subject)
  if (overlays.includes('rows')) for (const row of rows) drawRow(pencil, subject, row)
  if (overlays.includes('pitch')) for (const row of rows) drawPitch(pencil, subject, row)
  if (overlays.includes('ids') && subject.seatSize >= readable) for (const row of rows) drawIds(pencil, subject, row)
  drawRings(pencil, subject, plan)
}

type Row = Plan['rows'][number]
const perRow: readonly Overlay[] = ['rows', 'pitch', 'sight', 'ids']

const place = ({ plan, camera }: OverlaySubject, seat: number): [number, number] => [
  plan.x[seat]! * camera.k + camera.x,
  plan.y[seat]! * camera.k + camera.y,
]

function rowsInSight(subject: OverlaySubject): Row[] {
  const { plan, size } = subject
  const margin = 60
  return plan.rows.filter(({ firstSeat, seatCount }) => {
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
    // Ends, middle and quarters locate a row, straight or curved.
    for (let quarter = 0; quarter <= 4; quarter++) {
      const [x, y] = place(subject, firstSeat + Math.round(((seatCount - 1) * quarter) / 4))
      ;[left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)]
    }
    return right > -margin && left < size.width + margin && bottom > -margin && top < size.height + margin
  })
}

function drawOutlines(pencil: Pencil, { plan, camera, look }: OverlaySubject): void {
  pencil.strokeStyle = look.mark
  pencil.lineWidth = 1.5
  pencil.setLineDash([6, 4])
  for (const { outline } of plan.areas) {
    if (outline.length < 2) continue
    pencil.beginPath()
    outline.forEach(([x, y], corner) => pencil[corner === 0 ? 'moveTo' : 'lineTo'](x * camera.k + camera.x, y * camera.k + camera.y))
    pencil.closePath()
    pencil.stroke()
  }
  pencil.setLineDash([])
}

/** A line along a row from its first seat, which has a dot, to its last. */
function drawRow(pencil: Pencil, subject: OverlaySubject, { firstSeat, seatCount, label }: Row): void {
  pencil.strokeStyle = pencil.fillStyle = subject.look.mark
  pencil.lineWidth = 1
  pencil.beginPath()
  for (let seat = firstSeat; seat < firstSeat + seatCount; seat++) pencil[seat === firstSeat ? 'moveTo' : 'lineTo'](...place(subject, seat))
  pencil.stroke()
  const [x, y] = place(subject, firstSeat)
  pencil.beginPath()
  pencil.arc(x, y, 2.5, 0, 2 * Math.PI)
  pencil.fill()
  if (subject.seatSize >= readable / 2) writeText(pencil, subject, label, x - subject.seatSize * 0.9, y)
}

/** Centimetres between neighbours; a gap far from the row's usual one is drawn in the warning colour. */
function drawPitch(pencil: Pencil, subject: OverlaySubject, { firstSeat, seatCount }: Row): void {
  const { plan, look, seatSize } = subject
  const gaps = Array.from({ length: seatCount - 1 }, (_, at) =>
    Math.hypot(plan.x[firstSeat + at + 1]! - plan.x[firstSeat + at]!, plan.y[firstSeat + at + 1]! - plan.y[firstSeat + at]!),
  )
  const usual = gaps.toSorted((a, b) => a - b)[gaps.length >> 1] ?? 0
  gaps.forEach((gap, at) => {
    const isOdd = Math.abs(gap / usual - 1) > 0.25
    if (!isOdd && seatSize < readable / 2) return
    const [from, to] = [place(subject, firstSeat + at), place(subject, firstSeat + at + 1)]
    pencil.strokeStyle = isOdd ? look.warn : look.soft
    pencil.lineWidth = isOdd ? 2 : 1
    pencil.beginPath()
    pencil.moveTo(...from)
    pencil.lineTo(...to)
    pencil.stroke()
    if (seatSize >= readable)
      writeText(pencil, subject, String(Math.round(gap)), (from[0] + to[0]) / 2, (from[1] + to[1]) / 2 - seatSize * 0.7)
  })
}

/** Lines from the middle of each row to the middle of the stage. */
function drawSight(pencil: Pencil, subject: OverlaySubject, rows: readonly Row[]): void {
  const { plan, camera, look } = subject
  const [cx, cy] = stageCentre(plan)
  pencil.strokeStyle = look.soft
  pencil.globalAlpha = 0.55
  pencil.lineWidth = 1
  pencil.beginPath()
  for (const { firstSeat, seatCount } of rows) {
    pencil.moveTo(...place(subject, firstSeat + (seatCount >> 1)))
    pencil.lineTo(cx * camera.k + camera.x, cy * camera.k + camera.y)
  }
  pencil.stroke()
  pencil.globalAlpha = 1
}

function drawIds(pencil: Pencil, subject: OverlaySubject, { firstSeat, seatCount }: Row): void {
  for (let seat = firstSeat; seat < firstSeat + seatCount; seat++) {
    const [x, y] = place(subject, seat)
    if (x < -40 || y < -40 || x > subject.size.width + 40 || y > subject.size.height + 40) continue
    writeText(pencil, subject, subject.plan.idOf(seat), x, y + subject.seatSize * 0.62)
  }
}

/** Rings round the seats of a finding, with a minimum size so that they are visible in the far view. */
function drawRings(pencil: Pencil, subject: OverlaySubject, plan: Plan): void {
  pencil.lineWidth = 3
  pencil.strokeStyle = subject.look.warn
  for (const seat of subject.rings) {
    if (seat >= plan.seatCount) continue
    pencil.beginPath()
    pencil.arc(...place(subject, seat), Math.max(7, subject.seatSize * 0.64), 0, 2 * Math.PI)
    pencil.stroke()
  }
}

/** Outlined in the hall's colour, so that text is readable above seats. */
function writeText(pencil: Pencil, { look }: OverlaySubject, text: string, x: number, y: number): void {
  pencil.lineWidth = 3
  pencil.lineJoin = 'round'
  pencil.strokeStyle = look.ink === '#000000' ? '#ffffff' : '#000000'
  pencil.strokeText(text, x, y)
  pencil.fillStyle = look.ink
  pencil.fillText(text, x, y)
}
