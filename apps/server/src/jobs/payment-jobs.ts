import { closePayment, findProvider, makeRefund, makeUnmatchedRefund } from '#modules/payment'
import type { JobContext, OutboxHandlers } from './context.ts'

type PaymentTopic = 'payment.refund' | 'payment.refund-unmatched' | 'payment.close' | 'payment.forget-card' | 'payment.forget-customer'

/** Jobs that call the payment provider after a commit. */
export function createPaymentJobs(context: JobContext): OutboxHandlers<PaymentTopic> {
  return {
    'payment.refund': (payload) => makeRefund(context, payload.refund ?? payload.attempt),
    'payment.refund-unmatched': (payload) => makeUnmatchedRefund(context, payload),
    'payment.close': ({ attempt }) => closePayment(context, attempt),
    'payment.forget-customer': async ({ provider, token }) => {
      await findProvider(context, provider)?.forgetCustomer?.(token)
    },
    'payment.forget-card': async (card) => {
      await findProvider(context, card.provider)?.forgetCard?.(card.token)
    },
  }
}
