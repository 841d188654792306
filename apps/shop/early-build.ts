import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** Names of the scripts, in `src/early`. */
const names = ['preload-map', 'keep-press', 'draw-hall'] as const
const sources = names.map((name) => fileURLToPath(new URL(`src/early/${name}.ts`, import.meta.url)))
/** The end of the id of a copied module: scripts share no copy. */
const marked = /\?early-[\w-]+$/
const markOf = (source: string): string | undefined => (sources.includes(source) ? `?early-${names[sources.indexOf(source)]!}` : undefined)
const splitAt = (id: string): readonly [file: string, mark?: string] => {
  const at = id.search(marked)
  return at < 0 ? [id] : [id.slice(0, at), id.slice(at)]
}
/** Helpers for modules in CommonJS, which every page loads. */
const runtime = /\/rolldown-runtime-/
const otherFiles = /\bimport\((?=['"])/g

/**
 * Builds the scripts that the server puts into pages before the shop. Each stands alone: its modules are copies, because a shared
 * chunk would be a further request.
 */
export const earlyScripts = (): Plugin => ({
  name: 'playhouse:early-scripts',
  enforce: 'pre',
  apply: 'build',
  buildStart() {
    names.forEach((name, at) => this.emitFile({ type: 'chunk', id: sources[at]!, name }))
  },
  async resolveId(id, importer, options) {
    if (importer === undefined) return undefined
    const [file = '', mark = markOf(file)] = splitAt(importer)
    if (mark === undefined) return undefined
    const module = await this.resolve(id, file, { ...options, skipSelf: true })
    return module && !module.external && !module.id.startsWith('\0') ? { ...module, id: module.id + mark } : module
  },
  // Pixi imports environments that the map's renderer skips. They would be further files, and need Vite's loader.
  transform: (code, id) => (marked.test(id) ? { code: code.replace(otherFiles, 'Promise.reject('), map: null } : undefined),
  generateBundle(_options, bundle) {
    for (const source of sources) {
      const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && file.facadeModuleId === source)
      if (chunk?.type !== 'chunk') this.error(`${source} has no file`)
      const others = chunk.imports.filter((file) => !runtime.test(file))
      if (others.length > 0) this.error(`${source} must stand alone, without ${others.join(' ')}`)
    }
  },
})
