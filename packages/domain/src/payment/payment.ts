import { moves } from '../machine.ts'
import type { Currency } from '../money/money.ts'

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

/** The direct debit scheme of each currency that has one: Bacs in the United Kingdom, SEPA in the euro area. */
export const debitSchemes = { GBP: 'bacs', EUR: 'sepa' } as const satisfies Partial<Record<Currency, string>> as Readonly<
  Partial<Record<Currency, DebitScheme>>
>
export type DebitScheme = 'bacs' | 'sepa'

/**
 * A direct debit mandate. `created`: the customer has not agreed yet. `pending`: the bank has not confirmed it. It may be
 * `cancelled` by the customer, the shop or the bank at any time.
 */
export const mandateMoves = moves({
  created: { agree: 'pending', activate: 'active', fail: 'failed', cancel: 'cancelled' },
  pending: { activate: 'active', fail: 'failed', cancel: 'cancelled' },
  active: { cancel: 'cancelled' },
  failed: {},
  cancelled: {},
})
export type MandateState = keyof typeof mandateMoves
