import { z } from 'zod'
import type { OrderState } from '../order/order.ts'

/** A theatre's settings for memberships that are given. */
export const giftMembershipSchema = z.strictObject({
  /** Months in which the recipient can claim it, from the day on which its link is sent. */
  claimMonths: z.int().positive().max(36),
})
export type GiftMemberships = z.infer<typeof giftMembershipSchema>

/** `claimed`: its term has begun. `ended`: its link has expired, or its order was returned or is on hold. */
export const giftStates = ['claimable', 'claimed', 'ended'] as const
export type GiftState = (typeof giftStates)[number]

/** A gift membership that was sent. `claimUntil`: the last day of its link, an ISO date in the theatre's time zone. */
export type SentGift = {
  readonly isClaimed: boolean
  readonly isReturned: boolean
  readonly orderState: OrderState
  readonly claimUntil: string
}

/** @param today an ISO date in the theatre's time zone */
export function stateOfGift({ isClaimed, isReturned, orderState, claimUntil }: SentGift, today: string): GiftState {
  if (isClaimed) return 'claimed'
  return !isReturned && orderState === 'confirmed' && today <= claimUntil ? 'claimable' : 'ended'
}
