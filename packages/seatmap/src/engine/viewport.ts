import type { Box } from '@playhouse/domain/plan'
import {
  type Camera,
  centreOn,
  clearBox,
  createCameraController,
  fitBox,
  lookInto,
  type CameraController,
  reveal,
  type Size,
  toPlan,
} from '#camera'
import type { Inset } from '#props'
import type { Core } from './core.ts'

/** Largest diameter of a seat, CSS pixels. */
const maxSeatPixels = 72
/** Diameter at which a seat is easy to tap, CSS pixels. */
const touchSeatPixels = 30

/** The limits of the camera, and flights to the hall, an area or a seat. */
export type Viewport = {
  readonly controller: CameraController
  /** CSS pixels per plan unit at which the whole view fits between the panels. */
  readonly fitScale: () => number
  readonly limits: () => { readonly kMin: number; readonly kMax: number }
  /** The part of the screen that no panel covers, CSS pixels. */
  readonly clear: () => Box
  /**
   * The screen or the panels over it changed. A hall that was shown whole stays so; else the centre stays. A new panel moves the
   * map only if it would cover `watchedSeat`, a seat or -1.
   */
  readonly resize: (size: Size, inset: Inset, watchedSeat: number) => void
  readonly setWorld: (box: Box) => void
  readonly fit: () => void
  readonly flyToArea: (area: number) => void
  readonly flyToBox: (box: Box) => void
  readonly flyToSeat: (seat: number) => void
  /** Zooms by a factor, towards the nearest seats rather than an empty floor. */
  readonly zoomIn: (factor: number) => void
  /** Zooms until the seats of an area near a place on the plan can be tapped. */
  readonly approach: (x: number, y: number, area: number) => void
  /** Moves just far enough to show the seat between the panels. */
  readonly reveal: (seat: number) => void
}

export function createViewport(
  core: Core,
  host: HTMLElement,
  onMove: (camera: Camera, byHand: boolean) => void,
  mayStart: (event: Event) => boolean,
): Viewport {
  const controller = createCameraController(host, onMove, mayStart)
  let size: Size = { width: 1, height: 1 }
  let inset: Inset = { top: 0, right: 0, bottom: 0, left: 0 }
  let world: Box = core.plan.viewBox

  // Cached: read on every camera move, and changed only by the screen, its panels and the view.
  let clearArea: Box = clearBox(size, inset)
  let currentLimits = { kMin: 1, kMax: 1 }
  const clear = (): Box => clearArea
  const fitScale = (): number => currentLimits.kMin
  const updateLimits = (): void => {
    clearArea = clearBox(size, inset)
    const kMin = fitBox(world, clearArea).k
    const kMax = Math.max(maxSeatPixels / core.seatSize, kMin * 1.5)
    currentLimits = { kMin, kMax }
    const margin = Math.max(world.width, world.height) * 0.08
    controller.setLimits({
      world: { x: world.x - margin, y: world.y - margin, width: world.width + 2 * margin, height: world.height + 2 * margin },
      clear: clear(),
      kMin,
      kMax,
    })
  }
  const boxOfArea = (area: number): Box | undefined => core.areas().find((coreArea) => coreArea.area.index === area)?.box
  const flyToSeat = (seat: number): void => {
    const k = Math.max(controller.camera().k, touchSeatPixels / core.seatSize)
    controller.flyTo(centreOn(core.plan.x[seat]!, core.plan.y[seat]!, k, clear()))
  }
  const flyToBox = (box: Box): void => controller.flyTo(fitBox(box, clear(), maxSeatPixels / 2 / core.seatSize))
  const fit = (): void => controller.flyTo(fitBox(world, clear()))
  const revealSeat = (seat: number): void => {
    const camera = controller.destination()
    const next = reveal(camera, core.plan.x[seat]!, core.plan.y[seat]!, core.seatSize * camera.k, clear())
    if (next !== camera) controller.flyTo(next)
  }

  return {
    controller,
    fitScale,
    limits: () => currentLimits,
    clear,
    resize: (nextSize, nextInset, watchedSeat) => {
      const previousClear = clear()
      const camera = controller.destination()
      const isWhole = size.width <= 1 || Math.abs(camera.k / fitScale() - 1) < 0.01
      const [cx, cy] = toPlan(camera, previousClear.x + previousClear.width / 2, previousClear.y + previousClear.height / 2)
      const wasVisible =
        watchedSeat >= 0 && reveal(camera, core.plan.x[watchedSeat]!, core.plan.y[watchedSeat]!, 0, previousClear) === camera
      const isResized = nextSize.width !== size.width || nextSize.height !== size.height
      size = nextSize
      inset = nextInset
      updateLimits()
      if (isWhole) return controller.jumpTo(fitBox(world, clear()))
      if (isResized) controller.jumpTo(centreOn(cx, cy, camera.k, clear()))
      if (wasVisible) revealSeat(watchedSeat)
    },
    setWorld: (box) => {
      world = box
      updateLimits()
      controller.jumpTo(fitBox(world, clear()))
    },
    fit,
    flyToArea: (area) => {
      const box = boxOfArea(area)
      if (box) flyToBox(box)
    },
    flyToBox,
    flyToSeat,
    zoomIn: (factor) => {
      controller.zoomBy(factor)
      const [x, y] = toPlan(controller.destination(), clearArea.x + clearArea.width / 2, clearArea.y + clearArea.height / 2)
      const seat = core.standingAreaAt(x, y) < 0 ? core.index.nearest(x, y, Infinity, core.shows) : -1
      if (seat >= 0) revealSeat(seat)
    },
    approach: (x, y, area) => {
      const box = boxOfArea(area)
      const blockCamera = box && fitBox(box, clear(), maxSeatPixels / 2 / core.seatSize)
      // The whole block if its seats can be tapped then, else a part of it.
      if (blockCamera && blockCamera.k * core.seatSize >= 26) controller.flyTo(blockCamera)
      else if (box) {
        const k = touchSeatPixels / core.seatSize
        const seat = core.index.nearest(x, y, Infinity, (candidate) => core.plan.areaOf[candidate] === area)
        const [sx, sy] = seat < 0 ? [x, y] : [core.plan.x[seat]!, core.plan.y[seat]!]
        const edge = core.pitch
        const paddedBox = { x: box.x - edge, y: box.y - edge, width: box.width + 2 * edge, height: box.height + 2 * edge }
        controller.flyTo(centreOn(...lookInto(paddedBox, sx, sy, { width: clear().width / k, height: clear().height / k }), k, clear()))
      }
    },
    reveal: revealSeat,
  }
}
