import type { PaymentProvider } from '#modules/payment'
import { SandboxProvider } from './sandbox.ts'
import { StripeProvider } from './stripe.ts'

export type PaymentSettings = {
  /** The provider's API, without a slash at the end. */
  readonly url: string
  readonly secret: string
} & (
  | {
      readonly provider?: 'sandbox'
      /** The merchant account that every session and callback must belong to. */
      readonly account?: string
    }
  | { readonly provider: 'stripe'; readonly webhookSecret: string }
)

/** The provider this installation takes money through. */
export function createPaymentProvider(settings: PaymentSettings): PaymentProvider {
  if (settings.provider === 'stripe') return new StripeProvider(settings)
  const { url, secret, account = 'playhouse-test' } = settings
  return new SandboxProvider({ url, secret, account })
}
