import bidiFactory from 'bidi-js'

const bidi = bidiFactory()
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** Whether some of a text is read from right to left. */
export const hasRightToLeft = (text: string): boolean => rightToLeft.test(text)

/**
 * A line cut where its direction changes, its pieces as they stand from left to right (UAX #9, rule L2). Each piece is in the
 * order in which it is read, with brackets that face the way it is.
 */
export function splitByDirection(text: string): string[] {
  const embedding = bidi.getEmbeddingLevels(text)
  const mirrored = bidi.getMirroredCharactersMap(text, embedding.levels)
  const pieces: { text: string; readonly level: number }[] = []
  for (let at = 0; at < text.length; at++) {
    const level = embedding.levels[at]!
    const letter = mirrored.get(at) ?? text[at]!
    const last = pieces.at(-1)
    if (last?.level === level) last.text += letter
    else pieces.push({ text: letter, level })
  }
  const deepest = Math.max(0, ...pieces.map(({ level }) => level))
  for (let level = deepest; level > 0; level--) reverseRuns(pieces, (piece) => piece.level >= level)
  return pieces.map((piece) => piece.text)
}

/** Turns each stretch of things around, in place. */
function reverseRuns<Thing>(things: Thing[], belongs: (thing: Thing) => boolean): void {
  for (let from = 0; from < things.length; from++) {
    let to = from
    while (to < things.length && belongs(things[to]!)) to++
    if (to - from > 1) things.splice(from, to - from, ...things.slice(from, to).toReversed())
    from = Math.max(from, to)
  }
}
