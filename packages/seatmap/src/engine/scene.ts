import { isStandingPlace } from '@playhouse/domain/plan'
import type { Camera, Size } from '#camera'
import {
  areasFar,
  areasNear,
  type AreaWords,
  boxWalls,
  type DrawnArea,
  evenLight,
  focusRing,
  ground,
  hoverRing,
  isThin,
  litGround,
  selectionPins,
  type Shape,
  type DisplayList,
  stage,
  stageLight,
  standingFloor,
  type StandingMark,
  tablesOf,
  tableTops,
} from '#layers'
import { type Ink, type Level, levelFor } from '#look'
import type { Core, CoreArea } from './core.ts'
import { createLabels } from './labels.ts'
import { runAtOnce, type Steps } from './slices.ts'
import type { Prefetch, Frame, Spans } from './painter.ts'
import { createDisplayList } from './display-list.ts'
import { createVisibleSet } from './visible-set.ts'

export type Scene = {
  /** Composes the frame for a camera. It is valid until the next call. */
  readonly compose: (camera: Camera, size: Size, hoveredSeat: number, focusedSeat: number) => Frame
  /** The same, in steps. */
  readonly composeInSteps: (camera: Camera, size: Size, hoveredSeat: number, focusedSeat: number) => Steps<Frame>
  /** Must be called after the free seats of areas or the selection have changed. */
  readonly updateCounts: () => void
  /** Must be called after words, prices or the view have changed. */
  readonly updateWords: () => void
  readonly setInk: (ink: Ink) => void
  /** The content of the first near frame, in parts. */
  readonly prefetchParts: () => Generator<Prefetch>
}
/** A software renderer draws up to this many seats in time. */
const maxFullDetailSeats = 10_000
/** Whether to show seats later and skip the stage light. Small halls are drawn in full even by a software renderer. */
export const isReducedDetail = ({ plan }: Core, software: boolean): boolean => software && plan.seatCount > maxFullDetailSeats
const noSpans: Spans = { count: 0, bounds: new Uint32Array(0) }

/**
 * Chooses level of detail, visible areas and labels: every part of a frame that needs no canvas. `software` draws
 * without a graphics processor; `ownGround`: whether the painter fills the canvas with `frame.ground`.
 */
export function createScene(core: Core, words: () => AreaWords, firstInk: Ink, software: boolean, ownGround = true): Scene {
  const reducedDetail = isReducedDetail(core, software)
  let ink = firstInk
  const drawnAreas = new Map<CoreArea, DrawnArea>()
  const draw = (coreArea: CoreArea): DrawnArea => {
    let drawnArea = drawnAreas.get(coreArea)
    if (!drawnArea) {
      const tally = core.tally(coreArea.area.index)
      drawnAreas.set(
        coreArea,
        (drawnArea = {
          area: coreArea.area,
          outline: coreArea.outline,
          breadth: coreArea.breadth,
          tally,
          hasPrice: tally.free > 0 || !core.isFiltered(),
        }),
      )
    }
    return drawnArea
  }
  const visibleSet = createVisibleSet(core)
  const labels = createLabels(core, words, draw)
  const stageGlow = stageLight(core.plan)
  const lightShapes = createDisplayList<Shape>()
  lightShapes.fill((add) => ground(stageGlow).forEach(add))
  const noShapes = createDisplayList<Shape>()
  const farShapes = createDisplayList<Shape>()
  const nearShapes = createDisplayList<Shape>()
  const shapesAbove = createDisplayList<Shape>()
  let level: Level | undefined
  let stale = { far: true, near: true, above: true }
  let lastLight: { readonly lightShare: number | undefined; readonly ink: Ink } = { lightShare: undefined, ink: firstInk }
  /** The focused standing area, -1 for none. */
  let focusedStandingArea = -1
  let drawnMarks = { hovered: -1, focused: -1, seatSize: 0, pinned: false }

  const hasStanding = core.plan.areas.some(({ kind }) => kind === 'standing')
  const isSeat = (seat: number): boolean => seat >= 0 && !isStandingPlace(core.plan, seat)
  const areaIn = (seat: number): number => (seat >= 0 ? core.plan.areaOf[seat]! : -1)
  const markOf = ({ area }: CoreArea): StandingMark => {
    if (area.index === focusedStandingArea) return 'focused'
    return core.selectedSeats().some((seat) => core.plan.areaOf[seat] === area.index) ? 'chosen' : 'none'
  }
  /** Focus on a standing area is drawn as part of it. */
  const focusStandingArea = (focusedSeat: number): void => {
    const standingArea = isSeat(focusedSeat) ? -1 : areaIn(focusedSeat)
    if (standingArea !== focusedStandingArea) stale = { ...stale, far: true, near: true }
    focusedStandingArea = standingArea
  }
  /** The scale and number of blocks too thin to be seen, as of the last frame. */
  let thinBlocks = { k: 0, count: 0 }
  const updateFloor = (k: number): void => {
    const isFar = level === 'areas'
    if (isFar && thinBlocks.k !== k) {
      const count = core.areas().reduce((sum, coreArea) => sum + Number(isThin(coreArea, k)), 0)
      stale.far ||= count !== thinBlocks.count
      thinBlocks = { k, count }
    }
    fillFloor(isFar, k)
  }
  const fillFloor = (isFar: boolean, k: number): void => {
    if (!(isFar ? stale.far : stale.near)) return
    stale[isFar ? 'far' : 'near'] = false
    const shapes = isFar ? farShapes : nearShapes
    shapes.fill((add) => {
      stage(core.plan).forEach(add)
      const areas = core.areas()
      const seatedAreas = areas.filter(({ area }) => area.kind !== 'standing')
      if (isFar) areasFar(seatedAreas.map(draw), k).forEach(add)
      else
        for (const area of seatedAreas) {
          ;(area.area.kind === 'box' ? boxWalls(area.outline) : areasNear([area])).forEach(add)
          tableTops(tablesOf(core.plan, area.area.index)).forEach(add)
        }
      for (const area of areas) if (area.area.kind === 'standing') standingFloor(draw(area), markOf(area)).forEach(add)
    })
  }
  /** The stage light as shapes; merged into the ground colour where it is even, and skipped with reduced detail. */
  const updateLight = (camera: Camera, size: Size): void => {
    const lightShare = !ownGround ? undefined : reducedDetail ? 0 : evenLight(stageGlow, camera, size)
    if (lightShare !== lastLight.lightShare || ink !== lastLight.ink)
      frame.ground = lightShare === undefined ? ink.house : litGround(lightShare, ink)
    frame.light = lightShare === undefined ? lightShapes : noShapes
    lastLight = { lightShare, ink }
  }
  const updateMarks = (hoveredSeat: number, focusedSeat: number, seatSize: number): void => {
    const isPinned = level === 'areas' || level === 'points'
    const shownSeat = level === 'areas' ? -1 : hoveredSeat
    // Rings scale with the seat; pins do not.
    const hasSizeChanged = (shownSeat >= 0 || focusedSeat >= 0) && drawnMarks.seatSize !== seatSize
    if (
      !stale.above &&
      !hasSizeChanged &&
      drawnMarks.hovered === shownSeat &&
      drawnMarks.focused === focusedSeat &&
      drawnMarks.pinned === isPinned
    )
      return
    stale.above = false
    drawnMarks = { hovered: shownSeat, focused: focusedSeat, seatSize, pinned: isPinned }
    shapesAbove.fill((add) => {
      if (isPinned) selectionPins(core.plan, core.selectedSeats().filter(isSeat)).forEach(add)
      if (shownSeat >= 0) hoverRing(core.plan, shownSeat, seatSize).forEach(add)
      if (focusedSeat >= 0) focusRing(core.plan, focusedSeat, seatSize).forEach(add)
    })
  }
  const frame = {
    camera: { x: 0, y: 0, k: 1 } as Camera,
    size: { width: 1, height: 1 } as Size,
    level: 'areas' as Level,
    seatSize: 0,
    spans: noSpans,
    mask: core.mask(),
    ground: ink.house,
    light: noShapes as DisplayList<Shape>,
    shapesBelow: farShapes,
    shapesAbove,
    labels: labels.list,
  }

  /** Chooses level of detail and visible areas. Returns the steps that write the labels, if they changed. */
  const start = (camera: Camera, size: Size): Steps | undefined => {
    level = levelFor(core.seatSize * camera.k, level, reducedDetail)
    if (level === 'areas') return labels.writeFar(camera.k)
    visibleSet.update(camera, size)
    return labels.writeNear(camera.k, visibleSet)
  }
  const finish = (camera: Camera, size: Size, hoveredSeat: number, focusedSeat: number): Frame => {
    const seatSize = core.seatSize * camera.k
    const isFar = level === 'areas'
    updateLight(camera, size)
    if (hasStanding) focusStandingArea(focusedSeat)
    updateFloor(camera.k)
    updateMarks(isSeat(hoveredSeat) ? hoveredSeat : -1, isSeat(focusedSeat) ? focusedSeat : -1, seatSize)
    frame.camera = camera
    frame.size = size
    frame.level = level ?? 'areas'
    frame.seatSize = seatSize
    frame.spans = isFar ? noSpans : visibleSet.spans
    frame.mask = core.mask()
    frame.shapesBelow = isFar ? farShapes : nearShapes
    return frame
  }

  return {
    updateCounts: () => {
      drawnAreas.clear()
      labels.updateCounts()
      stale = { ...stale, far: true, near: stale.near || hasStanding, above: true }
    },
    updateWords: () => {
      drawnAreas.clear()
      labels.updateWords()
      stale = { ...stale, far: true, near: true, above: true }
    },
    setInk: (next) => {
      ink = next
    },
    *prefetchParts() {
      fillFloor(false, 0)
      yield { shapesBelow: nearShapes }
      for (const texts of labels.prefetchTexts()) yield { texts }
    },
    compose: (camera, size, hoveredSeat, focusedSeat) => {
      const steps = start(camera, size)
      if (steps) runAtOnce(steps)
      return finish(camera, size, hoveredSeat, focusedSeat)
    },
    *composeInSteps(camera, size, hoveredSeat, focusedSeat) {
      if (levelFor(core.seatSize * camera.k, level, reducedDetail) !== 'areas') yield* core.prepare()
      yield* start(camera, size) ?? []
      return finish(camera, size, hoveredSeat, focusedSeat)
    },
  }
}
