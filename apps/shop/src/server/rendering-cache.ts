import { hasSameReads, type Reads } from './read-tracker.ts'

/** HTML of a page with the title of its document, and the instant (ISO, by the database's clock) that its texts are computed with. */
export type Rendering = { readonly title: string; readonly html: string; readonly css: string; readonly renderedAt: string }

/** What a page is rendered from. */
export type RenderingInput = {
  /** Locale and path. */
  readonly key: string
  /** All data but the visitor's, as JSON. */
  readonly publicData: string
  /** The visitor's session and basket. */
  readonly personalData: object
}

/** Keeps renderings for visitors for whom the page looks the same. */
export interface RenderingCache {
  /** Returns a rendering of the same public data, for a visitor with the same values of all that it shows. */
  find(input: RenderingInput): Rendering | undefined
  /** @param reads all reads of the personal data during the rendering */
  store(input: RenderingInput, reads: Reads, rendering: Rendering): void
}

/** Milliseconds after which a page is rendered again: its texts may depend on the time. */
const maxAgeMs = 30_000
/** Renderings in all, each up to 200 kB, and of one page. The oldest are dropped first. */
const [maxRenderings, maxRenderingsOfPage] = [150, 20]

type Entry = Pick<RenderingInput, 'key' | 'publicData'> & { readonly reads: Reads; readonly rendering: Rendering; readonly staleAt: number }

/** @param now milliseconds of a monotonic clock */
export function createRenderingCache(now: () => number = () => performance.now()): RenderingCache {
  const entries = new Map<string, Entry[]>()
  let all: Entry[] = []
  const drop = (entry: Entry): void => {
    const rest = entries.get(entry.key)!.filter((each) => each !== entry)
    if (rest.length > 0) entries.set(entry.key, rest)
    else entries.delete(entry.key)
    all = all.filter((each) => each !== entry)
  }
  return {
    find: ({ key, publicData, personalData }) =>
      entries.get(key)?.find((entry) => now() < entry.staleAt && entry.publicData === publicData && hasSameReads(entry.reads, personalData))
        ?.rendering,
    store: ({ key, publicData }, reads, rendering) => {
      const entry: Entry = { key, publicData, reads, rendering, staleAt: now() + maxAgeMs }
      const ofPage = [...(entries.get(key) ?? []), entry]
      entries.set(key, ofPage)
      all.push(entry)
      if (ofPage.length > maxRenderingsOfPage) drop(ofPage[0]!)
      if (all.length > maxRenderings) drop(all[0]!)
    },
  }
}
