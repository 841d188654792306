import svgpath from 'svgpath'
import type { Corner } from '../../model/point.ts'
import { numbersIn, pixelsOf } from './svg-lengths.ts'
import type { SvgElement } from './svg-tree.ts'

/** Corners that replace an ellipse, and points along each curve of a path. */
const [roundCorners, curvePoints] = [24, 6]

type Outline = {
  /** Corners in the element's own coordinates; none where the element cannot be drawn. */
  readonly corners: readonly Corner[]
  readonly isRound: boolean
}

const nothing: Outline = { corners: [], isRound: false }

/** Names of the elements that draw a shape. */
export const shapeNames: ReadonlySet<string> = new Set(['circle', 'ellipse', 'rect', 'path', 'polygon', 'polyline'])

/** The outline of a shape, before any transform. A curve becomes a few straight lines. */
export function outlineOf({ name, attributes }: SvgElement): Outline {
  const length = (attribute: string): number | undefined => pixelsOf(attributes[attribute])
  if (name === 'circle') return round(length('cx'), length('cy'), length('r'), length('r'))
  if (name === 'ellipse') return round(length('cx'), length('cy'), length('rx') ?? length('ry'), length('ry') ?? length('rx'))
  if (name === 'rect') {
    const [x = 0, y = 0, width, height] = [length('x'), length('y'), length('width'), length('height')]
    if (!width || !height || width < 0 || height < 0) return nothing
    return {
      corners: [
        [x, y],
        [x + width, y],
        [x + width, y + height],
        [x, y + height],
      ],
      isRound: false,
    }
  }
  if (name === 'path') return { corners: cornersOfPath(attributes['d'] ?? ''), isRound: /a/i.test(attributes['d'] ?? '') }
  const numbers = numbersIn(attributes['points'] ?? '')
  return { corners: Array.from({ length: numbers.length >> 1 }, (_, at) => [numbers[2 * at]!, numbers[2 * at + 1]!]), isRound: false }
}

function round(cx = 0, cy = 0, rx: number | undefined, ry: number | undefined): Outline {
  if (!rx || !ry || rx < 0 || ry < 0) return nothing
  const corners = Array.from({ length: roundCorners }, (_, corner): Corner => {
    const angle = (corner / roundCorners) * 2 * Math.PI
    return [cx + rx * Math.cos(angle), cy + ry * Math.sin(angle)]
  })
  return { corners, isRound: true }
}

/** Points along a path. Of a path with an error, what comes before it. */
function cornersOfPath(path: string): Corner[] {
  const corners: Corner[] = []
  const curve = (points: readonly Corner[]): void => {
    for (let step = 1; step <= curvePoints; step++) corners.push(pointOn(points, step / curvePoints))
  }
  svgpath(path)
    .abs()
    .unshort()
    .unarc()
    .iterate((segment, _, x, y) => {
      if (segment[0] === 'M' || segment[0] === 'L') corners.push([segment[1], segment[2]])
      else if (segment[0] === 'H') corners.push([segment[1], y])
      else if (segment[0] === 'V') corners.push([x, segment[1]])
      else if (segment[0] === 'Q')
        curve([
          [x, y],
          [segment[1], segment[2]],
          [segment[3], segment[4]],
        ])
      else if (segment[0] === 'C')
        curve([
          [x, y],
          [segment[1], segment[2]],
          [segment[3], segment[4]],
          [segment[5], segment[6]],
        ])
    })
  return corners
}

/** A point of a Bézier curve by its control points (de Casteljau). */
function pointOn(points: readonly Corner[], at: number): Corner {
  let level = points
  while (level.length > 1)
    level = level.slice(1).map(([x, y], nth): Corner => {
      const [fromX, fromY] = level[nth]!
      return [fromX + (x - fromX) * at, fromY + (y - fromY) * at]
    })
  return level[0]!
}
