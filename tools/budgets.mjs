import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { root } from './setup/repository.mjs'

/** @typedef {{ file: string, src?: string, isEntry?: boolean, imports?: string[], dynamicImports?: string[], css?: string[] }} Chunk */

const dist = join(root, 'apps/shop/dist')

/** Measures the built shop against budgets.json. Sizes are bytes after gzip. */
export function measure() {
  const budgets = JSON.parse(readFileSync(join(root, 'budgets.json'), 'utf8'))
  /** @type {Record<string, Chunk>} */
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
  checkPreloads(manifest)
  checkCircles(manifest)
  const chunkNamed = (/** @type {string} */ end) => {
    const key = Object.keys(manifest).find((name) => name.endsWith(end))
    if (!key) throw new Error(`The build has no chunk for ${end}: has it been renamed? See tools/budgets.mjs.`)
    return key
  }
  /** The texts of a journey in the language with the largest ones. */
  const largestTexts = (/** @type {string} */ journey) =>
    Object.keys(manifest)
      .filter((name) => name.startsWith('_words-') && name.includes(`-${journey}-`))
      .sort((a, b) => weigh(manifest[b]?.file) - weigh(manifest[a]?.file))
      .slice(0, 1)

  const home = ['index.html', chunkNamed('flows/browse/home.ts'), ...largestTexts('first')]
  // Loaded by a visitor who viewed the home page, a production and its dates.
  const before = close(manifest, [...home, chunkNamed('flows/browse/index.ts'), ...largestTexts('problem')])
  checkExtras(manifest, before)
  // Fetched in idle time: the menu on a phone, other dates on the page of a performance.
  const dialogs = close(manifest, ['src/layout/Menu.tsx', 'flows/browse/OtherDates.tsx'].map(chunkNamed))
  const picking = close(manifest, [chunkNamed('flows/seat/index.ts')])
  const seatMap = close(
    manifest,
    ['seatmap/src/index.ts', 'seatmap/src/engine/index.ts', 'seatmap/src/engine/webgl/webgl-painter.ts'].map(chunkNamed),
  )
  const prefetched = [...dialogs].filter((key) => !before.has(key))
  const own = [...seatMap].filter((key) => !before.has(key) && !picking.has(key))
  const styles = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.css'))

  const sum = (/** @type {Iterable<string>} */ keys) => [...keys].reduce((total, key) => total + weigh(manifest[key]?.file), 0)
  const sizes = {
    'script of the home page': sum(close(manifest, home)),
    'script before the seat map': sum(before),
    'script of the menu and dialogs': sum(prefetched),
    'script of the seat map': sum(own),
    'script that draws the hall before the shop': weigh(manifest[chunkNamed('src/early/draw-hall.ts')]?.file),
    'all styles': styles.reduce((total, name) => total + weigh(`assets/${name}`), 0),
  }
  return Object.entries(sizes).map(([name, size]) => ({ name, size, budget: Number(budgets[name]), ok: size <= Number(budgets[name]) }))
}

/**
 * The page must name all files of the first script: the browser would find them only after the script has arrived, a round trip later.
 * @param {Record<string, Chunk>} manifest
 */
function checkPreloads(manifest) {
  const html = readFileSync(join(dist, 'index.html'), 'utf8')
  const files = [...close(manifest, ['index.html'])].flatMap((key) => manifest[key]?.file ?? [])
  const missing = files.filter((file) => !html.includes(`"/${file}"`))
  if (missing.length > 0) throw new Error(`The page does not preload files of the first script: ${missing.join(', ')}. See modulePreload.`)
}

/**
 * Files that import each other would run their modules in a wrong order: see `shared-files-build.ts`.
 * @param {Record<string, Chunk>} manifest
 */
function checkCircles(manifest) {
  for (const [key, { file, imports = [] }] of Object.entries(manifest))
    if (close(manifest, [...imports]).has(key))
      throw new Error(`${file} imports itself through others: see apps/shop/shared-files-build.ts.`)
}

/**
 * The page of a performance with food, products or tables loads their scripts at the press that opens them, not before.
 * @param {Record<string, Chunk>} manifest @param {Set<string>} before all that a visitor of performances has loaded
 */
function checkExtras(manifest, before) {
  const opened = ['food/FoodDialog.tsx', 'tables/TableDialog.tsx', 'flows/product/index.ts', 'flows/food/index.ts']
  for (const path of opened) {
    const key = Object.keys(manifest).find((name) => name.endsWith(path))
    if (!key) throw new Error(`The build has no separate file for ${path}: a static import loads it with every page.`)
    if (before.has(key)) throw new Error(`The page of a performance loads ${path} before a visitor opens it.`)
  }
}

/** These chunks and all that they import at once. @param {Record<string, Chunk>} manifest @param {string[]} keys */
function close(manifest, keys) {
  /** @type {Set<string>} */
  const closure = new Set()
  for (let key = keys.pop(); key; key = keys.pop()) {
    if (closure.has(key)) continue
    closure.add(key)
    keys.push(...(manifest[key]?.imports ?? []))
  }
  return closure
}

/** @param {string | undefined} file */
function weigh(file) {
  return file?.match(/\.(js|css)$/) ? gzipSync(readFileSync(join(dist, file)), { level: 9 }).length : 0
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const { name, size, budget, ok } of measure())
    console.log(`${ok ? 'ok      ' : 'over    '} ${name}: ${size} of ${budget} bytes gzip`)
}
