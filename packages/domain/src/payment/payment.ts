import { moves } from '../machine.ts'

/**
 * One attempt to pay. Money for seats that are no longer available is `refund-due` until the provider has refunded it, and
 * again if the refund fails, for example for a closed card. A success may still arrive after `cancelled` or `timed-out`, and
 * is never lost. `confirming` is a direct debit: the payer has authorised it, and the bank takes days to report the outcome.
 */
export const paymentMoves = moves({
  created: {
    redirect: 'redirected',
    promise: 'confirming',
    succeed: 'succeeded',
    decline: 'declined',
    cancel: 'cancelled',
    timeOut: 'timed-out',
    oweRefund: 'refund-due',
  },
  redirected: {
    promise: 'confirming',
    succeed: 'succeeded',
    decline: 'declined',
    cancel: 'cancelled',
    timeOut: 'timed-out',
    oweRefund: 'refund-due',
  },
  confirming: { succeed: 'succeeded', decline: 'declined', oweRefund: 'refund-due' },
  declined: { succeed: 'succeeded', oweRefund: 'refund-due' },
  cancelled: { succeed: 'succeeded', oweRefund: 'refund-due' },
  'timed-out': { succeed: 'succeeded', oweRefund: 'refund-due' },
  succeeded: { oweRefund: 'refund-due' },
  'refund-due': { refund: 'refunded' },
  refunded: { refundFailed: 'refund-due' },
})
export type PaymentState = keyof typeof paymentMoves

/** States in which the provider may still take money without another request. */
export const openPaymentStates = ['created', 'redirected'] as const satisfies readonly PaymentState[]
