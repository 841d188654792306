import { createWebglContext } from '@playhouse/seatmap/early/context'
import { chooseSeatDisplay, readSeatDisplay, suitsMap } from '@playhouse/shop-ui/browser/seat-display'

// Runs on the seat map's page before the shop has arrived, without imports (early-build.ts). Preloads the map's code where the shop
// will show the map: a visitor with the list fetches none of it. Loads the browser's own data too.

/** What the server lists: the script that draws the map before the shop has arrived, and other files of the map. */
type MapFiles = { readonly draw: string; readonly files: readonly string[] }

/**
 * Draws the map and preloads its files if this visitor gets the map. The shop's own scripts follow the one that draws: on a slow line
 * they would take their share of it.
 */
function preloadMap(): void {
  const list = document.getElementById('map-files')?.textContent
  if (!list || chooseSeatDisplay(new URLSearchParams(location.search), readSeatDisplay(), () => suitsMap(keepContext)) !== 'map')
    return void preloadShop()
  const { draw, files } = JSON.parse(list) as MapFiles
  const first = preload(draw)
  for (const event of ['load', 'error']) first.addEventListener(event, () => void preloadShop())
  void import(/* @vite-ignore */ draw)
  files.forEach(preload)
}

/** Keeps the context for the script that draws. */
function keepContext(): boolean {
  globalThis.earlyContext = createWebglContext()
  return globalThis.earlyContext !== undefined
}

function preload(href: string): HTMLLinkElement {
  const link = document.createElement('link')
  // The shop would wait for the map's style before it runs its code.
  if (href.endsWith('.css')) Object.assign(link, { rel: 'preload', as: 'style' })
  else link.rel = 'modulepreload'
  link.crossOrigin = ''
  link.href = href
  document.head.append(link)
  return link
}

/**
 * Preloads the scripts that the page names for later, a few in a task: to start a request takes a slow phone 8 ms. Each is evaluated as
 * it arrives: all at once would be one long task.
 */
async function preloadShop(): Promise<void> {
  for (const [at, link] of document.querySelectorAll<HTMLLinkElement>('link[data-rel]').entries()) {
    if (at % 4 === 3) await new Promise((resolve) => setTimeout(resolve))
    link.addEventListener('load', () => void import(/* @vite-ignore */ link.href).catch(() => {}))
    link.rel = link.dataset['rel']!
  }
}

/**
 * Loads what the browser itself loads at the first use, while the main thread waits for the shop: its data of languages for dates and
 * numbers, which takes a slow phone a tenth of a second.
 */
function loadLanguageData(): void {
  const { lang } = document.documentElement
  new Intl.DateTimeFormat(lang).format()
  new Intl.NumberFormat(lang).formatToParts(1)
}

preloadMap()
loadLanguageData()
