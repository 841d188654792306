/** Something that the command palette opens: a screen, a production, a performance. */
export type PaletteEntry = {
  /** The path that it opens. */
  readonly value: string
  readonly label: string
  /** At the end of its line: a date. It is searched too. */
  readonly detail?: string
}

/** The most entries of a group that are shown; another word narrows them. */
const mostShown = 7

/** Lower case without diacritics. */
const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/**
 * Finds the entries that have all words that were typed, those whose label begins with the first word first, otherwise in their order. All
 * match an empty text.
 */
export function findEntries(entries: readonly PaletteEntry[], typed: string): PaletteEntry[] {
  const words = plain(typed).split(/\s+/).filter(Boolean)
  const found = entries.filter(({ label, detail = '' }) => words.every((word) => plain(`${label} ${detail}`).includes(word)))
  const isFirst = ({ label }: PaletteEntry): boolean => words[0] !== undefined && plain(label).startsWith(words[0])
  return [...found.filter(isFirst), ...found.filter((entry) => !isFirst(entry))].slice(0, mostShown)
}
