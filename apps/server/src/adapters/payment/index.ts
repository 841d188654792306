import type { PaymentProvider } from '#modules/payment'
import { SandboxProvider } from './sandbox.ts'

export type PaymentSettings = {
  /** The provider's API, without a slash at the end. */
  readonly url: string
  readonly secret: string
  /** The merchant account that every session and callback must belong to. */
  readonly account?: string
}

/** The provider this installation takes money through. */
export function createPaymentProvider({ url, secret, account = 'playhouse-test' }: PaymentSettings): PaymentProvider {
  return new SandboxProvider({ url, secret, account })
}
