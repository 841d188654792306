import type { WholeRange } from '@playhouse/domain/planning-limits'

/** A whole number that was typed. Anything else is -1, which the server refuses with its field. */
export const typedNumber = (text: string): number => (/^\s*\d+\s*$/.test(text) ? Number(text) : -1)

/** A limit that was typed; null where the field is empty. */
export const typedLimit = (text: string): number | null => (text.trim() === '' ? null : typedNumber(text))

/** Whether a text is a whole number within limits. */
export const isWholeIn = ({ least, most }: WholeRange, text: string): boolean => {
  const number = typedNumber(text)
  return number >= least && number <= most
}
