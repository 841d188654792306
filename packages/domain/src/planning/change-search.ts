/** Whether a text has every one of some words, in any case. */
export const hasWords = (text: string, words: string): boolean => wordsOf(words).every((word) => text.toLowerCase().includes(word))

/** The words by which something is found, in small letters. */
export const wordsOf = (words: string): string[] => words.trim().toLowerCase().split(/\s+/).filter(Boolean)

/**
 * What a changed thing is called, from the name that is stored with it: a text, or a text per language.
 * @param language of the theatre @returns null where it has no name
 */
export function nameOfChanged(stored: unknown, language: string): string | null {
  if (typeof stored === 'string') return stored
  if (typeof stored !== 'object' || stored === null) return null
  const texts = stored as Record<string, unknown>
  const text = texts[language] ?? Object.values(texts)[0]
  return typeof text === 'string' ? text : null
}
