import { z } from 'zod'
import { maxProgrammeCodeLength, programmeCodeOf } from '../season/programme.ts'

/** The fewest letters and digits of a new access code: shorter ones are guessed too easily. */
export const leastProgrammeCodeLength = 4
/** The most codes of one change: each is hashed slowly, and the hash is shared with visitors who enter codes. */
export const mostProgrammeCodes = 200

/** An access code of a programme, and the last name of the account that it is for; null for any. */
export const programmeCodeSchema = z.strictObject({
  code: z
    .string()
    .trim()
    .max(maxProgrammeCodeLength)
    .refine((code) => programmeCodeOf(code).length >= leastProgrammeCodeLength),
  lastName: z.string().trim().min(1).max(100).nullable(),
})
export type ProgrammeCode = z.infer<typeof programmeCodeSchema>

/** A change of the codes of a programme. A code that is withdrawn without a last name is withdrawn for all accounts. */
export const programmeCodesChangeSchema = z.strictObject({
  action: z.enum(['add', 'withdraw']),
  codes: z.array(programmeCodeSchema).min(1).max(mostProgrammeCodes),
  /** It is kept in the history. */
  reason: z.string().trim().min(1).max(500).optional(),
})
export type ProgrammeCodesChange = z.infer<typeof programmeCodesChangeSchema>

/** The changes of codes of a programme that have effect, by id. The history keeps numbers only, never codes or names. */
export type StoredProgrammeCodes = { readonly [batch: string]: { readonly added: number } | { readonly withdrawn: number } }

/**
 * Reads codes from lines, such as those that are pasted from a spreadsheet or a letter: a code, and after a tab, a semicolon or a comma the last name
 * of its account. Empty lines do not count.
 * @returns the codes in order, with the numbers of their lines from 1, and the numbers of the lines that are not codes
 */
export function readProgrammeCodes(text: string): {
  readonly codes: readonly (ProgrammeCode & { readonly line: number })[]
  readonly faults: readonly number[]
} {
  const lines = text.split(/\r\n|\r|\n/).flatMap((line, nth) => {
    if (line.trim() === '') return []
    const [code = '', lastName = '', ...rest] = line.split(/[\t;,]/).map((part) => part.trim())
    const parsed = programmeCodeSchema.safeParse({ code, lastName: lastName === '' ? null : lastName })
    return [{ line: nth + 1, code: rest.every((part) => part === '') && parsed.success ? parsed.data : undefined }]
  })
  return {
    codes: lines.flatMap(({ line, code }) => (code ? [{ ...code, line }] : [])),
    faults: lines.flatMap(({ line, code }) => (code ? [] : [line])),
  }
}
