import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const source = fileURLToPath(new URL('src/early/preload-map.ts', import.meta.url))
const mark = '?early'

/**
 * Builds `preload-map`, which the server puts into the seat map's page before the shop. It stands alone: its modules are copies,
 * because a shared chunk would be a further request.
 */
export const earlyScripts = (): Plugin => ({
  name: 'playhouse:early-scripts',
  enforce: 'pre',
  apply: 'build',
  buildStart() {
    this.emitFile({ type: 'chunk', id: source, name: 'preload-map' })
  },
  async resolveId(id, importer, options) {
    if (importer !== source) return undefined
    const module = await this.resolve(id, importer, { ...options, skipSelf: true })
    return module && { ...module, id: module.id + mark }
  },
  generateBundle(_options, bundle) {
    const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && file.facadeModuleId === source)
    if (chunk?.type !== 'chunk' || chunk.imports.length > 0) this.error('preload-map must stand alone')
  },
})
