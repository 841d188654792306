import { isStandingPlace } from '@playhouse/domain/plan'
import { bands } from '@playhouse/domain/pricing'
import type { Camera, Size } from '#camera'
import { type AreaWords, focusRing, hoverRing } from '#layers'
import { readInk, type SeatPalette } from '#look'
import type { Core } from './core.ts'
import { createRingOverlay } from './ring-overlay.ts'
import { createFrameCache } from './frame-cache.ts'
import type { Painter } from './painter.ts'
import { createScene, isReducedDetail } from './scene.ts'
import type { Steps } from './slices.ts'

export type FrameRendererOptions = {
  readonly host: HTMLElement
  readonly core: Core
  readonly painter: Painter
  readonly palette: SeatPalette
  readonly words: () => AreaWords
  readonly camera: () => Camera
  /** The seat under the pointer, -1 for none. */
  readonly hoveredSeat: () => number
  /** The seat that keyboard focus is on, -1 for none. */
  readonly focusedSeat: () => number
  /** Max device pixels per CSS pixel. */
  readonly maxPixelRatio: number
}

/** Draws the map, once per animation frame however many changes there were. */
export type FrameRenderer = {
  /** The camera moved: the cached frame may be reused. */
  readonly move: () => void
  /** Other seats are hovered or focused: only rings move, unless a standing area has the focus. */
  readonly redrawRings: () => void
  readonly redraw: () => void
  /** Free seats, the selection or the filter changed, and with them the seat counts of the areas. */
  readonly updateCounts: () => void
  /** Words, prices or the view changed. */
  readonly updateWords: () => void
  readonly applyTheme: (palette?: SeatPalette) => void
  readonly resize: (size: Size) => void
  /** Uploads the data of the first frame in steps, then schedules its drawing. Earlier requests for a frame are ignored. */
  readonly prepareFirst: () => Steps
  /** Prepares what the first frame did not need. */
  readonly prepare: () => Steps
  readonly destroy: () => void
}

/** Mark in the browser's performance timeline: the first frame of the whole hall has been drawn. */
const firstFrameMark = 'seatmap-first-frame'

/** Puts the painter's canvas into the host, with the rings over it. */
export function createFrameRenderer({
  host,
  core,
  painter,
  words,
  camera,
  hoveredSeat,
  focusedSeat,
  maxPixelRatio,
  ...options
}: FrameRendererOptions): FrameRenderer {
  let palette = options.palette
  let ink = readInk(palette)
  let size: Size = { width: 1, height: 1 }
  let canvasSize = size
  let frame = 0
  /** Whether the picture on the screen is outdated. */
  let isStale = true
  let hasCameraMoved = false
  let hasVisibleSeats = false
  let focusedStandingPlace = -1
  let isDestroyed = false
  let isFirstFrameReady = false
  let hasPainted = false
  const rings = createRingOverlay()
  const frameCache = painter.software ? createFrameCache(painter.canvas, isReducedDetail(core, true) ? 'large' : 'small') : undefined
  const scene = createScene(core, words, ink, painter.software)

  const standingPlaceOf = (seat: number): number => (seat >= 0 && isStandingPlace(core.plan, seat) ? seat : -1)
  const draw = (): void => {
    frame = 0
    const now = camera()
    if (isStale || hasCameraMoved) drawOrReuse(now)
    showRings(now)
  }
  const drawOrReuse = (now: Camera): void => {
    const reuse = isStale ? undefined : frameCache?.reuse(now)
    hasCameraMoved = false
    if (reuse === 'stretched') move()
    if (reuse) return
    isStale = false
    const region = frameCache?.regionToDraw(now) ?? { camera: now, size }
    const composedFrame = scene.compose(region.camera, region.size, -1, focusedStandingPlace)
    // Changed seats are uploaded only when seats are drawn.
    const changedSeats = composedFrame.spans.count > 0 ? core.takeChanged() : []
    if (changedSeats.length > 0) painter.refresh(changedSeats)
    painter.paint(composedFrame)
    if (!hasPainted) performance.mark(firstFrameMark)
    hasPainted = true
    hasVisibleSeats = composedFrame.level !== 'areas'
  }
  /** A focused standing area is drawn by the scene; a focused seat gets a ring. */
  const showRings = (now: Camera): void => {
    const pixels = core.seatSize * now.k
    const [pointedSeat, focus] = [hoveredSeat(), focusedSeat()]
    const atPointer =
      hasVisibleSeats && pointedSeat >= 0 && standingPlaceOf(pointedSeat) < 0 ? hoverRing(core.plan, pointedSeat, pixels) : []
    const atFocus = focus >= 0 && focusedStandingPlace < 0 ? focusRing(core.plan, focus, pixels) : []
    rings.show([...atPointer, ...atFocus], now, ink)
  }
  const askFrame = (): void => {
    if (isFirstFrameReady && !isDestroyed) frame ||= requestAnimationFrame(draw)
  }
  const move = (): void => {
    hasCameraMoved = true
    askFrame()
  }
  const redraw = (): void => {
    isStale = true
    askFrame()
  }

  painter.canvas.setAttribute('aria-hidden', 'true')
  const hostStyle = getComputedStyle(host)
  if (frameCache && hostStyle.overflow === 'visible') host.style.overflow = 'clip'
  if (hostStyle.position === 'static') host.style.position = 'relative'
  host.prepend(painter.canvas, rings.element)

  return {
    move,
    redrawRings: () => {
      const before = focusedStandingPlace
      focusedStandingPlace = standingPlaceOf(focusedSeat())
      if (focusedStandingPlace === before) askFrame()
      else redraw()
    },
    redraw,
    updateCounts: () => {
      scene.updateCounts()
      redraw()
    },
    updateWords: () => {
      scene.updateWords()
      redraw()
    },
    applyTheme: (next = palette) => {
      palette = next
      ink = readInk(palette)
      scene.setInk(ink)
      painter.setTheme({
        ink,
        letterOf: (band) => core.offers().bands.get(bands[band]!)?.letter ?? '',
        font: getComputedStyle(host).fontFamily || 'sans-serif',
      })
      redraw()
    },
    resize: (next) => {
      size = next
      const resolution = Math.min(devicePixelRatio || 1, maxPixelRatio)
      canvasSize = frameCache?.resize(size, resolution) ?? size
      painter.resize(canvasSize, resolution)
      redraw()
    },
    *prepareFirst() {
      yield* painter.write(yield* scene.composeInSteps(camera(), canvasSize, -1, focusedStandingPlace))
      isFirstFrameReady = true
      askFrame()
    },
    *prepare() {
      yield* painter.prepare()
      yield* core.prepare()
      for (const part of scene.prefetchParts()) {
        yield
        painter.prefetch(part)
      }
    },
    destroy: () => {
      isDestroyed = true
      cancelAnimationFrame(frame)
      rings.element.remove()
      painter.destroy()
    },
  }
}
