import { chooseSeatDisplay, readSeatDisplay, suitsMap } from '@playhouse/shop-ui/browser/seat-display'

// Runs on the seat map's page before the shop has arrived, without imports (early-build.ts). Preloads the map's code where the shop
// will show the map: a visitor with the list fetches none of it. Loads the browser's own data too.

/** Preloads the listed files if this visitor gets the map. */
function preloadMap(): void {
  const list = document.getElementById('map-files')?.textContent
  if (!list || chooseSeatDisplay(new URLSearchParams(location.search), readSeatDisplay(), suitsMap) !== 'map') return
  for (const href of JSON.parse(list) as readonly string[]) {
    const link = document.createElement('link')
    // The shop would wait for the map's style before it runs its code.
    if (href.endsWith('.css')) Object.assign(link, { rel: 'preload', as: 'style' })
    else link.rel = 'modulepreload'
    link.crossOrigin = ''
    link.href = href
    document.head.append(link)
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
