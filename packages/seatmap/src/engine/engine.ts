import type { Box, Plan } from '@playhouse/domain/plan'
import { type Camera, centreOn, type Size, toPlan, toScreen } from '#camera'
import { listenToGestures, mouseTarget, type PointerPosition, tapMeans, touchTarget } from '#gesture'
import type { AreaWords } from '#layers'
import type { SeatPalette } from '#look'
import type { CameraReport, Framing, Inset, SeatFilters, SeatOffers, SeatSpot } from '#props'
import { seatState, type SeatStore } from '#store'
import { createCoreInSteps } from './core.ts'
import { createHover } from './hover.ts'
import { createLasso } from './lasso.ts'
import type { PainterMaker } from './painter.ts'
import { createFrameRenderer } from './frame-renderer.ts'
import { hasSameLabels, isSameOffers, isSamePalette } from './same-content.ts'
import { nextTask, runInSlices, runWhenIdle, whenShown } from './slices.ts'
import { createViewport } from './viewport.ts'
import { sizeOf, watchSizes } from './watch-sizes.ts'

/** The state of the first frame. */
type InitialState = {
  readonly selection: readonly number[]
  readonly mine: readonly number[]
  readonly view: string
  readonly inset: Inset
}

export type EngineOptions = {
  /** Takes the canvas as its first child, and the gestures. */
  readonly host: HTMLElement
  readonly plan: Plan
  readonly store: SeatStore
  readonly offers: SeatOffers
  readonly palette: SeatPalette
  readonly words: AreaWords
  readonly makePainter: PainterMaker
  /** The seats, the view and the panels of the first frame. Default: no seats, the whole hall, no panels. */
  readonly initial?: InitialState
  /** Aborted when the map is not needed any more: nothing of it is left. */
  readonly signal?: AbortSignal
  /** Max device pixels per CSS pixel: twice the pixels takes 2.4 times the time. Default 2, on a software renderer 1. */
  readonly maxPixelRatio?: number
  /** A seat that can be chosen or cleared was clicked or tapped. */
  readonly onPick: (seat: number) => void
  /** A long press by touch or stylus on a seat. */
  readonly onHold?: (seat: number) => void
  /** A lasso was drawn round these seats, all of which can be chosen. */
  readonly onLasso?: (seats: readonly number[]) => void
  readonly onHover: (spot: SeatSpot | undefined) => void
  readonly onCamera: (camera: Camera, report: CameraReport) => void
  /** A tap flew to this area, or the camera came to rest over it. */
  readonly onArea: (area: number) => void
  /** A standing area was clicked or tapped: the host asks for the number of places. */
  readonly onStandingArea?: (area: number) => void
}

/** The drawn map without React. Every setter redraws once, in the next frame; nothing changed means no frame. */
export type Engine = {
  readonly painter: 'webgl' | 'canvas'
  readonly software: boolean
  readonly camera: () => Camera
  /** The camera at the end of the current flight. */
  readonly destination: () => CameraReport
  /** The part of the plan that is visible between the panels at that camera. */
  readonly sees: () => Box
  /** Screen position of a seat. */
  readonly spotOf: (seat: number, by: SeatSpot['by']) => SeatSpot
  readonly setOffers: (offers: SeatOffers) => void
  readonly setChosen: (selection: readonly number[], mine: readonly number[]) => void
  readonly setFilters: (filters: SeatFilters) => void
  readonly setView: (view: string) => void
  readonly setPalette: (palette: SeatPalette) => void
  readonly setWords: (words: AreaWords) => void
  readonly setInset: (inset: Inset) => void
  readonly setReducedMotion: (isReduced: boolean) => void
  /** Sets whether a drag draws a selection frame, as it does with Shift, instead of panning. */
  readonly setLasso: (isOn: boolean) => void
  /** Sets the seat with the keyboard focus, -1 for none: it gets the ring, and the camera moves to show it. */
  readonly setFocus: (seat: number) => void
  readonly zoomIn: () => void
  readonly zoomOut: () => void
  readonly fit: () => void
  readonly panBy: (right: number, down: number) => void
  readonly flyToArea: (area: number) => void
  readonly flyToSeat: (seat: number) => void
  readonly framing: () => Framing
  readonly setFraming: (framing: Framing) => void
  readonly destroy: () => void
}

/** Factor of one press of a zoom button. */
const zoomStep = 1.6
/** Milliseconds without a move after which the camera is at rest. */
const restMs = 250
/**
 * Creates the map and writes its first frame, in slices of a few milliseconds. It is drawn in the next animation frame.
 * @throws when the painter cannot draw here; the reason of `signal` if it was aborted
 */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const { host, plan, store, signal } = options
  const core = await runInSlices(createCoreInSteps(plan, store, options.offers), signal)
  let updateCounts = (): void => {}
  const stopStore = store.subscribe(({ seats }) => {
    core.refresh(seats)
    updateCounts()
  })
  let words = options.words
  let size: Size = sizeOf(host)
  let inset: Inset = { top: 0, right: 0, bottom: 0, left: 0 }
  let focusedSeat = -1
  let newestSeat = -1
  let chosenSeats: Pick<InitialState, 'selection' | 'mine'> = { selection: [], mine: [] }
  let view = 'all'
  let { palette } = options
  let restTimer: ReturnType<typeof setTimeout> | undefined
  let movedAtMs = 0
  let isDestroyed = false
  let redraw = (): void => {}

  const painter = await options
    .makePainter(core, () => redraw())
    .catch((error: unknown) => {
      stopStore()
      throw error
    })
  await nextTask()
  const hover = createHover(
    () => renderer.redrawRings(),
    (seat) => options.onHover(seat < 0 ? undefined : spotOf(seat, 'pointer')),
  )
  const renderer = createFrameRenderer({
    host,
    core,
    painter,
    palette: options.palette,
    words: () => words,
    camera: () => viewport.controller.camera(),
    hoveredSeat: hover.seat,
    focusedSeat: () => focusedSeat,
    maxPixelRatio: options.maxPixelRatio ?? (painter.software ? 1 : 2),
  })
  redraw = renderer.redraw
  await nextTask()
  const seatAt = ({ x, y }: Pick<PointerPosition, 'x' | 'y'>, accepts: (seat: number) => boolean): number => {
    const camera = viewport.controller.camera()
    return core.index.nearest(...toPlan(camera, x, y), core.seatSize * 0.6, accepts)
  }
  const viewport = createViewport(
    core,
    host,
    (camera) => {
      hover.at(undefined)
      options.onCamera(camera, reportOf(camera))
      movedAtMs = performance.now()
      restTimer ??= setTimeout(waitForRest, restMs)
      renderer.move()
    },
    (event) =>
      isPress(event)
        ? !lassoes(event.shiftKey)
        : !isDoubleTap(event) || seatAt(placeOf(event, host), core.canPick) < 0 || tapMeans(seatPixels(), 'mouse') === 'approach',
  )
  const lasso = createLasso(host, (box) => {
    const [x, y] = toPlan(viewport.controller.camera(), box.x, box.y)
    const { k } = viewport.controller.camera()
    const framedBox = { x, y, width: box.width / k, height: box.height / k }
    // Seats too small to distinguish are zoomed to, as with a tap.
    if (seatPixels() < mouseTarget) return viewport.flyToBox(framedBox)
    const seats: number[] = []
    core.index.visit(framedBox, (seat) => core.canPick(seat) && core.state[seat] !== seatState.selected && seats.push(seat))
    if (seats.length > 0) options.onLasso?.(seats.sort((a, b) => a - b))
  })
  /** Without an `onLasso` callback a drag never draws a frame. */
  const lassoes = (isShiftHeld: boolean): boolean => options.onLasso !== undefined && (isShiftHeld || lasso.isOn())
  const seatPixels = (): number => core.seatSize * viewport.controller.camera().k
  const spotOf = (seat: number, by: SeatSpot['by']): SeatSpot => {
    const [x, y] = toScreen(viewport.controller.camera(), plan.x[seat]!, plan.y[seat]!)
    return { seat, x, y, size: seatPixels(), by }
  }
  const reportOf = ({ x, y, k }: Camera): CameraReport => {
    const { kMin, kMax } = viewport.limits()
    return {
      camera: { x, y, k },
      percent: Math.round((k / viewport.fitScale()) * 100),
      canZoomIn: k < kMax * 0.999,
      canZoomOut: k > kMin * 1.001,
      seatSize: core.seatSize * k,
    }
  }
  /** One timer for a whole movement: restarting it on every move costs more than the move itself. */
  const waitForRest = (): void => {
    const restLeftMs = movedAtMs + restMs - performance.now()
    restTimer = restLeftMs > 0 ? setTimeout(waitForRest, restLeftMs) : undefined
    if (!restTimer) onRest()
  }
  /** Screen readers explore the grid's seats by touch, so the grid follows the camera to the block in the middle. */
  const onRest = (): void => {
    if (seatPixels() < touchTarget) return
    const { x, y, width, height } = viewport.clear()
    const area = core.areaAt(...toPlan(viewport.controller.camera(), x + width / 2, y + height / 2))
    if (area >= 0) options.onArea(area)
  }
  /** The seat under the pointer; in a standing area its first place, which represents all of them. */
  const pointedAt = (spot: PointerPosition): number => {
    const seat = seatAt(spot, core.shows)
    const standingArea = seat < 0 ? core.standingAreaAt(...toPlan(viewport.controller.camera(), spot.x, spot.y)) : -1
    return standingArea < 0 ? seat : plan.areas[standingArea]!.firstSeat
  }
  const tap = (spot: PointerPosition, isSure: boolean): void => {
    const standingArea = core.standingAreaAt(...toPlan(viewport.controller.camera(), spot.x, spot.y))
    if (standingArea >= 0) {
      options.onArea(standingArea)
      return options.onStandingArea?.(standingArea)
    }
    if (tapMeans(seatPixels(), spot.kind) === 'choose') {
      // The second tap of a double tap comes during the zoom, and must not choose a seat that passes under it.
      const seat = isSure ? seatAt(spot, core.canPick) : -1
      if (seat >= 0) options.onPick(seat)
      return
    }
    const [x, y] = toPlan(viewport.controller.camera(), spot.x, spot.y)
    const nearest = (reach: number): number => plan.areaOf[core.index.nearest(x, y, reach, core.shows)] ?? -1
    // The area of a seat nearby, the area itself, or the nearest one within reach of a finger.
    const reaches = [() => nearest(core.pitch * 3), () => core.areaAt(x, y), () => nearest(touchTarget / viewport.controller.camera().k)]
    const area = reaches.reduce((foundArea, findArea) => (foundArea < 0 ? findArea() : foundArea), -1)
    if (area < 0) return
    options.onArea(area)
    viewport.approach(x, y, area)
  }
  const stopGestures = listenToGestures(host, {
    tap,
    isStill: () => viewport.controller.isStill(),
    hold: (spot) => {
      const seat = tapMeans(seatPixels(), 'mouse') === 'choose' ? seatAt(spot, core.shows) : -1
      if (seat >= 0) options.onHold?.(seat)
      return seat >= 0
    },
    lassoes: ({ shift }) => lassoes(shift === true),
    lasso: lasso.draw,
    hover: (spot) => hover.at(spot && seatPixels() >= 6 ? () => pointedAt(spot) : undefined),
  })
  updateCounts = renderer.updateCounts
  /** The seat to keep visible: the focused one, else the one chosen last. */
  const watchedSeat = (): number => (focusedSeat >= 0 ? focusedSeat : newestSeat)
  const resize = (): void => {
    size = sizeOf(host)
    renderer.resize(size)
    viewport.resize(size, inset, watchedSeat())
  }
  const stopSizes = watchSizes(host, resize)

  const engine: Engine = {
    painter: painter.kind,
    software: painter.software,
    camera: viewport.controller.camera,
    destination: () => reportOf(viewport.controller.destination()),
    sees: () => {
      const camera = viewport.controller.destination()
      const { x, y, width, height } = viewport.clear()
      const [left, top] = toPlan(camera, x, y)
      return { x: left, y: top, width: width / camera.k, height: height / camera.k }
    },
    spotOf,
    setOffers: (offers) => {
      if (isSameOffers(offers, core.offers())) return
      core.setOffers(offers)
      renderer.updateWords()
      renderer.applyTheme()
    },
    setChosen: (selection, mine) => {
      if (selection === chosenSeats.selection && mine === chosenSeats.mine) return
      chosenSeats = { selection, mine }
      newestSeat = selection.at(-1) ?? -1
      core.setChosen(selection, mine)
      renderer.updateCounts()
    },
    setFilters: (filters) => {
      if (!core.isFiltered() && !Object.values(filters).some(Boolean)) return
      core.setFilters(filters)
      renderer.updateCounts()
    },
    setView: (next) => {
      if (next === view) return
      view = next
      core.setView(view)
      renderer.updateWords()
      viewport.setWorld((view === 'all' ? undefined : plan.views.find(({ id }) => id === view))?.viewBox ?? plan.viewBox)
    },
    setPalette: (next) => {
      if (isSamePalette(next, palette)) return
      palette = next
      renderer.applyTheme(palette)
    },
    setWords: (next) => {
      if (next === words) return
      const before = words
      words = next
      if (!hasSameLabels(core, before, next)) renderer.updateWords()
    },
    setInset: (next) => {
      inset = next
      viewport.resize(size, inset, watchedSeat())
    },
    setReducedMotion: viewport.controller.setReducedMotion,
    setLasso: lasso.setOn,
    setFocus: (seat) => {
      focusedSeat = seat
      if (seat >= 0) viewport.reveal(seat)
      renderer.redrawRings()
    },
    zoomIn: () => viewport.zoomIn(zoomStep),
    zoomOut: () => viewport.controller.zoomBy(1 / zoomStep),
    fit: viewport.fit,
    panBy: (right, down) => viewport.controller.panBy(right * size.width, down * size.height),
    flyToArea: viewport.flyToArea,
    flyToSeat: viewport.flyToSeat,
    framing: () => {
      const clear = viewport.clear()
      const [x, y] = toPlan(viewport.controller.camera(), clear.x + clear.width / 2, clear.y + clear.height / 2)
      return { x, y, seatSize: seatPixels() }
    },
    setFraming: ({ x, y, seatSize }) => viewport.controller.jumpTo(centreOn(x, y, seatSize / core.seatSize, viewport.clear())),
    destroy: () => {
      isDestroyed = true
      clearTimeout(restTimer)
      stopSizes()
      stopStore()
      stopGestures()
      hover.destroy()
      lasso.destroy()
      viewport.controller.destroy()
      renderer.destroy()
    },
  }
  resize()
  await nextTask()
  renderer.applyTheme()
  const { initial } = options
  if (initial) {
    engine.setChosen(initial.selection, initial.mine)
    engine.setView(initial.view)
    engine.setInset(initial.inset)
  }
  try {
    await runInSlices(renderer.prepareFirst(), signal)
  } catch (error) {
    engine.destroy()
    throw error
  }
  whenShown(() => runWhenIdle(renderer.prepare(), () => isDestroyed))
  return engine
}

const isPress = (event: Event): event is MouseEvent | TouchEvent => event.type === 'mousedown' || event.type === 'touchstart'
const isDoubleTap = (event: Event): boolean => event.type === 'dblclick' || event.type === 'touchend'

function placeOf(event: Event, host: HTMLElement): { x: number; y: number } {
  const pointer = 'changedTouches' in event ? (event as TouchEvent).changedTouches[0] : (event as MouseEvent)
  const { left, top } = host.getBoundingClientRect()
  return { x: (pointer?.clientX ?? 0) - left, y: (pointer?.clientY ?? 0) - top }
}
