import { z } from 'zod'

/** The most cards of one batch. */
export const mostCardsOfBatch = 10_000

const reason = z.string().trim().min(1).max(500).optional()
/** New cards of a flexible subscription. `reason`: it is kept in the history. */
export const newCardsSchema = z.strictObject({ count: z.int().min(1).max(mostCardsOfBatch), reason })
/** Why cards are cancelled. */
export const cancelCardsSchema = z.strictObject({ reason })

/** The changes of the cards of a flexible subscription that have effect, by id. The history keeps counts only, never numbers of cards. */
export type StoredCardBatches = { readonly [batch: string]: { readonly issued: number } | { readonly cancelled: number } }
