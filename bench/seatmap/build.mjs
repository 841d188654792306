import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { leanSeatMap } from '@playhouse/seatmap/lean-build'
import { build } from 'vite'

const here = fileURLToPath(new URL('.', import.meta.url))
const dist = join(here, 'dist')
export const pageFolder = join(dist, 'page')

const quiet = /** @type {const} */ ({ configFile: false, logLevel: 'error' })
const plain = /** @type {const} */ ({ target: 'es2023', modulePreload: false, emptyOutDir: true })

/** Builds the page of all contestants. */
export async function buildPage() {
  rmSync(dist, { recursive: true, force: true })
  await build({
    ...quiet,
    plugins: [leanSeatMap()],
    root: join(here, 'page'),
    build: {
      ...plain,
      outDir: pageFolder,
      rolldownOptions: { input: ['index.html', 'keys.html'].map((page) => join(here, 'page', page)) },
    },
  })
}

/** What somebody fetches who has React already, to draw seats with each of them. */
const libraries = {
  './engine': `export * from '@playhouse/seatmap/engine'`,
  konva: `export * from 'konva/lib/Core.js'; export * from 'konva/lib/shapes/Circle.js'`,
  'seatmap-canvas': `export * from '@alisaitteke/seatmap-canvas'`,
  'd3-zoom': `export * from 'd3-zoom'; export { select } from 'd3-selection'`,
}

/** Bytes of script after gzip: what the entry imports and, of our two painters, the one for WebGL. @param {readonly string[]} [names] */
export async function weighBundles(names = Object.keys(libraries)) {
  /** @type {Record<string, number>} */
  const sizes = {}
  for (const [name, source] of Object.entries(libraries).filter(([name]) => names.includes(name))) {
    mkdirSync(dist, { recursive: true })
    const input = join(dist, 'weigh.js')
    writeFileSync(input, source)
    /** @type {import('vite').Rolldown.RolldownOptions} */
    const rolldownOptions = { input, external: [/^react(-dom)?($|\/)/], output: { format: 'es' }, preserveEntrySignatures: 'strict' }
    // Ours as the shop builds it.
    const plugins = name === './engine' ? [leanSeatMap()] : []
    const result = await build({ ...quiet, plugins, root: here, build: { ...plain, write: false, rolldownOptions } })
    const output = [result].flat().flatMap((built) => ('output' in built ? built.output : []))
    const chunks = output.filter((file) => file.type === 'chunk')
    const needed = new Set(chunks.filter((chunk) => chunk.isEntry || chunk.name === 'webgl-painter').map(({ fileName }) => fileName))
    // A set that grows while it is walked: the imports of imports.
    for (const file of needed) for (const other of chunks.find(({ fileName }) => fileName === file)?.imports ?? []) needed.add(other)
    sizes[name] = chunks.reduce((sum, { fileName, code }) => sum + (needed.has(fileName) ? gzipSync(code, { level: 9 }).length : 0), 0)
  }
  return sizes
}
