import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Instance } from '@playhouse/api-client/contract'

type Chunk = { readonly file: string; readonly imports?: readonly string[]; readonly css?: readonly string[] }
type Manifest = Readonly<Record<string, Chunk>>

/** The performance whose seat plan a page shows. */
export type PagePlan = Pick<Instance, 'id' | 'hall' | 'planVersion'>

/** Elements for the head of the seat screen's page. */
export type MapPreload = {
  /** Plan and availability, and the list of the map's files with the script that loads them where the map will be shown. */
  readonly data: readonly string[]
  /**
   * The screen's code, which map and list both need. It follows the shop's first scripts: the browser fetches in this order, and runs
   * the first scripts while the others arrive.
   */
  readonly scripts: readonly string[]
}

/**
 * Reads from the build what the seat screen's page may fetch before its scripts run.
 * @param apiOrigin origin of the API where it is not that of the page
 * @returns undefined without a build
 */
export async function readMapPreload(shopFolder: string, apiOrigin?: string): Promise<((plan: PagePlan) => MapPreload) | undefined> {
  const text = await readFile(join(shopFolder, '.vite/manifest.json'), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const manifest = JSON.parse(text) as Manifest
  const keysOf = (...suffixes: readonly string[]): string[] =>
    Object.keys(manifest).filter((key) => suffixes.some((end) => key.endsWith(end)))
  const entryFiles = filesOf(manifest, keysOf('index.html'))
  const screenFiles = filesOf(manifest, keysOf('flows/seat/index.ts')).difference(entryFiles)
  const allMapFiles = filesOf(manifest, keysOf('seatmap/src/index.ts'))
  const [script, draw] = ['preload-map', 'draw-hall'].map((name) => manifest[`src/early/${name}.ts`]?.file)
  if (script === undefined || draw === undefined) return undefined
  const files = [...allMapFiles.difference(entryFiles).difference(screenFiles)].map((file) => `/${file}`)
  // In the mode of the request that takes it: with cookies, on another origin too.
  const mode = apiOrigin === undefined ? 'crossorigin' : 'crossorigin="use-credentials"'
  const preloadData = (path: string): string => `<link rel="preload" as="fetch" ${mode} href="${apiOrigin ?? ''}/api/${path}">`
  const scripts = [...screenFiles].filter(isScript).map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
  return ({ id, hall, planVersion }) => ({
    data: [
      `<script type="application/json" id="map-files">${JSON.stringify({ draw: `/${draw}`, files })}</script>`,
      `<script type="module" async crossorigin src="/${script}"></script>`,
      preloadData(`venues/${encodeURIComponent(hall)}/maps/${encodeURIComponent(planVersion)}/packed`),
      preloadData(`instances/${encodeURIComponent(id)}/availability`),
    ],
    scripts,
  })
}

const isScript = (file: string): boolean => file.endsWith('.js')

/** The scripts and styles of these chunks with their static imports. */
function filesOf(manifest: Manifest, keys: readonly string[]): Set<string> {
  const chunks = new Set(keys)
  for (const key of chunks) for (const imported of manifest[key]?.imports ?? []) chunks.add(imported)
  const files = [...chunks].flatMap((key) => [...(manifest[key]?.css ?? []), manifest[key]?.file ?? []].flat())
  return new Set(files.filter((file) => isScript(file) || file.endsWith('.css')))
}
