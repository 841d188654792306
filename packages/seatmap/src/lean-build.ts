import type { Plugin } from 'vite'

/**
 * For the Vite build of a page: leaves out what the map's libraries bring and the map never uses. An edit that no longer
 * matches its library fails the build: a new version of the library needs a new look at it.
 *
 * - Pixi registers loaders of sprite sheets and videos on import; the map loads no file.
 * - Pixi's renderer brings all that scenes are made of: sprites, batches, masks, extracts. The map draws past the scene.
 *   A page that draws anything else with Pixi must do without this.
 * - d3-zoom brings d3-transition to animate by itself; the map's camera flies without it (src/camera/camera-controller.ts), so
 *   there is never a transition to interrupt.
 * - d3-selection builds documents from data; d3-zoom only listens to one element.
 */
export const leanSeatMap = (): Plugin => {
  const appliedEdits = new Set<Edit>()
  return {
    name: 'playhouse:lean-seat-map',
    enforce: 'pre',
    apply: 'build',
    async resolveId(id, importer, options) {
      if (!registration.test(id) || !/[/\\]pixi\.js[/\\]lib[/\\]/.test(importer ?? '')) return undefined
      const resolvedId = await this.resolve(id, importer, { ...options, skipSelf: true })
      return resolvedId && { ...resolvedId, moduleSideEffects: false }
    },
    load(id) {
      return transition.test(fileOf(id)) ? neverInMotion : undefined
    },
    transform(code, id) {
      const edit = edits.find(({ file }) => file.test(fileOf(id)))
      if (!edit) return undefined
      appliedEdits.add(edit)
      const count = [...code.matchAll(edit.what)].length
      if (count !== edit.count)
        this.error(
          `${id}: ${edit.what} matches ${count} times instead of ${edit.count}. The library has changed: check this edit in lean-build.ts.`,
        )
      return { code: code.replace(edit.what, edit.by), map: null }
    },
    buildEnd(error) {
      const isOfPixi = ({ file }: Edit) => !file.source.includes('d3-selection')
      if (error || ![...appliedEdits].some(isOfPixi)) return
      for (const edit of edits)
        if (isOfPixi(edit) && !appliedEdits.has(edit))
          this.error(`No module of the build matches ${edit.file}. The library has changed: check this edit in lean-build.ts.`)
    },
  }
}

/** The file of a module: a build may copy a module, with a query behind its name. */
const fileOf = (id: string): string => id.replace(/\?.*$/, '')

const registration = /\/(spritesheet|rendering)\/init\.mjs$/
const transition = /[/\\]d3-transition[/\\](dist[/\\]d3-transition\.mjs|src[/\\]index\.js)$/
/** `what` is global; `count` is how often it matches the library's file. */
type Edit = { readonly file: RegExp; readonly what: RegExp; readonly by: string; readonly count: number }
const edits: readonly Edit[] = [
  {
    file: /[/\\]d3-selection[/\\]dist[/\\]d3-selection\.mjs$/,
    // Methods that build documents are removed; listeners, styles and properties stay. A call of a removed method throws at once.
    what: /^ {2}(?:append|attr|classed|clone|data|empty|enter|exit|html|insert|join|lower|merge|order|raise|remove|selectAll|selectChild|selectChildren|size|sort|text): selection_\w+,$/gm,
    by: '',
    count: 22,
  },
  {
    file: /[/\\]renderers[/\\]gl[/\\]WebGLRenderer\.mjs$/,
    what: /(const DefaultWebGL(?:Pipes|Adapters) = )\[[^\]]*\]/g,
    by: '$1[]',
    count: 2,
  },
  {
    file: /[/\\]shared[/\\]system[/\\]SharedSystems\.mjs$/,
    what: /^ {2}(?:RenderGroupSystem|GenerateTextureSystem|ExtractSystem|RenderableGCSystem),?$/gm,
    by: '',
    count: 4,
  },
  {
    // Pixi tests this on an extra context. WebGL 2, the only one the map is drawn in, always has it.
    file: /[/\\]program[/\\]getMaxFragmentPrecision\.mjs$/,
    what: /const gl = getTestContext\(\);/g,
    by: "maxFragmentPrecision = 'highp'; const gl = undefined;",
    count: 1,
  },
  {
    // Pixi measures this by compiling shaders and waiting for them; only sprite batches use it.
    file: /[/\\]gl[/\\]GlLimitsSystem\.mjs$/,
    what: /checkMaxIfStatementsInShader\(this\.maxTextures, gl\)/g,
    by: 'this.maxTextures',
    count: 1,
  },
  {
    file: /[/\\]shared[/\\]system[/\\]AbstractRenderer\.mjs$/,
    // Used only to check whether the rendered object is part of a scene.
    what: /^import \{ Container \} from .*$/gm,
    by: 'class Container {}',
    count: 1,
  },
]
const neverInMotion = `import { selection } from 'd3-selection'
export const interrupt = () => {}
selection.prototype.interrupt = function () { return this }`
