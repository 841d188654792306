/** Depth and stencil are not used. Without them a frame has less to clear, which saves a tenth of a software renderer's time. */
const contextAttributes: WebGLContextAttributes = { alpha: false, antialias: false, depth: false, stencil: false }

declare global {
  /** The context with which a script before the shop has found out that there is WebGL: creating one takes long. */
  var earlyContext: WebGL2RenderingContext | undefined
}

/** Creates a WebGL context on a new canvas. Returns `undefined` when the browser refuses. */
export function createWebglContext(): WebGL2RenderingContext | undefined {
  try {
    return document.createElement('canvas').getContext('webgl2', contextAttributes) ?? undefined
  } catch {
    return undefined
  }
}
