import { sanitizeText } from '@playhouse/domain/sanitize'

/** In characters. */
const maxInlineLength = 120

/** A customer's text, sanitized, without line breaks and cut, for use within a line of other text. */
export const inlineText = (text: string): string => Array.from(sanitizeText(text).replaceAll('\n', ' ')).slice(0, maxInlineLength).join('')
