import { RenderContainer, State, type WebGLRenderer } from 'pixi.js'
import type { Plan } from '@playhouse/domain/plan'
import { bands } from '@playhouse/domain/pricing'
import { createCore, createScene } from '#engine'
import type { AreaWords } from '#layers'
import { readInk, type SeatPalette } from '#look'
import type { SeatFilters, SeatOffers } from '#props'
import type { SeatStore } from '#store'
import { createHallMesh } from '#webgl'

export type PixiHallOptions = {
  readonly plan: Plan
  readonly store: SeatStore
  readonly offers: SeatOffers
  readonly palette: SeatPalette
  readonly words: AreaWords
  readonly font: string
}

/** The drawn hall as one container of a host's Pixi scene, in plan units: its transform is the camera. */
export type PixiHall = {
  readonly container: RenderContainer
  /** The seat at a place of the plan, -1 for none. */
  readonly seatAt: (x: number, y: number) => number
  readonly setOffers: (offers: SeatOffers) => void
  readonly setChosen: (selection: readonly number[], mine: readonly number[]) => void
  readonly setFilters: (filters: SeatFilters) => void
  readonly setView: (view: string) => void
  readonly setPalette: (palette: SeatPalette) => void
  readonly setMarks: (hoveredSeat: number, focusedSeat: number) => void
  readonly destroy: () => void
}

export function createPixiHall({ plan, store, offers, palette, words, font }: PixiHallOptions): PixiHall {
  const core = createCore(plan, store, offers)
  const scene = createScene(core, () => words, readInk(palette), false, false)
  const mesh = createHallMesh(core)
  const state = State.for2d()
  let colours = palette
  let marks = { hovered: -1, focused: -1 }

  const applyPalette = (): void => {
    const ink = readInk(colours)
    scene.setInk(ink)
    mesh.setTheme({ ink, letterOf: (band) => core.offers().bands.get(bands[band]!)?.letter ?? '', font })
  }
  const stop = store.subscribe(({ seats }) => {
    core.refresh(seats)
    scene.updateCounts()
  })
  const container = new RenderContainer({
    eventMode: 'none',
    render: (renderer) => {
      const changedSeats = core.takeChanged()
      if (changedSeats.length > 0) mesh.refresh(changedSeats)
      const { width, height } = renderer.screen
      const { a: k, tx: x, ty: y } = container.worldTransform
      mesh.resize(renderer.resolution)
      const webgl = renderer as WebGLRenderer
      webgl.state.set(state)
      mesh.draw(webgl, scene.compose({ x, y, k }, { width, height }, marks.hovered, marks.focused))
    },
  })
  applyPalette()

  return {
    container,
    seatAt: (x, y) => core.index.nearest(x, y, core.seatSize * 0.6, core.shows),
    setOffers: (next) => {
      if (next === core.offers()) return
      core.setOffers(next)
      scene.updateWords()
      applyPalette()
    },
    setChosen: (selection, mine) => {
      core.setChosen(selection, mine)
      scene.updateCounts()
    },
    setFilters: (filters) => {
      core.setFilters(filters)
      scene.updateCounts()
    },
    setView: (view) => {
      core.setView(view)
      scene.updateWords()
    },
    setPalette: (next) => {
      if (next === colours) return
      colours = next
      applyPalette()
    },
    setMarks: (hoveredSeat, focusedSeat) => {
      marks = { hovered: hoveredSeat, focused: focusedSeat }
    },
    destroy: () => {
      stop()
      container.destroy()
      mesh.destroy()
    },
  }
}
