// In a separate file, because the first script does not have it.

/** The path at which a customer pays for a booking that staff have made, or a winner for the seats of a draw. The token of the link follows `#`. */
export const paymentLinkPath = '/order/payment-link'

/**
 * The states of a payment link.
 * - `open`: it can be paid.
 * - `paying`: a payment page is open.
 * - `paid`: by the link or at the counter.
 * - `expired`: its time is over, and its seats are released.
 * - `cancelled`: staff have cancelled it, or have taken the booking back to the counter.
 */
export const paymentLinkStates = ['open', 'paying', 'paid', 'expired', 'cancelled'] as const
export type PaymentLinkState = (typeof paymentLinkStates)[number]

/**
 * The states that the holder of a link sees. `in-basket`: the reserved order of a winner is in a basket of their account, where it is paid.
 */
export const paymentLinkViewStates = [...paymentLinkStates, 'in-basket'] as const
export type PaymentLinkViewState = (typeof paymentLinkViewStates)[number]

/** Whether a payment link can still be paid, cancelled or sent again. */
export const isLinkOpen = (state: PaymentLinkViewState): boolean => state === 'open' || state === 'paying'

/**
 * The end of a payment link: a number of hours from now, or the start of the first performance where that is earlier. In epoch
 * milliseconds.
 */
export const linkEndOf = (now: number, hours: number, starts: readonly number[]): number => Math.min(now + hours * 3_600_000, ...starts)
