import type { Locale } from '@playhouse/domain/brand'
import type { PageFrame } from './page-html.ts'

/** Keeps the frames of pages, which are the same for all visitors. */
export interface PageFrames {
  /**
   * Returns the frame of a page, written at most {@link maxAgeMs} ago.
   * @param version of what the page shows; absent: the frame is not cached
   */
  find(locale: Locale, path: string, version: string | undefined, write: () => Promise<PageFrame>): Promise<PageFrame>
}

/** Frames that a process keeps. The oldest is dropped first. */
const maxFrames = 300
/** Milliseconds after which a frame is written again. */
const maxAgeMs = 30_000

type Entry = { readonly version: string; readonly staleAt: number; readonly frame: PageFrame }

/** @param now milliseconds of a monotonic clock */
export function createPageFrames(now: () => number = () => performance.now()): PageFrames {
  const entries = new Map<string, Entry>()
  return {
    async find(locale, path, version, write) {
      const key = `${locale} ${path}`
      const entry = entries.get(key)
      if (entry && entry.version === version && now() < entry.staleAt) return entry.frame
      const staleAt = now() + maxAgeMs
      const frame = await write()
      // Any path may be unknown, so those would replace the others.
      if (version === undefined || frame.description.status !== 200) return frame
      entries.delete(key)
      entries.set(key, { version, staleAt, frame })
      if (entries.size > maxFrames) entries.delete(entries.keys().next().value!)
      return frame
    },
  }
}
