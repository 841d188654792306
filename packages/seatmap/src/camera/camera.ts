import type { Box } from '@playhouse/domain/plan'

/** Plan to screen: `screen = plan · k + (x, y)`; screen in CSS pixels from the map's corner, k in pixels per centimetre. */
export type Camera = { readonly x: number; readonly y: number; readonly k: number }
export type Size = { readonly width: number; readonly height: number }
export type Edges = { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number }

export const toScreen = (camera: Camera, x: number, y: number): [number, number] => [x * camera.k + camera.x, y * camera.k + camera.y]
export const toPlan = (camera: Camera, x: number, y: number): [number, number] => [(x - camera.x) / camera.k, (y - camera.y) / camera.k]

/** The rectangle of the screen that no panel covers; never empty. */
export function clearBox(size: Size, inset: Edges): Box {
  const width = Math.max(size.width * 0.2, size.width - inset.left - inset.right)
  const height = Math.max(size.height * 0.2, size.height - inset.top - inset.bottom)
  return { x: Math.min(inset.left, size.width - width), y: Math.min(inset.top, size.height - height), width, height }
}

/** The part of the plan that is visible on the screen. */
export function visibleBox(camera: Camera, size: Size): Box {
  const [x, y] = toPlan(camera, 0, 0)
  return { x, y, width: size.width / camera.k, height: size.height / camera.k }
}

/** The camera that shows the whole box in the clear rectangle, in its middle, not nearer than `nearest`. */
export function fitBox(box: Box, clear: Box, nearest = Infinity): Camera {
  const k = Math.min(clear.width / box.width, clear.height / box.height, nearest)
  return centreOn(box.x + box.width / 2, box.y + box.height / 2, k, clear)
}

/** A camera at scale `k` that has a point of the plan in the middle of the clear part of the screen. */
export const centreOn = (x: number, y: number, k: number, clear: Box): Camera => ({
  k,
  x: clear.x + clear.width / 2 - x * k,
  y: clear.y + clear.height / 2 - y * k,
})

/**
 * The centre of a view that shows only a `window` of the box: (x, y), moved so that the view stays within the box; the
 * middle of the box on an axis along which the box is smaller than the window.
 */
export function lookInto(box: Box, x: number, y: number, window: Size): [x: number, y: number] {
  const centred = (at: number, from: number, length: number, visibleLength: number): number =>
    length <= visibleLength ? from + length / 2 : Math.max(from + visibleLength / 2, Math.min(from + length - visibleLength / 2, at))
  return [centred(x, box.x, box.width, window.width), centred(y, box.y, box.height, window.height)]
}

/** The smallest move that brings a seat of `size` pixels wholly into the clear rectangle; the same camera if it is. */
export function reveal(camera: Camera, x: number, y: number, size: number, clear: Box): Camera {
  const [sx, sy] = toScreen(camera, x, y)
  const moveInto = (at: number, from: number, length: number): number => {
    const margin = Math.min(size * 1.5, length / 2)
    return Math.max(from + margin - at, 0) + Math.min(from + length - margin - at, 0)
  }
  const [dx, dy] = [moveInto(sx, clear.x, clear.width), moveInto(sy, clear.y, clear.height)]
  return dx === 0 && dy === 0 ? camera : { k: camera.k, x: camera.x + dx, y: camera.y + dy }
}
