/** Depth and stencil are not used. Without them a frame has less to clear, which saves a tenth of a software renderer's time. */
const contextAttributes: WebGLContextAttributes = { alpha: false, antialias: false, depth: false, stencil: false }

/** Creates a WebGL context on a new canvas. Returns `undefined` when the browser refuses. */
export function createWebglContext(): WebGL2RenderingContext | undefined {
  try {
    return document.createElement('canvas').getContext('webgl2', contextAttributes) ?? undefined
  } catch {
    return undefined
  }
}
