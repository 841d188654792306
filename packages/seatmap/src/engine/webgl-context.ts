import type { Steps } from './slices.ts'

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

/** The extensions that Pixi's renderer asks a WebGL 2 context for. */
const extensions = [
  ...[
    'EXT_texture_filter_anisotropic',
    'OES_texture_float_linear',
    'EXT_color_buffer_float',
    'WEBGL_provoking_vertex',
    'WEBGL_lose_context',
  ],
  ...[
    'WEBGL_compressed_texture_s3tc',
    'WEBGL_compressed_texture_s3tc_srgb',
    'WEBGL_compressed_texture_etc',
    'WEBGL_compressed_texture_etc1',
  ],
  ...['WEBGL_compressed_texture_astc', 'EXT_texture_compression_bptc', 'EXT_texture_compression_rgtc', 'WEBGL_debug_renderer_info'],
]

/** Enables the extensions one by one: the main thread waits for the graphics process at each, and the context keeps the replies. */
export function* enableExtensions(context: WebGL2RenderingContext): Steps {
  for (const name of extensions) {
    context.getExtension(name)
    yield
  }
}
