import type { PainterMaker } from './painter.ts'
import { nextTask } from './slices.ts'

/** Depth and stencil are not used. Without them a frame has less to clear, which saves a tenth of a software renderer's time. */
const contextAttributes: WebGLContextAttributes = { alpha: false, antialias: false, depth: false, stencil: false }

/** Loads the best painter that this browser supports: WebGL, else a 2D canvas. Returns `undefined` when it has no canvas at all. */
export async function loadPainter(): Promise<PainterMaker | undefined> {
  // Creating a context takes tens of milliseconds, so the first painter draws with the context that proved WebGL is available.
  let firstContext = createContext('webgl2', contextAttributes)
  if (firstContext) {
    // Before and after it, because evaluating Pixi takes a slow processor longer than a task may.
    await nextTask()
    const { makeWebglPainter } = await import('./webgl/webgl-painter.ts')
    await nextTask()
    return (core, redraw) => {
      const context = firstContext ?? createContext('webgl2', contextAttributes)
      firstContext = undefined
      if (!context) throw new Error('no WebGL context')
      return makeWebglPainter(context, core, redraw)
    }
  }
  if (createContext('2d')) return (await import('./canvas/canvas-painter.ts')).makeCanvasPainter
  return undefined
}

/** Creates a context on a new canvas. Returns `undefined` when the browser refuses. */
function createContext(kind: 'webgl2', attributes: WebGLContextAttributes): WebGL2RenderingContext | undefined
function createContext(kind: '2d'): CanvasRenderingContext2D | undefined
function createContext(kind: string, attributes?: WebGLContextAttributes): RenderingContext | undefined {
  try {
    return document.createElement('canvas').getContext(kind, attributes) ?? undefined
  } catch {
    return undefined
  }
}
