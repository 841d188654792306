import { screen } from '../camera.ts'
import type { VariantMaker } from './variant.ts'

/** A WebGL canvas that is cleared in each frame and nothing else: what the browser itself costs. */
export const empty: VariantMaker = async (host) => {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, screen)
  host.append(canvas)
  const gl = canvas.getContext('webgl2', { antialias: false, alpha: false, depth: false })!
  const draw = (): void => {
    gl.clearColor(0.08, 0.07, 0.06, 1)
    gl.clear(gl.COLOR_BUFFER_BIT)
  }
  draw()
  const next = (): void => void requestAnimationFrame(draw)
  return { look: next, change: next, recolour: next, filter: next }
}
