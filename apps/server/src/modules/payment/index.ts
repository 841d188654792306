export { findProvider, type PaymentDeps } from './attempt.ts'
export { checkPaidSessions, checkWhenDue, defaultHours } from './check-payments.ts'
export { adoptDatabase, readDeployment } from './deployment.ts'
export { keepUnmatched, listUnmatched, makeUnmatchedRefund, readDueRefunds, readUnmatched, refundUnmatched } from './unmatched-payment.ts'
export {
  type CustomerRequest,
  type MandateRequest,
  type ProviderMandate,
  type OffSessionRequest,
  type PaidSession,
  passNotFound,
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
export { type ExchangeRequest, validateExchange, type ValidExchange } from './exchange.ts'
export { cancelOrder } from './cancel-order.ts'
export { readReturnOffer, returnByCustomer } from './customer-return.ts'
export { isReturnable } from './sync-payment.ts'
export { addReturnedMoney, processReturn, isClosable, returnInTransaction, type ReturnedMoney } from './return-tickets.ts'
export { readMemberPriceUses } from './member-price-uses.ts'
export { readRefundNotice } from './refund-notice.ts'
export { readOrderWorth } from './order-worth.ts'
export { makeRefund, refundOrder } from './refund.ts'
export { listFailedRefunds, listRefunds, settleRefundByHand, retryRefund } from './refund-failed.ts'
export { withCircuit } from './circuit.ts'
export { type CircuitReport, circuitStates } from './circuit-report.ts'
export { reopenStuckBaskets } from './reopen-stuck.ts'
export { closePayment, reconcilePayments } from './reconcile.ts'
export { cancelPayment, checkPayment, applyCallback } from './resolve-payment.ts'
export { freezeBasket, type CounterTender } from './freeze-basket.ts'
export { chargeOffSession, type OffSessionCharge, isOffSessionOrder, type OffSessionOutcome, readOffSessionCharge } from './off-session.ts'
export { readMandateNotice } from './mandate-notice.ts'
export { canChargeLater, cancelMandate, checkMandate, debitSchemeOf, listMandates, setUpMandate } from './mandate.ts'
export { openPayment, startPayment } from './start-payment.ts'
export { settlePayment } from './settle-payment.ts'
export { findOpenAttempt } from './attempt.ts'
export { validatePage } from './validate-page.ts'
