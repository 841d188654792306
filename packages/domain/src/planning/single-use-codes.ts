import { z } from 'zod'
import { promoCodeOf } from '../pricing/promo.ts'

/** The most codes of one batch. */
export const mostCodesOfBatch = 1_000
/** The most codes of one offer, with those that are used or withdrawn. */
export const mostCodesOfOffer = 5_000
export const maxCodePrefixLength = 16

/** New single-use codes of an offer. Each begins with `prefix`, where there is one. */
export const newSingleUseCodesSchema = z.strictObject({
  count: z.int().min(1).max(mostCodesOfBatch),
  prefix: z
    .string()
    .max(40)
    .transform(promoCodeOf)
    .pipe(
      z
        .string()
        .regex(/^([A-Z0-9][A-Z0-9-]*)?$/)
        .max(maxCodePrefixLength),
    ),
  /** It is kept in the history. */
  reason: z.string().trim().min(1).max(500).optional(),
})
export type NewSingleUseCodes = z.infer<typeof newSingleUseCodesSchema>

export const singleUseCodeStates = ['free', 'reserved', 'used', 'withdrawn'] as const
/** `reserved`: a payment with it is in progress. */
export type SingleUseCodeState = (typeof singleUseCodeStates)[number]

/** The changes of the single-use codes of an offer that have effect, by id. The history keeps numbers only, never codes. */
export type StoredSingleUseCodes = { readonly [batch: string]: { readonly added: number } | { readonly withdrawn: number } }

/** Letters and digits that are not mistaken for each other: without I, O, 0 and 1. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
/** The random bytes of one code: each gives it 5 bits. */
export const bytesOfSingleUseCode = 10

/** A single-use code of 50 random bits, such as `SPRING-7KQ2M-X9TBD`. @param bytes {@link bytesOfSingleUseCode} random ones */
export function singleUseCodeOf(prefix: string, bytes: Uint8Array): string {
  const letters = [...bytes.subarray(0, bytesOfSingleUseCode)].map((byte) => alphabet[byte % alphabet.length]).join('')
  return [...(prefix === '' ? [] : [prefix]), letters.slice(0, 5), letters.slice(5)].join('-').replaceAll(/-+/g, '-')
}
