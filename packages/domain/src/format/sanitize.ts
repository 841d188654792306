/** Invisible characters that affect layout: controls and direction marks; not joiners and line ends. */
const directionControls = /(?![\n\u200C\u200D])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
/** Joiners in a chain join nothing more than one does. */
const repeatedJoiners = /([\u200C\u200D])[\u200C\u200D]+/g
/** Marks heaped on one letter beyond what any language writes. */
const stackedMarks = /(\p{M}{4})\p{M}+/gu
const space = /\s+/g
/** A visible character: no space, control, mark without a letter, filler such as U+3164, or blank braille pattern. */
const visibleCharacter = /[^\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u

/**
 * Text that a person typed, safe to show to others: without characters that turn, hide or move the text around it. The rest
 * is unchanged; markup and formulas remain as text.
 */
export const sanitizeText = (text: string): string =>
  text.replaceAll(directionControls, '').replaceAll(repeatedJoiners, '$1').normalize('NFC').replaceAll(stackedMarks, '$1')

/** The same for a place in a line with other words. */
export const sanitizeLine = (text: string): string => sanitizeText(text.replaceAll(space, ' ')).replaceAll(space, ' ').trim()

/** Whether a name has a visible character. A name of spaces and fillers would be an empty line in every list. */
export const hasVisibleText = (name: string): boolean => visibleCharacter.test(name)
