/** What steers how text is set rather than saying anything: controls and marks of direction; but what joins letters and ends lines stays. */
const steering = /(?![\n\u200C\u200D])[\p{Cc}\p{Cf}]/gu
/** Marks heaped on one letter beyond what any language writes. */
const heaped = /(\p{M}{4})\p{M}+/gu

/**
 * What a customer wrote, as the counter may read it: without anything that would turn, hide or move the words around it.
 * Their words stay: whatever looks like markup or a formula is text.
 */
export const plainly = (text: string): string => text.normalize('NFC').replaceAll(steering, '').replaceAll(heaped, '$1')

/** Characters that a name, a number or an address may take in a line of others. */
const line = 120

/** The same where it stands in a line with other words. */
export const inLine = (text: string): string => Array.from(plainly(text).replaceAll('\n', ' ')).slice(0, line).join('')
