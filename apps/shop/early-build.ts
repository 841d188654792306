import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** Names of the scripts, in `src/early`. */
const names = ['preload-map', 'keep-press'] as const
const sources = names.map((name) => fileURLToPath(new URL(`src/early/${name}.ts`, import.meta.url)))
const mark = '?early'

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
    if (importer === undefined || !sources.includes(importer)) return undefined
    const module = await this.resolve(id, importer, { ...options, skipSelf: true })
    return module && { ...module, id: module.id + mark }
  },
  generateBundle(_options, bundle) {
    for (const source of sources) {
      const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && file.facadeModuleId === source)
      if (chunk?.type !== 'chunk' || chunk.imports.length > 0) this.error(`${source} must stand alone`)
    }
  },
})
