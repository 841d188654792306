import { z } from 'zod'

/** The proof that the bot check gave, in calls that answer `bot-check-required` without it. Good once. */
export const proofSchema = z.string().min(1).max(8_000).optional()
