export { findProvider, type PaymentDeps } from './attempt.ts'
export { checkPaidSessions, checkWhenDue, usualHours } from './check-payments.ts'
export { adoptDatabase, readDeployment } from './deployment.ts'
export { keepUnmatched, listUnmatched, makeUnmatchedRefund, readDueRefunds, refundUnmatched } from './unmatched-payment.ts'
export {
  type PaidSession,
  type PaymentCallback,
  type PaymentCustomer,
  type PaymentLine,
  type PaymentProvider,
  type ProviderCallback,
  type Dispute,
  disputeStates,
  ProviderRefused,
  type ProviderSession,
  type RefundStatus,
  type SessionRefund,
  type SessionCallback,
  refundEvents,
  refundStatuses,
  sessionEvents,
  ProviderUnreachable,
  type SessionRequest,
  type SessionStatus,
  sessionStatuses,
} from './provider.ts'
export { type ExchangeWish, readyExchange, type ReadyExchange } from './exchange.ts'
export { cancelOrder } from './cancel-order.ts'
export { isReturnable } from './follow-payment.ts'
export { giveTicketsBack } from './give-back.ts'
export { readRefundNotice } from './refund-notice.ts'
export { readWorth } from './order-worth.ts'
export { makeRefund, refundOrder } from './refund.ts'
export { listFailedRefunds, listRefunds, settleByHand, tryRefundAgain } from './refund-failed.ts'
export { type CircuitReport, circuitStates, withCircuit } from './circuit.ts'
export { freeStuckBaskets } from './free-stuck.ts'
export { closePayment, reconcilePayments } from './reconcile.ts'
export { cancelPayment, checkPayment, takeCallback } from './resolve-payment.ts'
export { freezeBasket, type Till } from './freeze-basket.ts'
export { openPayment, startPayment } from './start-payment.ts'
export { settlePayment } from './settle-payment.ts'
export { openAttempt } from './attempt.ts'
export { validatePage } from './validate-page.ts'
