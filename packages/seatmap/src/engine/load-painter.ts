import type { PainterMaker } from './painter.ts'
import { nextTask } from './slices.ts'
import { createWebglContext } from './webgl-context.ts'

/** Loads the best painter that this browser supports: WebGL, else a 2D canvas. Returns `undefined` when it has no canvas at all. */
export async function loadPainter(): Promise<PainterMaker | undefined> {
  // Creating a context takes tens of milliseconds, so the first painter draws with the context that proved WebGL is available.
  let firstContext = createWebglContext()
  if (firstContext) {
    // Before and after it, because evaluating Pixi takes a slow processor longer than a task may.
    await nextTask()
    const { makeWebglPainter } = await import('./webgl/webgl-painter.ts')
    await nextTask()
    return (core, redraw) => {
      const context = firstContext ?? createWebglContext()
      firstContext = undefined
      if (!context) throw new Error('no WebGL context')
      return makeWebglPainter(context, core, redraw)
    }
  }
  if (hasCanvas()) return (await import('./canvas/canvas-painter.ts')).makeCanvasPainter
  return undefined
}

function hasCanvas(): boolean {
  try {
    return document.createElement('canvas').getContext('2d') !== null
  } catch {
    return false
  }
}
