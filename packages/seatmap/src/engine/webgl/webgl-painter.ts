// First: the page's policy forbids eval, which Pixi's uniforms would otherwise use.
import 'pixi.js/unsafe-eval'
import { Container, RenderContainer, Ticker, WebGLRenderer } from 'pixi.js'
import type { Size } from '#camera'
import type { Core } from '../core.ts'
import type { Frame, Painter, PainterMaker } from '../painter.ts'
import { createHallMesh } from './hall-mesh.ts'

const softwareNames = /SwiftShader|llvmpipe|Basic Render|Software/i

/** Draws the hall in one Pixi RenderContainer. */
export const makeWebglPainter: PainterMaker = async (core: Core, size: Size, redraw: () => void): Promise<Painter> => {
  const renderer = new WebGLRenderer<HTMLCanvasElement>()
  await renderer.init({
    width: size.width,
    height: size.height,
    antialias: false,
    autoDensity: true,
    backgroundAlpha: 1,
    skipExtensionImports: true,
    gcActive: false,
    preferWebGLVersion: 2,
  })
  // Pixi's own clock asks for a frame sixty times a second even when there is nothing to do.
  Ticker.system.autoStart = false
  Ticker.system.stop()

  const software = softwareNames.test(rendererName(renderer.gl))
  const mesh = createHallMesh(core)
  let frame: Frame | undefined

  const hall = new RenderContainer(() => {
    if (frame) mesh.draw(renderer, frame)
  })
  const root = new Container({ children: [hall], eventMode: 'none' })
  /** One object for all frames. */
  const whole = { container: root, clear: true, clearColor: [0, 0, 0, 1] as [number, number, number, number] }
  const canvas = renderer.canvas
  canvas.addEventListener('webglcontextrestored', redraw)

  return {
    kind: 'webgl',
    canvas,
    software,
    resize: (next, resolution) => {
      mesh.resize(next, resolution)
      renderer.resize(next.width, next.height, resolution)
    },
    dress: mesh.dress,
    refresh: mesh.refresh,
    prepare: () => {
      if (!renderer.context.isLost) mesh.prepare(renderer)
    },
    paint: (next) => {
      if (renderer.context.isLost) return
      frame = next
      for (let part = 0; part < 3; part++) whole.clearColor[part] = next.ground[part]!
      renderer.render(whole)
    },
    destroy: () => {
      canvas.removeEventListener('webglcontextrestored', redraw)
      mesh.destroy()
      root.destroy({ children: true })
      renderer.destroy({ removeView: true })
    },
  }
}

function rendererName(gl: WebGL2RenderingContext): string {
  const info = gl.getExtension('WEBGL_debug_renderer_info')
  return String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER))
}
