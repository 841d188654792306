/** Calls `changed` when any of the media queries starts or stops to match. Returns a function that stops it. */
export function watchMedia(queries: readonly string[], changed: () => void): () => void {
  const lists = queries.map((query) => matchMedia(query))
  for (const list of lists) list.addEventListener('change', changed)
  return () => {
    for (const list of lists) list.removeEventListener('change', changed)
  }
}

export const reducedMotionWanted = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches
