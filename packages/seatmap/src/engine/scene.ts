import { type Camera, type Size, visibleBox } from '#camera'
import {
  areaLabelsFar,
  areaLabelsNear,
  areasFar,
  areasNear,
  type AreaWords,
  type DrawnArea,
  focusRing,
  ground,
  hoverRing,
  type Label,
  rowLabels,
  type RowPlace,
  rowPlaces,
  seatNumbers,
  selectionPins,
  type Shape,
  stage,
  stageLabel,
} from '#layers'
import { type Ink, type Level, levelFor } from '#look'
import { covers } from '#plan-index'
import type { Core, CoreArea } from './core.ts'
import type { Frame } from './painter.ts'

export type Scene = {
  /** Composes the picture for a camera. */
  readonly compose: (camera: Camera, size: Size, marks: Marks) => Frame
  /** Areas, prices, colours or what is left changed: figures under the seats are made anew. */
  readonly invalidate: () => void
  readonly setInk: (ink: Ink) => void
}
/** Up to so many seats at once a software renderer draws in time. */
const fewSeats = 10_000

export type Marks = { readonly hovered: number; readonly focused: number }

/** Chooses level of detail, visible areas and labels: everything about a picture that needs no canvas. */
export function createScene(core: Core, words: () => AreaWords, firstInk: Ink, software: boolean): Scene {
  // Small halls are no work for a processor either: they show their seats as early as on a graphics card.
  const sparing = software && core.plan.seatCount > fewSeats
  let ink = firstInk
  let level: Level | undefined
  let far: readonly Shape[] | undefined
  let nearby: readonly Shape[] | undefined
  let names: { k: number; labels: readonly Label[] } | undefined
  const places = new Map<number, readonly RowPlace[]>()

  const draw = ({ area, outline }: CoreArea): DrawnArea => {
    const tally = core.tally(area.index)
    return { area, outline, tally, priced: tally.free > 0 || !core.filtering() }
  }
  const floor = (): readonly Shape[] => {
    const base = [...ground(core.plan, ink), ...stage(core.plan, ink)]
    if (level === 'areas') return (far ??= [...base, ...areasFar(core.areas().map(draw), ink)])
    return (nearby ??= [...base, ...areasNear(core.areas().map(draw), ink)])
  }

  const placesOf = ({ area }: CoreArea): readonly RowPlace[] => {
    let known = places.get(area.index)
    if (!known) places.set(area.index, (known = rowPlaces(core.plan, area, core.index)))
    return known
  }
  /** Names of blocks fit or don't by the scale alone: while panning they only move. */
  const namesFar = (camera: Camera): Label[] => {
    if (names?.k !== camera.k) {
      const all = core.areas().map((one) => ({ drawn: draw(one), box: one.box }))
      names = { k: camera.k, labels: areaLabelsFar(all, core.plan, ink, { k: camera.k, x: 0, y: 0 }, words()) }
    }
    return names.labels.map((label) => ({ ...label, x: label.x + camera.x, y: label.y + camera.y }))
  }
  const invalidate = (): void => {
    far = nearby = names = undefined
  }

  return {
    invalidate,
    setInk: (next) => {
      ink = next
      invalidate()
    },
    compose: (camera, size, { hovered, focused }) => {
      const seatSize = core.seatSize * camera.k
      level = levelFor(seatSize, level, sparing)
      const view = visibleBox(camera, size)
      const visible = core.areas().filter(({ box }) => covers(box, view))
      const seats = level !== 'areas'
      const fixed = [
        ...stageLabel(core.plan, ink, camera),
        ...(seats ? rowLabels(visible.flatMap(placesOf), ink, camera, seatSize) : namesFar(camera)),
      ]
      const near = seats ? visible.map((one) => ({ drawn: draw(one), box: one.box })) : []
      const labels = [
        ...fixed,
        ...areaLabelsNear(near, core.plan, ink, camera, words(), fixed, (box) => hasSeats(core, camera, box)),
        ...(level === 'numbers'
          ? seatNumbers({ ...core, bandOf: core.offers().bandOf }, grow(view, core.seatSize), core.shows, ink, camera, seatSize)
          : []),
      ]
      return {
        camera,
        level,
        seatSize,
        ranges: seats ? mergeRanges(visible) : [],
        mask: core.mask(),
        below: floor(),
        above: [
          ...selectionPins(core.plan, core.chosen(), level, ink),
          ...(hovered >= 0 && seats ? hoverRing(core.plan, hovered, seatSize, ink) : []),
          ...(focused >= 0 ? focusRing(core.plan, focused, seatSize, ink) : []),
        ],
        labels,
      }
    },
  }
}

/** Areas that stand next to each other in the plan become one range: fewer draw calls. */
function mergeRanges(areas: readonly CoreArea[]): [number, number][] {
  const ranges: [number, number][] = []
  for (const { area } of areas) {
    const last = ranges.at(-1)
    if (last && last[1] === area.firstSeat) last[1] += area.seatCount
    else ranges.push([area.firstSeat, area.firstSeat + area.seatCount])
  }
  return ranges
}

const grow = (box: { x: number; y: number; width: number; height: number }, by: number): typeof box => ({
  x: box.x - by,
  y: box.y - by,
  width: box.width + 2 * by,
  height: box.height + 2 * by,
})

function hasSeats(core: Core, camera: Camera, screen: { x: number; y: number; width: number; height: number }): boolean {
  let found = false
  const box = {
    x: (screen.x - camera.x) / camera.k,
    y: (screen.y - camera.y) / camera.k,
    width: screen.width / camera.k,
    height: screen.height / camera.k,
  }
  core.index.visit(grow(box, core.seatSize * 0.5), (seat) => (found ||= core.shows(seat)))
  return found
}
