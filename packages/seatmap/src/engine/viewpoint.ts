import type { Box } from '@playhouse/domain/plan'
import { type Camera, centreOn, clearBox, createPilot, fitBox, type Pilot, reveal, type Size } from '#camera'
import type { Inset } from '#props'
import type { Core } from './core.ts'

/** Seats are never drawn larger than this; CSS pixels. */
const largestSeat = 72
/** A seat this large can be chosen by finger, with some room. */
const comfortableSeat = 30

/** Where the camera may be and the places it knows: the hall, an area, a seat. */
export type Viewpoint = {
  readonly pilot: Pilot
  readonly fitScale: () => number
  readonly limits: () => { readonly kMin: number; readonly kMax: number }
  readonly clear: () => Box
  /** The screen or the panels over it changed; the whole hall stays whole, else the middle stays the middle. */
  readonly resize: (size: Size, inset: Inset) => void
  readonly setWorld: (box: Box) => void
  readonly fit: () => void
  readonly flyToArea: (area: number) => void
  readonly flyToSeat: (seat: number) => void
  /** As near as a finger needs, round a place on the plan. */
  readonly approach: (x: number, y: number, area: number) => void
  /** Moves only as far as the seat needs to be in the clear. */
  readonly reveal: (seat: number) => void
}

export function createViewpoint(
  core: Core,
  host: HTMLElement,
  onMove: (camera: Camera, byHand: boolean) => void,
  mayStart: (event: Event) => boolean,
): Viewpoint {
  const pilot = createPilot(host, onMove, mayStart)
  let size: Size = { width: 1, height: 1 }
  let inset: Inset = { top: 0, right: 0, bottom: 0, left: 0 }
  let world: Box = core.plan.viewBox

  // Asked for with every move of the camera, and changed by few things: the screen, the panels over it, the view.
  let clearNow: Box = clearBox(size, inset)
  let limitsNow = { kMin: 1, kMax: 1 }
  const clear = (): Box => clearNow
  const fitScale = (): number => limitsNow.kMin
  const tell = (): void => {
    clearNow = clearBox(size, inset)
    const kMin = fitBox(world, clearNow).k
    const kMax = Math.max(largestSeat / core.seatSize, kMin * 1.5)
    limitsNow = { kMin, kMax }
    const margin = Math.max(world.width, world.height) * 0.08
    pilot.setLimits({
      world: { x: world.x - margin, y: world.y - margin, width: world.width + 2 * margin, height: world.height + 2 * margin },
      clear: clear(),
      kMin,
      kMax,
    })
  }
  const boxOfArea = (area: number): Box | undefined => core.areas().find((one) => one.area.index === area)?.box
  const flyToSeat = (seat: number): void => {
    const k = Math.max(pilot.camera().k, comfortableSeat / core.seatSize)
    pilot.flyTo(centreOn(core.plan.x[seat]!, core.plan.y[seat]!, k, clear()))
  }
  const fit = (): void => pilot.flyTo(fitBox(world, clear()))

  return {
    pilot,
    fitScale,
    limits: () => limitsNow,
    clear,
    resize: (nextSize, nextInset) => {
      const before = clear()
      const whole = size.width <= 1 || Math.abs(pilot.camera().k / fitScale() - 1) < 0.01
      const { x, y, k } = pilot.camera()
      const [cx, cy] = [(before.x + before.width / 2 - x) / k, (before.y + before.height / 2 - y) / k]
      size = nextSize
      inset = nextInset
      tell()
      pilot.jumpTo(whole ? fitBox(world, clear()) : centreOn(cx, cy, k, clear()))
    },
    setWorld: (box) => {
      world = box
      tell()
      pilot.jumpTo(fitBox(world, clear()))
    },
    fit,
    flyToArea: (area) => {
      const box = boxOfArea(area)
      if (box) pilot.flyTo(fitBox(box, clear(), largestSeat / 2 / core.seatSize))
    },
    flyToSeat,
    approach: (x, y, area) => {
      const box = boxOfArea(area)
      const whole = box && fitBox(box, clear(), largestSeat / 2 / core.seatSize)
      // The whole block if its seats can be hit then; else as much of it as can.
      if (whole && whole.k * core.seatSize >= 26) pilot.flyTo(whole)
      else pilot.flyTo(centreOn(x, y, comfortableSeat / core.seatSize, clear()))
    },
    reveal: (seat) => {
      const camera = pilot.destination()
      const next = reveal(camera, core.plan.x[seat]!, core.plan.y[seat]!, core.seatSize * camera.k, clear())
      if (next !== camera) pilot.flyTo(next)
    },
  }
}
