import { z } from 'zod'
import { isReferenceValid, maxReferenceLength, otherTenders } from './counter-tender.ts'

const isPattern = (pattern: string): boolean => {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp
  } catch {
    return false
  }
}

/** A method of payment besides cash and cards, as a brand accepts it at the counter. */
export const otherTenderSchema = z.strictObject({
  method: z.enum(otherTenders),
  /** The reference that staff record with it, such as the number of a cheque; absent where none is asked for. */
  reference: z
    .strictObject({
      isRequired: z.boolean(),
      /** A regular expression for the whole reference; absent for any text. */
      pattern: z.string().max(200).refine(isPattern, 'no regular expression').optional(),
      /** A reference that fits the pattern, shown as the hint. */
      example: z.string().max(maxReferenceLength).optional(),
    })
    .optional(),
  /** Whether it is refunded in cash. */
  refundsInCash: z.literal(true).optional(),
})
export type OtherTender = z.infer<typeof otherTenderSchema>

/** The methods that a brand accepts besides cash and cards. Each is listed once, and its example fits its pattern. */
export const otherTendersSchema = z
  .array(otherTenderSchema)
  .refine((tenders) => new Set(tenders.map(({ method }) => method)).size === tenders.length, 'two have one method')
  .refine(
    (tenders) => tenders.every((tender) => tender.reference?.example === undefined || isReferenceValid(tender, tender.reference.example)),
    'an example does not fit its pattern',
  )
