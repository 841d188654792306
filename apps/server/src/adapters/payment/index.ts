import type { PaymentProvider } from '#modules/payment'
import { SandboxProvider } from './sandbox.ts'
import { StripeProvider } from './stripe.ts'

export type PaymentSettings = {
  /** The base URL of the provider's API, without a trailing slash. */
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

/** Creates the payment provider that the settings name. */
export function createPaymentProvider(settings: PaymentSettings): PaymentProvider {
  if (settings.provider === 'stripe') return new StripeProvider(settings)
  // A third provider does not compile here until it has its class.
  settings.provider satisfies 'sandbox' | undefined
  const { url, secret, account = 'playhouse-test' } = settings
  return new SandboxProvider({ url, secret, account })
}
