import type { Point } from '../../model/point.ts'

/** A transform of SVG: `x' = a·x + c·y + e`, `y' = b·x + d·y + f`. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

export const identity: Matrix = [1, 0, 0, 1, 0, 0]

/** The transform that applies `inner` first, then `outer`. */
export const multiply = ([a, b, c, d, e, f]: Matrix, [a2, b2, c2, d2, e2, f2]: Matrix): Matrix => [
  a * a2 + c * b2,
  b * a2 + d * b2,
  a * c2 + c * d2,
  b * c2 + d * d2,
  a * e2 + c * f2 + e,
  b * e2 + d * f2 + f,
]

export const applyTo = ([a, b, c, d, e, f]: Matrix, x: number, y: number): Point => ({ x: a * x + c * y + e, y: b * x + d * y + f })

/** Factors by which a transform stretches lengths along x and along y. */
export const stretchOf = ([a, b, c, d]: Matrix): readonly [x: number, y: number] => [Math.hypot(a, b), Math.hypot(c, d)]

export const translation = (x: number, y: number): Matrix => [1, 0, 0, 1, x, y]
const scaling = (x: number, y: number): Matrix => [x, 0, 0, y, 0, 0]
const skewing = (x: number, y: number): Matrix => [1, Math.tan(y), Math.tan(x), 1, 0, 0]

/** A turn about a point. @param angle radians, clockwise as drawn */
function rotation(angle: number, x = 0, y = 0): Matrix {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return multiply(multiply(translation(x, y), [cos, sin, -sin, cos, 0, 0]), translation(-x, -y))
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180

const functions: Readonly<Record<string, (values: readonly number[]) => Matrix | undefined>> = {
  matrix: (values) => (values.length === 6 ? (values as unknown as Matrix) : undefined),
  translate: ([x = 0, y = 0]) => translation(x, y),
  translatex: ([x = 0]) => translation(x, 0),
  translatey: ([y = 0]) => translation(0, y),
  scale: ([x = 1, y = x]) => scaling(x, y),
  rotate: ([angle = 0, x, y]) => rotation(radians(angle), x, y),
  skewx: ([angle = 0]) => skewing(radians(angle), 0),
  skewy: ([angle = 0]) => skewing(0, radians(angle)),
}

const call = /([a-z]+)\s*\(([^)]*)\)/gi
const numeral = /[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi

/** The transform of a `transform` attribute: its functions from left to right. Functions that SVG does not know are left out. */
export function parseTransform(text: string): Matrix {
  let matrix = identity
  for (const [, name, values] of text.matchAll(call)) {
    const numbers = (values!.match(numeral) ?? []).map(Number)
    const next = functions[name!.toLowerCase()]?.(numbers)
    if (next) matrix = multiply(matrix, next)
  }
  return matrix
}
