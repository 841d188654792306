import { z } from 'zod'
import { add, type Money, money, moneySchema, zero } from '../money/money.ts'

/**
 * Small donations that a visitor adds to a basket with one press. Their amounts follow the rest of the basket: `fee-cover` pays what the
 * payment costs the theatre, `round-up` fills the total up to a whole amount.
 */
export const topUpKinds = ['fee-cover', 'round-up'] as const
export type TopUp = (typeof topUpKinds)[number]

/** The top-ups that a brand offers; they go to its first fund that is open. */
export const topUpsSchema = z.strictObject({
  /** The total is rounded up to a multiple of this amount. */
  roundUpTo: moneySchema.refine((amount) => amount > 1).optional(),
  /** What a payment costs the theatre: a part of the amount in basis points (150 is 1.5%), and a fixed amount. */
  feeCover: z.strictObject({ basisPoints: z.int().min(0).max(1_000), flat: moneySchema.refine((amount) => amount >= 0) }).optional(),
})
export type TopUps = z.infer<typeof topUpsSchema>

/** The product of a top-up among the items of a basket, of which it has one of each. No fund has such an id. */
export const topUpProduct = (topUp: TopUp): string => `top-up/${topUp}`
export const topUpProducts: readonly string[] = topUpKinds.map(topUpProduct)

/**
 * The amounts of the top-ups of a basket in minor units; zero where there is nothing to add. The fee is computed with itself included,
 * so that it covers what the whole payment costs.
 * @param rest the total of the basket without top-ups
 * @param chosen the top-ups in the basket
 */
export function topUpAmounts({ feeCover, roundUpTo }: TopUps, rest: Money, chosen: ReadonlySet<TopUp>): Readonly<Record<TopUp, Money>> {
  if (rest <= 0) return { 'fee-cover': zero, 'round-up': zero }
  const fee = feeCover ? money(Math.ceil((rest * feeCover.basisPoints + feeCover.flat * 10_000) / (10_000 - feeCover.basisPoints))) : zero
  const total = chosen.has('fee-cover') ? add(rest, fee) : rest
  return { 'fee-cover': fee, 'round-up': roundUpTo ? money((roundUpTo - (total % roundUpTo)) % roundUpTo) : zero }
}
