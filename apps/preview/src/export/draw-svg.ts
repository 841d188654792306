import { type Plan, typeOf } from '@playhouse/domain/plan'

/** Colours of the drawing, from the brand. */
export type SvgInk = {
  readonly house: string
  readonly stage: string
  readonly line: string
  readonly ink: string
  readonly seatOf: (seat: number) => string
}

/** A seat fills this share of the distance to its neighbour. */
const seatShare = 0.42

/**
 * The plan as a drawing for print and for other programs: areas, stage, a circle per seat, a square for a wheelchair space. Seats have
 * their area, row and number as `data-` attributes, so that the drawing can be imported again. Lengths in centimetres.
 */
export function drawSvg(plan: Plan, pitch: number, { house, stage, line, ink, seatOf }: SvgInk): string {
  const { x, y, width, height } = plan.viewBox
  const points = (outline: readonly (readonly [number, number])[]): string => outline.map((point) => point.join(',')).join(' ')
  const radius = Math.round(pitch * seatShare)
  const seats = Array.from({ length: plan.seatCount }, (_, seat) => {
    const [cx, cy] = [Math.round(plan.x[seat]!), Math.round(plan.y[seat]!)]
    const row = plan.rows[plan.rowOf[seat]!]!
    const place = {
      section: plan.areas[row.area]!.name,
      [row.table ? 'table' : 'row']: row.label,
      seat: plan.numberOf(seat),
      id: plan.idOf(seat),
    }
    const data = Object.entries(place).map(([name, value]) => `data-${name}="${escape(value)}"`)
    const id = `${data.join(' ')} fill="${seatOf(seat)}"`
    return typeOf(plan, seat) === 'wheelchair'
      ? `<rect x="${cx - radius}" y="${cy - radius}" width="${2 * radius}" height="${2 * radius}" ${id}/>`
      : `<circle cx="${cx}" cy="${cy}" r="${radius}" ${id}/>`
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${y} ${width} ${height}" role="img">`,
    `<title>${escape(plan.name)}</title>`,
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${house}"/>`,
    `<polygon id="stage" points="${points(plan.stage.polygon)}" fill="${stage}"/>`,
    ...plan.areas
      .filter(({ outline }) => outline.length > 2)
      .map(
        ({ outline, name }) =>
          `<polygon points="${points(outline)}" fill="none" stroke="${line}" stroke-width="10"><title>${escape(name)}</title></polygon>`,
      ),
    `<g stroke="${ink}" stroke-width="0">`,
    ...seats,
    '</g>',
    '</svg>',
  ].join('\n')
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (char) => entities[char]!)
