// First: the page's policy forbids eval, which Pixi's uniforms would otherwise use.
import 'pixi.js/unsafe-eval'
import { CLEAR, Ticker, WebGLRenderer } from 'pixi.js'
import type { Core } from '../core.ts'
import type { Painter } from '../painter.ts'
import { isReducedDetail } from '../scene.ts'
import { nextTask, runInSlices } from '../slices.ts'
import { enableExtensions } from '../webgl-context.ts'
import { createHallMesh } from './hall-mesh.ts'

/** Names of renderers that run on the CPU. */
const softwareNames = /SwiftShader|llvmpipe|Basic Render|Software/i

/** Draws the hall with Pixi's renderer, but without its scene graph, whose overhead exceeds the cost of the one mesh. */
export async function makeWebglPainter(context: WebGL2RenderingContext, core: Core, redraw: () => void): Promise<Painter> {
  const renderer = new WebGLRenderer<HTMLCanvasElement>()
  const canvas = context.canvas as HTMLCanvasElement
  claimStencil(context)
  await runInSlices(enableExtensions(context))
  await nextTask()
  await renderer.init({
    canvas,
    context,
    // The current size: allocating pixels is expensive, and the engine sets the final size right after.
    width: canvas.width,
    height: canvas.height,
    antialias: false,
    autoDensity: true,
    backgroundAlpha: 1,
    skipExtensionImports: true,
    gcActive: false,
    preferWebGLVersion: 2,
  })
  // Pixi's ticker requests sixty frames a second even when there is nothing to draw.
  Ticker.system.autoStart = false
  Ticker.system.stop()

  await nextTask()
  const software = softwareNames.test(rendererName(renderer.gl))
  const mesh = createHallMesh(core)
  await nextTask()
  let pixelRatio = 1
  /** One object for all frames. */
  const whole = { target: renderer.view.renderTarget, clear: CLEAR.COLOR, clearColor: [0, 0, 0, 1] as [number, number, number, number] }
  canvas.addEventListener('webglcontextrestored', redraw)
  renderer.renderTarget.renderStart(whole)
  await runInSlices(mesh.warm(renderer, isReducedDetail(core, software)))

  return {
    kind: 'webgl',
    canvas,
    software,
    resize: (next, resolution) => {
      pixelRatio = resolution
      mesh.resize(resolution)
      renderer.resize(next.width, next.height, resolution)
    },
    setTheme: mesh.setTheme,
    refresh: mesh.refresh,
    prefetch: mesh.prefetch,
    *prepare() {
      const steps = mesh.prepare(renderer)
      while (!renderer.context.isLost && !steps.next().done) yield
    },
    write: mesh.writeFirst,
    paint: (frame) => {
      if (renderer.context.isLost) return
      for (let part = 0; part < 3; part++) whole.clearColor[part] = frame.ground[part]!
      renderer.renderTarget.renderStart(whole)
      // Pixi's viewport is the whole canvas, and WebGL's y axis points up.
      const [across, down] = [Math.round(frame.size.width * pixelRatio), Math.round(frame.size.height * pixelRatio)]
      context.viewport(0, canvas.height - down, across, down)
      mesh.draw(renderer, frame)
    },
    destroy: () => {
      canvas.removeEventListener('webglcontextrestored', redraw)
      mesh.destroy()
      renderer.destroy({ removeView: true })
    },
  }
}

/** Pixi logs a warning for a context without stencil, which its masks need. This painter uses no masks. */
function claimStencil(context: WebGL2RenderingContext): void {
  const attributes = context.getContextAttributes()
  context.getContextAttributes = () => attributes && { ...attributes, stencil: true }
}

function rendererName(gl: WebGL2RenderingContext): string {
  const info = gl.getExtension('WEBGL_debug_renderer_info')
  return String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER))
}
