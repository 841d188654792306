import { distance } from 'fastest-levenshtein'

/** The word that was probably meant: the most similar one, if it is similar at all. */
export function closest(word: string, words: readonly string[]): string | null {
  const limit = Math.max(2, Math.floor(word.length / 3))
  let best: { readonly word: string; readonly distance: number } | undefined
  for (const each of words) {
    const found = distance(word, each)
    if (found <= limit && (!best || found < best.distance)) best = { word: each, distance: found }
  }
  return best?.word ?? null
}
