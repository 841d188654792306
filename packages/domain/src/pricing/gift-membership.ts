import { z } from 'zod'

/** A theatre's settings for memberships that are given. */
export const giftMembershipSchema = z.strictObject({
  /** Months in which the recipient can claim it, from the day on which its link is sent. */
  claimMonths: z.int().positive().max(36),
})
export type GiftMemberships = z.infer<typeof giftMembershipSchema>

/** `claimed`: its term has begun. `ended`: its link has expired, or its order was returned or is on hold. */
export const giftStates = ['claimable', 'claimed', 'ended'] as const
export type GiftState = (typeof giftStates)[number]
