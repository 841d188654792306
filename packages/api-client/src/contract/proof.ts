import { z } from 'zod'

/** Proof of the bot check, for endpoints that return `bot-check-required` without it. Valid once. */
export const proofSchema = z.string().min(1).max(8_000).optional()
