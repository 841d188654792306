import type { Camera, Drawn, Place } from './perspective.ts'

/** A shape of the picture: its kind, and its outline as an SVG path. */
export type Shape = {
  readonly is: 'wall' | 'riser' | 'stage' | 'board' | 'actor' | 'person' | 'rail'
  readonly path: string
}

const round = (value: number): string => String(Math.round(value * 10) / 10)
const point = ({ x, y }: { readonly x: number; readonly y: number }): string => `${round(x)} ${round(y)}`

/** A polygon, clipped at the eye. */
export function closedShape(is: Shape['is'], camera: Camera, polygon: readonly Place[]): Shape[] {
  const points = camera.outline(polygon)
  return points.length < 3 ? [] : [{ is, path: `M${points.map(point).join('L')}Z` }]
}

/** A line; nothing if an end is behind the eye. */
export function openShape(is: Shape['is'], camera: Camera, from: Place, to: Place): Shape[] {
  const [a, b] = [camera.draw(from), camera.draw(to)]
  return a && b ? [{ is, path: `M${point(a)}L${point(b)}` }] : []
}

/** A person seen from behind: a head on shoulders, `scale` units per centimetre, down to the back of the chair. */
export function bust({ x, y }: Drawn, scale: number): string {
  const at = (across: number, down: number): string => `${round(x + across * scale)} ${round(y + down * scale)}`
  return `M${at(-24, 62)}C${at(-24, 26)} ${at(-16, 22)} ${at(-6, 18)}C${at(-12, 10)} ${at(-10, -12)} ${at(0, -12)}C${at(10, -12)} ${at(12, 10)} ${at(6, 18)}C${at(16, 22)} ${at(24, 26)} ${at(24, 62)}Z`
}

/** A person standing on stage, `tall` units high. */
export function figure({ x, y }: Drawn, tall: number): string {
  const at = (across: number, up: number): string => `${round(x + across * tall)} ${round(y - up * tall)}`
  return `M${at(-0.11, 0)}L${at(-0.15, 0.62)}C${at(-0.16, 0.8)} ${at(-0.1, 0.82)} ${at(-0.04, 0.84)}C${at(-0.09, 0.9)} ${at(-0.08, 1)} ${at(0, 1)}C${at(0.08, 1)} ${at(0.09, 0.9)} ${at(0.04, 0.84)}C${at(0.1, 0.82)} ${at(0.16, 0.8)} ${at(0.15, 0.62)}L${at(0.11, 0)}Z`
}
