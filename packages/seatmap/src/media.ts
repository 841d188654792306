/** Calls `onChange` when any of the media queries starts or stops to match. Returns a function that stops it. */
export function watchMedia(queries: readonly string[], onChange: () => void): () => void {
  const lists = queries.map((query) => matchMedia(query))
  for (const list of lists) list.addEventListener('change', onChange)
  return () => {
    for (const list of lists) list.removeEventListener('change', onChange)
  }
}

export const reducedMotionWanted = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches
