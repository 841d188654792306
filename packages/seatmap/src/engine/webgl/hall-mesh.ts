import type { WebGLRenderer } from 'pixi.js'
import type { Size } from '#camera'
import type { Core } from '../core.ts'
import type { Dress, Frame } from '../painter.ts'
import { createNumberMesh } from './number-mesh.ts'
import { createSeatMesh } from './seat-mesh.ts'
import { createShapeMesh } from './shape-mesh.ts'
import { createTextAtlas } from './text-atlas.ts'
import { createTextMesh } from './text-mesh.ts'
import { createUniforms } from './uniforms.ts'

/** Everything WebGL keeps of a hall, drawn in order: figures, seats, their numbers, text, marks. */
export type HallMesh = {
  readonly resize: (size: Size, resolution: number) => void
  readonly dress: (dress: Dress) => void
  readonly refresh: (seats: readonly number[] | 'all') => void
  readonly draw: (renderer: WebGLRenderer, frame: Frame) => void
  readonly destroy: () => void
}

export function createHallMesh(core: Core): HallMesh {
  const uniforms = createUniforms()
  const seats = createSeatMesh(core, uniforms)
  const below = createShapeMesh(uniforms)
  const above = createShapeMesh(uniforms)
  let size: Size = { width: 1, height: 1 }
  let font = 'sans-serif'
  let lettering = createLettering(core, 1)

  function createLettering(core: Core, resolution: number) {
    const atlas = createTextAtlas(resolution)
    atlas.setFont(font)
    return { atlas, text: createTextMesh(atlas, uniforms), numbers: createNumberMesh(core, atlas, uniforms) }
  }
  const destroyLettering = (): void => {
    lettering.text.destroy()
    lettering.numbers.destroy()
    lettering.atlas.destroy()
  }

  return {
    resize: (next, resolution) => {
      size = next
      if (resolution === lettering.atlas.resolution) return
      destroyLettering()
      lettering = createLettering(core, resolution)
    },
    dress: (dress) => {
      font = dress.font
      lettering.atlas.setFont(font)
      uniforms.dress(dress.ink)
      seats.dress(dress)
    },
    refresh: (changed) => {
      seats.refresh(changed)
      lettering.numbers.refresh()
    },
    draw: (renderer, frame) => {
      const { atlas, text, numbers } = lettering
      uniforms.aim(frame, size, atlas.resolution)
      // A full atlas is cleared on the way, which voids what was written before: once more, into the fresh one.
      for (let tries = 0, edition = -1; tries < 3 && edition !== atlas.edition(); tries++) {
        edition = atlas.edition()
        numbers.write(frame, size)
        text.write(frame.labels)
      }
      atlas.upload()
      below.draw(renderer, frame.below)
      seats.draw(renderer, frame)
      numbers.draw(renderer, frame)
      text.draw(renderer)
      above.draw(renderer, frame.above)
    },
    destroy: () => {
      seats.destroy()
      below.destroy()
      above.destroy()
      destroyLettering()
    },
  }
}
