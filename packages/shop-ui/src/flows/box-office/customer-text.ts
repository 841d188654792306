import { sanitizeText } from '@playhouse/domain/sanitize'

/** In characters. */
const maxInlineLength = 120

/** A customer's text, sanitized and without line breaks, such as a cell of a table file. */
export const oneLine = (text: string): string => sanitizeText(text).replaceAll('\n', ' ')

/** A customer's text, sanitized, without line breaks and cut, for use within a line of other text. */
export const inlineText = (text: string): string => Array.from(oneLine(text)).slice(0, maxInlineLength).join('')
