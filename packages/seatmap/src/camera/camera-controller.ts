import { pointer, select } from 'd3-selection'
import { zoom, zoomIdentity, type D3ZoomEvent, type ZoomTransform } from 'd3-zoom'
import type { Box } from '@playhouse/domain/plan'
import type { Camera } from './camera.ts'
import { createFling } from './fling.ts'
import { listenToTrackpad } from './trackpad.ts'

/** Zoom factor of a double click or double tap. */
const doubleTapZoom = 2
/** Maximum duration of a flight, in milliseconds; short moves take less. */
const maxFlightMs = 650

/** The property of an element in which d3-zoom keeps its camera. */
const zoomProperty = '__zoom'

export type Limits = {
  /** The largest part of the plan that the camera shows. */
  readonly world: Box
  /** The part of the screen in which the hall is kept. */
  readonly clear: Box
  readonly kMin: number
  readonly kMax: number
}

/** Drives the camera by wheel, drag with inertia, pinch, double tap and by code. */
export type CameraController = {
  readonly camera: () => Camera
  /** The camera at the end of the current flight; without one, the current camera. */
  readonly destination: () => Camera
  /** Whether the map stands still under a pointer: no zoom or flight is in progress. */
  readonly isStill: () => boolean
  readonly setLimits: (limits: Limits) => void
  readonly jumpTo: (camera: Camera) => void
  /** Glides there, or jumps when motion is reduced. */
  readonly flyTo: (camera: Camera) => void
  readonly zoomBy: (factor: number) => void
  readonly panBy: (x: number, y: number) => void
  readonly setReducedMotion: (isReduced: boolean) => void
  readonly destroy: () => void
}

/**
 * d3-zoom on `element`. `mayStart` can refuse a gesture (a double click on a seat is two clicks, not a zoom). `onMove` is
 * called synchronously for each new camera; `byHand` is true for gestures and false for flights.
 */
export function createCameraController(
  element: HTMLElement,
  onMove: (camera: Camera, byHand: boolean) => void,
  mayStart: (event: Event) => boolean,
): CameraController {
  const host = select<HTMLElement, unknown>(element)
  let at: ZoomTransform = zoomIdentity
  let limits: Limits = { world: { x: 0, y: 0, width: 1, height: 1 }, clear: { x: 0, y: 0, width: 1, height: 1 }, kMin: 1, kMax: 1 }
  let extents = [corners(limits.clear), corners(limits.world)] as const
  let isReduced = false
  let frame = 0
  let goal: Camera | undefined
  let isGliding = false
  let isHeld = false
  const fling = createFling()

  const behaviour = zoom<HTMLElement, unknown>()
    .clickDistance(4)
    .tapDistance(12)
    .extent(() => extents[0])
    .filter((event: MouseEvent) => (!event.ctrlKey || event.type === 'wheel') && !event.button && mayStart(event))
    .on('start', ({ sourceEvent }: D3ZoomEvent<HTMLElement, unknown>) => {
      if (!sourceEvent) return
      isHeld = true
      if (isGliding) land()
      fling.begin(at, sourceEvent.timeStamp)
    })
    .on('zoom', ({ transform, sourceEvent }: D3ZoomEvent<HTMLElement, unknown>) => {
      at = transform
      const byHand = Boolean(sourceEvent)
      if (byHand) {
        land()
        fling.move(at, sourceEvent.timeStamp)
      }
      onMove(at, byHand)
    })
    .on('end', ({ sourceEvent }: D3ZoomEvent<HTMLElement, unknown>) => {
      isHeld = false
      const glide = /^(mouseup|touchend)$/.test(sourceEvent?.type) && !isReduced ? fling.end(at, sourceEvent.timeStamp) : undefined
      if (glide) glideTo(keep(glide.camera), glide.time)
    })
    // d3-transition is not installed: flights are animated below.
    .duration(0)
  behaviour(host)

  const land = (): void => {
    cancelAnimationFrame(frame)
    frame = 0
    goal = undefined
    isGliding = false
  }
  /**
   * d3 stores the camera on the element. Its own method dispatches three events, which take as long as the rest of a frame.
   * During a gesture that method is needed, because d3-zoom computes from the gesture's start.
   */
  const put = ({ x, y, k }: Camera): void => {
    const next = zoomIdentity.translate(x, y).scale(k)
    if (isHeld) return behaviour.transform(host, next)
    at = next
    Object.assign(element, { [zoomProperty]: next })
    onMove(at, false)
  }
  const keep = ({ x, y, k }: Camera): Camera => {
    const limitedTransform = zoomIdentity.translate(x, y).scale(Math.max(limits.kMin, Math.min(limits.kMax, k)))
    return behaviour.constrain()(limitedTransform, ...extents)
  }
  /** Moves along a path, `share` from 0 to 1. `length` is the duration in milliseconds. */
  const travel = (end: Camera, length: number, path: (share: number) => Camera): void => {
    goal = end
    let start: number | undefined
    const step = (now: number): void => {
      start ??= now
      const share = length > 0 ? Math.min(1, (now - start) / length) : 1
      if (share < 1) frame = requestAnimationFrame(step)
      else land()
      put(share < 1 ? path(easeOut(share)) : end)
    }
    frame = requestAnimationFrame(step)
  }
  const glideTo = (end: Camera, length: number): void => {
    const from = at
    land()
    isGliding = true
    travel(end, length, (share) => ({ k: from.k, x: from.x + (end.x - from.x) * share, y: from.y + (end.y - from.y) * share }))
  }
  const flyTo = (camera: Camera): void => {
    land()
    const end = keep(camera)
    if (isReduced) return put(end)
    const { clear } = limits
    const [cx, cy] = [clear.x + clear.width / 2, clear.y + clear.height / 2]
    const longestSide = Math.max(clear.width, clear.height)
    const view = ({ x, y, k }: Camera): [number, number, number] => [(cx - x) / k, (cy - y) / k, longestSide / k]
    const path = behaviour.interpolate()(view(at), view(end))
    const length = Math.min(maxFlightMs, (path as { duration?: number }).duration ?? maxFlightMs)
    travel(end, length, (share) => {
      const [px, py, width] = path(share)
      const k = longestSide / width
      return { k, x: cx - px * k, y: cy - py * k }
    })
  }

  /**
   * Zooms by a factor round a point of the screen. Starts at the end of the current flight, so that two quick presses zoom
   * twice.
   */
  const zoomRound = (px: number, py: number, factor: number): void => {
    const from = goal ?? at
    const k = Math.max(limits.kMin, Math.min(limits.kMax, from.k * factor))
    const ratio = k / from.k
    flyTo({ k, x: px - (px - from.x) * ratio, y: py - (py - from.y) * ratio })
  }
  // d3 calls this for a double tap too, with the touch that ends it.
  host.on('dblclick.zoom', (event: MouseEvent | TouchEvent) => {
    if (!mayStart(event)) return
    event.preventDefault()
    const [px, py] = pointer('changedTouches' in event ? event.changedTouches[0] : event, element)
    zoomRound(px, py, event.shiftKey ? 1 / doubleTapZoom : doubleTapZoom)
  })
  // At its limits d3-zoom leaves the wheel event to the page, which then scrolls. A pinch must not enlarge the page's text.
  host.on('wheel.pinch', (event: WheelEvent) => event.ctrlKey && event.preventDefault(), { passive: false })
  const stopTrackpad = listenToTrackpad(element, {
    scale: () => at.k,
    zoomTo: (px, py, k) => {
      land()
      const ratio = Math.max(limits.kMin, Math.min(limits.kMax, k)) / at.k
      put(keep({ k: at.k * ratio, x: px - (px - at.x) * ratio, y: py - (py - at.y) * ratio }))
    },
  })

  return {
    camera: () => at,
    destination: () => goal ?? at,
    isStill: () => !goal || (!isGliding && Math.abs(goal.k / at.k - 1) < 0.05),
    setLimits: (next) => {
      limits = next
      extents = [corners(next.clear), corners(next.world)]
      behaviour.scaleExtent([next.kMin, next.kMax]).translateExtent(corners(next.world))
    },
    jumpTo: (camera) => {
      land()
      put(keep(camera))
    },
    flyTo,
    zoomBy: (factor) => {
      const { clear } = limits
      zoomRound(clear.x + clear.width / 2, clear.y + clear.height / 2, factor)
    },
    panBy: (x, y) => {
      const from = goal ?? at
      flyTo({ k: from.k, x: from.x - x, y: from.y - y })
    },
    setReducedMotion: (next) => {
      isReduced = next
    },
    destroy: () => {
      land()
      stopTrackpad()
      host.on('.zoom', null).on('.pinch', null)
    },
  }
}

const corners = (box: Box): [[number, number], [number, number]] => [
  [box.x, box.y],
  [box.x + box.width, box.y + box.height],
]
const easeOut = (share: number): number => 1 - (1 - share) ** 3
