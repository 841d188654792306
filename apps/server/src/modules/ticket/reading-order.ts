import bidiFactory from 'bidi-js'

const bidi = bidiFactory()
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** Whether a text contains characters of a right-to-left script. */
export const hasRightToLeft = (text: string): boolean => rightToLeft.test(text)

/**
 * Splits a line where its direction changes. @returns the pieces in visual order from left to right (UAX #9, rule L2); each
 * piece is in reading order, with mirrored brackets
 */
export function splitByDirection(text: string): string[] {
  const embedding = bidi.getEmbeddingLevels(text)
  const mirroredCharacters = bidi.getMirroredCharactersMap(text, embedding.levels)
  const pieces: { text: string; readonly level: number }[] = []
  for (let at = 0; at < text.length; at++) {
    const level = embedding.levels[at]!
    const letter = mirroredCharacters.get(at) ?? text[at]!
    const last = pieces.at(-1)
    if (last?.level === level) last.text += letter
    else pieces.push({ text: letter, level })
  }
  const deepest = Math.max(0, ...pieces.map(({ level }) => level))
  for (let level = deepest; level > 0; level--) reverseRuns(pieces, (piece) => piece.level >= level)
  return pieces.map((piece) => piece.text)
}

/** Reverses each run of matching things, in place. */
function reverseRuns<Thing>(items: Thing[], belongs: (thing: Thing) => boolean): void {
  for (let from = 0; from < items.length; from++) {
    let to = from
    while (to < items.length && belongs(items[to]!)) to++
    if (to - from > 1) items.splice(from, to - from, ...items.slice(from, to).toReversed())
    from = Math.max(from, to)
  }
}
