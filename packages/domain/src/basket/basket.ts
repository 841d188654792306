import { moves } from '../machine.ts'

/** `reset` and `expired` are final; the visitor continues with a new basket. */
export const basketMoves = moves({
  open: { pay: 'paying', expire: 'expired', reset: 'reset', edit: 'open', extend: 'open' },
  paying: { reopen: 'open', complete: 'completed', expire: 'expired' },
  completed: {},
  expired: {},
  reset: {},
})
export type BasketState = keyof typeof basketMoves

/** Instants in epoch milliseconds, lengths in seconds. */
export type HoldClock = { readonly deadline: number | undefined; readonly extensions: number }
export type HoldPolicy = { readonly holdSeconds: number; readonly maxExtensions: number }

/** Extends a hold by the policy's length from now (WCAG 2.2.1: at least ten times). */
export function extendHold(clock: HoldClock, policy: HoldPolicy, now: number): HoldClock | undefined {
  if (clock.deadline === undefined || clock.deadline <= now || clock.extensions >= policy.maxExtensions) return undefined
  return { deadline: Math.max(clock.deadline, now + policy.holdSeconds * 1000), extensions: clock.extensions + 1 }
}

/** Remaining times at which a warning is shown: 10, 5, 2 and 1 minutes; at 2 minutes the visitor is asked to extend. Seconds. */
export const holdWarnings = [600, 300, 120, 60] as const
