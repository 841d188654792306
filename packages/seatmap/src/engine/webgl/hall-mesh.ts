import { State, type WebGLRenderer } from 'pixi.js'
import type { Shape, DisplayList } from '#layers'
import type { Core } from '../core.ts'
import type { Prefetch, Theme, Frame } from '../painter.ts'
import { runAtOnce, type Steps } from '../slices.ts'
import { createNumberMesh } from './number-mesh.ts'
import { createSeatMesh, type SeatMesh } from './seat-mesh.ts'
import { createShapeMesh, type ShapeMesh } from './shape-mesh.ts'
import { blocks, figures, type ShapeProgram } from './shape-program.ts'
import { createTextAtlas } from './text-atlas.ts'
import { createTextMesh } from './text-mesh.ts'
import { createUniforms, isEven } from './uniforms.ts'

const blendState = State.for2d()
const opaque = State.for2d()
opaque.blend = false

/** The WebGL resources of a hall, in drawing order: shapes, seats, their numbers, text, rings. */
export type HallMesh = {
  readonly resize: (resolution: number) => void
  readonly setTheme: (theme: Theme) => void
  readonly refresh: (seats: readonly number[] | 'all') => void
  /** Writes the content that the next frames are likely to draw. */
  readonly prefetch: (content: Prefetch) => void
  /** Starts compiling the programs of the first frame while that frame is still being composed. */
  readonly warm: (renderer: WebGLRenderer, hasEvenLight: boolean) => Steps
  /** Writes the content of the first frame, so that drawing it takes a short time. */
  readonly writeFirst: (frame: Frame) => Steps
  /** Creates the resources that the first frame did not need. */
  readonly prepare: (renderer: WebGLRenderer) => Steps
  readonly draw: (renderer: WebGLRenderer, frame: Frame) => void
  readonly destroy: () => void
}

export function createHallMesh(core: Core): HallMesh {
  const uniforms = createUniforms()
  let seats: SeatMesh | undefined
  let theme: Theme | undefined
  /** One mesh per list: switching between the far and the near floor writes nothing. */
  const meshes = new Map<DisplayList<Shape>, ShapeMesh>()
  let font = 'sans-serif'
  let textMeshes = createTextMeshes(core, 1)

  function createTextMeshes(core: Core, resolution: number) {
    const atlas = createTextAtlas(resolution, core.plan.areas.length)
    atlas.setFont(font)
    return { atlas, text: createTextMesh(atlas, uniforms), numbers: createNumberMesh(core, atlas, uniforms) }
  }
  /** Created when seats are first drawn: a frame of blocks needs none. */
  const seatMesh = (): SeatMesh => {
    if (!seats) {
      seats = createSeatMesh(core, uniforms)
      if (theme) seats.setTheme(theme)
    }
    return seats
  }
  /** Creates the mesh of the seats in steps. Another takes its place if a frame draws seats, or the theme changes, between two of them. */
  function* createSeatsInSteps(): Steps {
    const current = theme
    if (seats || !current) return
    const mesh = createSeatMesh(core, uniforms)
    yield
    yield* mesh.writeTheme(current)
    if (seats || theme !== current) return mesh.destroy()
    // Seats may have changed meanwhile.
    mesh.refresh('all')
    seats = mesh
  }
  const meshOf = (list: DisplayList<Shape>, program: ShapeProgram): ShapeMesh => {
    let mesh = meshes.get(list)
    if (!mesh) meshes.set(list, (mesh = createShapeMesh(program, uniforms)))
    return mesh
  }
  const drawShapes = (renderer: WebGLRenderer, list: DisplayList<Shape>, program: ShapeProgram, { ink }: Theme): void =>
    meshOf(list, program).draw(renderer, list, ink)
  const destroyTextMeshes = (): void => {
    textMeshes.text.destroy()
    textMeshes.numbers.destroy()
    textMeshes.atlas.destroy()
  }

  return {
    resize: (resolution) => {
      if (resolution === textMeshes.atlas.resolution) return
      destroyTextMeshes()
      textMeshes = createTextMeshes(core, resolution)
    },
    setTheme: (next) => {
      font = next.font
      textMeshes.atlas.setFont(font)
      uniforms.setTheme(next.ink)
      theme = next
      seats?.setTheme(next)
    },
    refresh: (changedSeats) => {
      seats?.refresh(changedSeats)
      textMeshes.numbers.refresh()
    },
    prefetch: (content) => {
      if ('texts' in content) textMeshes.atlas.prefetch(content.texts)
      else if (theme) runAtOnce(meshOf(content.shapesBelow, blocks).write(content.shapesBelow, theme.ink))
    },
    *warm(renderer, hasEvenLight) {
      const blank = createShapeMesh(blocks, uniforms)
      yield
      renderer.state.set(hasEvenLight ? opaque : blendState)
      yield* blank.warm(renderer)
      renderer.state.set(blendState)
      textMeshes.text.warm(renderer)
      renderer.gl.flush()
      blank.destroy()
    },
    *writeFirst(frame) {
      if (!theme) return
      yield* meshOf(frame.shapesBelow, blocks).write(frame.shapesBelow, theme.ink)
      if (frame.spans.count > 0) {
        yield
        yield* createSeatsInSteps()
      }
      for (const { text, size, weight } of frame.labels.items) {
        yield
        textMeshes.atlas.cellOf(text, size, weight)
      }
      textMeshes.text.write(frame.labels, theme.ink)
      yield
      textMeshes.numbers.write(frame)
      yield
      textMeshes.atlas.upload()
    },
    *prepare(renderer) {
      yield* createSeatsInSteps()
      yield
      yield* seatMesh().prepare(renderer)
      textMeshes.numbers.prepare(renderer)
    },
    draw: (renderer, frame) => {
      const { atlas, text, numbers } = textMeshes
      const current = theme
      if (!current) return
      uniforms.setCamera(frame, atlas.resolution)
      // A full atlas is cleared while writing, which invalidates earlier cells: write again into the cleared one.
      for (let tries = 0, version = -1; tries < 3 && version !== atlas.version(); tries++) {
        version = atlas.version()
        numbers.write(frame)
        text.write(frame.labels, current.ink)
      }
      atlas.upload()
      renderer.state.set(blendState)
      drawShapes(renderer, frame.light, figures, current)
      renderer.state.set(isEven(frame) ? opaque : blendState)
      drawShapes(renderer, frame.shapesBelow, blocks, current)
      renderer.state.set(blendState)
      if (frame.spans.count > 0) seatMesh().draw(renderer, frame)
      numbers.draw(renderer, frame)
      text.draw(renderer)
      drawShapes(renderer, frame.shapesAbove, figures, current)
    },
    destroy: () => {
      seats?.destroy()
      for (const mesh of meshes.values()) mesh.destroy()
      destroyTextMeshes()
    },
  }
}
