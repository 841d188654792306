import { sanitizeText } from '@playhouse/domain/written'

/** Characters that a name, a number or an address may take in a line of others. */
const maxInlineLength = 120

/** What a customer wrote, where it stands in a line with other words. */
export const inlineText = (text: string): string => Array.from(sanitizeText(text).replaceAll('\n', ' ')).slice(0, maxInlineLength).join('')
