import { closePayment, makeRefund } from '#modules/payment'
import type { JobContext, OutboxHandlers } from './context.ts'

type PaymentTopic = 'payment.refund' | 'payment.close' | 'payment.forget-card'

/** What the payment provider is asked to do after a commit. */
export function createPaymentJobs(context: JobContext): OutboxHandlers<PaymentTopic> {
  const { provider } = context
  return {
    'payment.refund': (payload) => makeRefund(context, payload.refund ?? payload.attempt),
    'payment.close': ({ attempt }) => closePayment(context, attempt),
    'payment.forget-card': async (card) => {
      if (card.provider === provider.name) await provider.forgetCard?.(card.token)
    },
  }
}
