/**
 * The phrases that describe a seat, and the theatre's note on it, each once: a phrase that the note contains is left out.
 * @param note the plan's note on the seat, one sentence or several
 * @returns phrases in their order, the note last and without its final full stop
 */
export function distinctPhrases(phrases: readonly (string | false | undefined)[], note?: string): string[] {
  const sentence = note?.replace(/\s*[.。]\s*$/u, '') ?? ''
  const inNote = sentence.toLowerCase()
  const distinct = new Set(
    phrases.filter((phrase): phrase is string => Boolean(phrase) && !inNote.includes((phrase as string).toLowerCase())),
  )
  return [...distinct, ...(sentence ? [sentence] : [])]
}

/** Phrases as sentences, because a note may contain full stops and commas. There is none at the end, as in a cell of a table. */
export const joinPhrases = (phrases: readonly string[]): string => phrases.filter(Boolean).join('. ')
