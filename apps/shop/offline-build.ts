import { fileURLToPath } from 'node:url'
import { journeys } from '@playhouse/shop-ui/i18n/journeys'
import type { Plugin, Rolldown } from 'vite'

const source = fileURLToPath(new URL('src/offline/service-worker.ts', import.meta.url))
/** Message chunks of the page are named after the first journey that contains the namespace. */
const pageNamespaces = new Set<string>([...journeys.first, ...journeys.problem, ...journeys.order])
const pageJourneys = Object.entries(journeys).flatMap(([name, namespaces]) =>
  namespaces.some((namespace) => pageNamespaces.has(namespace)) ? [name] : [],
)
const messageChunks = new RegExp(`/words-[\\w-]+-(${pageJourneys.join('|')})-`)

/** The string in the source of the service worker that the list of files replaces. */
const placeholder = /["'`]%offline-files%["'`]/

/** Builds the service worker, `sw.js`, with the list of files of the tickets page. */
export const offlineShell = (): Plugin => ({
  name: 'playhouse:offline-shell',
  apply: 'build',
  buildStart() {
    this.emitFile({ type: 'chunk', id: source, fileName: 'sw.js' })
  },
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
    const worker = chunks.find(({ fileName }) => fileName === 'sw.js')!
    if (!placeholder.test(worker.code) || worker.imports.length > 0) this.error('the service worker must stand alone and name its files')
    const begin = chunks.filter(
      ({ facadeModuleId, fileName }) =>
        facadeModuleId?.endsWith('apps/shop/index.html') ||
        facadeModuleId?.endsWith('flows/ticket/index.ts') ||
        messageChunks.test(fileName),
    )
    worker.code = worker.code.replace(placeholder, JSON.stringify(filesOf(begin, chunks).toSorted()))
  },
})

/** These chunks with their static imports and their styles. */
function filesOf(begin: readonly Rolldown.OutputChunk[], chunks: readonly Rolldown.OutputChunk[]): string[] {
  const byName = new Map(begin.map((chunk) => [chunk.fileName, chunk]))
  for (const { imports } of byName.values())
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) byName.set(chunk.fileName, chunk)
  return [...byName.values()].flatMap(({ fileName, viteMetadata }) => [
    `/${fileName}`,
    ...[...(viteMetadata?.importedCss ?? [])].map((css) => `/${css}`),
  ])
}
