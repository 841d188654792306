import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { leanSeatMap } from '@playhouse/seatmap/lean-build'
import { build } from 'vite'

const folder = fileURLToPath(new URL('.', import.meta.url))
const dist = join(folder, 'dist')
export const pageFolder = join(dist, 'page')

const quiet = /** @type {const} */ ({ configFile: false, logLevel: 'error' })
const plain = /** @type {const} */ ({ target: 'es2023', modulePreload: false, emptyOutDir: true })

/**
 * Builds the page of these contestants: as the shop builds it, and in `whole` with all of Pixi for who draws by its scenes.
 * @param {readonly string[]} variants
 */
export async function buildPage(variants) {
  rmSync(dist, { recursive: true, force: true })
  await buildInto(pageFolder, ['index.html', 'keys.html'], [leanSeatMap()])
  if (variants.some(drawsScenes)) await buildInto(join(pageFolder, 'whole'), ['index.html'], [])
}

const drawsScenes = (/** @type {string} */ variant) => variant === 'pixi-sprites'

/** @param {string} outDir @param {readonly string[]} pages @param {import('vite').Plugin[]} plugins */
const buildInto = (outDir, pages, plugins) =>
  build({
    ...quiet,
    plugins,
    root: join(folder, 'page'),
    base: './',
    build: { ...plain, outDir, rolldownOptions: { input: pages.map((page) => join(folder, 'page', page)) } },
  })

/** Address of a contestant's page. @param {string} origin @param {string} variant @param {number} seats */
export const addressOf = (origin, variant, seats) =>
  `${origin}/${drawsScenes(variant) ? 'whole/' : ''}index.html?variant=${variant}&seats=${seats}`

/** Scripts that a page with React fetches in addition to draw seats with each library. */
const libraries = {
  './engine': `export * from '@playhouse/seatmap/engine'`,
  konva: `export * from 'konva/lib/Core.js'; export * from 'konva/lib/shapes/Circle.js'`,
  'seatmap-canvas': `export * from '@alisaitteke/seatmap-canvas'`,
  'd3-zoom': `export * from 'd3-zoom'; export { select } from 'd3-selection'`,
}

/** Bytes of script after gzip: the entry's imports and, of the two painters, the WebGL one. @param {readonly string[]} [names] */
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
    const result = await build({ ...quiet, plugins, root: folder, build: { ...plain, write: false, rolldownOptions } })
    const output = [result].flat().flatMap((built) => ('output' in built ? built.output : []))
    const chunks = output.filter((file) => file.type === 'chunk')
    const initialChunks = new Set(chunks.filter((chunk) => chunk.isEntry || chunk.name === 'webgl-painter').map(({ fileName }) => fileName))
    // A set that grows while it is walked: the imports of imports.
    for (const file of initialChunks)
      for (const other of chunks.find(({ fileName }) => fileName === file)?.imports ?? []) initialChunks.add(other)
    sizes[name] = chunks.reduce(
      (sum, { fileName, code }) => sum + (initialChunks.has(fileName) ? gzipSync(code, { level: 9 }).length : 0),
      0,
    )
  }
  return sizes
}
