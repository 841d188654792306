import { State, type WebGLRenderer } from 'pixi.js'
import type { Shape, Sheet } from '#layers'
import type { Core } from '../core.ts'
import type { Ahead, Dress, Frame } from '../painter.ts'
import { createNumberMesh } from './number-mesh.ts'
import { createSeatMesh, type SeatMesh } from './seat-mesh.ts'
import { createShapeMesh, type ShapeMesh } from './shape-mesh.ts'
import { blocks, figures, type ShapeProgram } from './shape-program.ts'
import { createTextAtlas } from './text-atlas.ts'
import { createTextMesh } from './text-mesh.ts'
import { createUniforms, isEven } from './uniforms.ts'

const blended = State.for2d()
const opaque = State.for2d()
opaque.blend = false

/** Everything WebGL keeps of a hall, drawn in order: figures, seats, their numbers, text, marks. */
export type HallMesh = {
  readonly resize: (resolution: number) => void
  readonly dress: (dress: Dress) => void
  readonly refresh: (seats: readonly number[] | 'all') => void
  /** Writes what will be drawn before long. */
  readonly learn: (ahead: Ahead) => void
  /** Has the graphics process compile what the first picture of blocks is drawn with, while it is still being composed. */
  readonly warm: (renderer: WebGLRenderer, even: boolean) => void
  /** Makes what the first picture did without, a step at a time. */
  readonly prepare: (renderer: WebGLRenderer) => Generator<void>
  readonly draw: (renderer: WebGLRenderer, frame: Frame) => void
  readonly destroy: () => void
}

export function createHallMesh(core: Core): HallMesh {
  const uniforms = createUniforms()
  let seats: SeatMesh | undefined
  let worn: Dress | undefined
  /** One a sheet: to change between the floor from afar and that from near writes nothing. */
  const meshes = new Map<Sheet<Shape>, ShapeMesh>()
  let font = 'sans-serif'
  let lettering = createLettering(core, 1)

  function createLettering(core: Core, resolution: number) {
    const atlas = createTextAtlas(resolution, core.plan.areas.length)
    atlas.setFont(font)
    return { atlas, text: createTextMesh(atlas, uniforms), numbers: createNumberMesh(core, atlas, uniforms) }
  }
  /** Made when seats are first drawn: a picture of blocks needs none of it. */
  const seatMesh = (): SeatMesh => {
    if (!seats) {
      seats = createSeatMesh(core, uniforms)
      if (worn) seats.dress(worn)
    }
    return seats
  }
  const meshOf = (sheet: Sheet<Shape>, program: ShapeProgram): ShapeMesh => {
    let mesh = meshes.get(sheet)
    if (!mesh) meshes.set(sheet, (mesh = createShapeMesh(program, uniforms)))
    return mesh
  }
  const drawShapes = (renderer: WebGLRenderer, sheet: Sheet<Shape>, program: ShapeProgram, { ink }: Dress): void =>
    meshOf(sheet, program).draw(renderer, sheet, ink)
  const destroyLettering = (): void => {
    lettering.text.destroy()
    lettering.numbers.destroy()
    lettering.atlas.destroy()
  }

  return {
    resize: (resolution) => {
      if (resolution === lettering.atlas.resolution) return
      destroyLettering()
      lettering = createLettering(core, resolution)
    },
    dress: (dress) => {
      font = dress.font
      lettering.atlas.setFont(font)
      uniforms.dress(dress.ink)
      worn = dress
      seats?.dress(dress)
    },
    refresh: (changed) => {
      seats?.refresh(changed)
      lettering.numbers.refresh()
    },
    learn: (ahead) => {
      if ('texts' in ahead) lettering.atlas.learn(ahead.texts)
      else if (worn) meshOf(ahead.below, blocks).write(ahead.below, worn.ink)
    },
    warm: (renderer, even) => {
      const blank = createShapeMesh(blocks, uniforms)
      renderer.state.set(even ? opaque : blended)
      blank.warm(renderer)
      renderer.state.set(blended)
      lettering.text.warm(renderer)
      renderer.gl.flush()
      blank.destroy()
    },
    *prepare(renderer) {
      yield* seatMesh().prepare(renderer)
      lettering.numbers.prepare(renderer)
    },
    draw: (renderer, frame) => {
      const { atlas, text, numbers } = lettering
      const dress = worn
      if (!dress) return
      uniforms.aim(frame, atlas.resolution)
      // A full atlas is cleared on the way, which voids what was written before: once more, into the fresh one.
      for (let tries = 0, edition = -1; tries < 3 && edition !== atlas.edition(); tries++) {
        edition = atlas.edition()
        numbers.write(frame)
        text.write(frame.labels, dress.ink)
      }
      atlas.upload()
      renderer.state.set(blended)
      drawShapes(renderer, frame.light, figures, dress)
      renderer.state.set(isEven(frame) ? opaque : blended)
      drawShapes(renderer, frame.below, blocks, dress)
      renderer.state.set(blended)
      if (frame.spans.count > 0) seatMesh().draw(renderer, frame)
      numbers.draw(renderer, frame)
      text.draw(renderer)
      drawShapes(renderer, frame.above, figures, dress)
    },
    destroy: () => {
      seats?.destroy()
      for (const mesh of meshes.values()) mesh.destroy()
      destroyLettering()
    },
  }
}
