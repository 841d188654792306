import Stripe from 'stripe'
import { ProviderRefused, ProviderUnreachable } from '#modules/payment'

export type StripeSettings = {
  /** `sk_…` or `rk_…`. */
  readonly secret: string
  /** `whsec_…`, of the endpoint that Stripe sends its events to. */
  readonly webhookSecret: string
  /** The base URL of the API; other than Stripe's own only in tests. */
  readonly url: string
}

/** The timeout of one try in milliseconds, and the number of retries, each with the same idempotency key. */
const timeoutMs = 8_000
const maxRetries = 2

/** Stripe's client, with its errors mapped to those of the provider interface. */
export class StripeApi {
  readonly client: Stripe
  /** Whether the key is of Stripe's live mode. Sessions and events of the other mode are rejected. */
  readonly isLive: boolean

  constructor({ secret, url }: Pick<StripeSettings, 'secret' | 'url'>) {
    const { hostname, port, protocol } = new URL(url)
    const endpoint = { host: hostname, protocol: protocol === 'http:' ? ('http' as const) : ('https' as const), ...(port && { port }) }
    this.client = new Stripe(secret, { ...endpoint, timeout: timeoutMs, maxNetworkRetries: maxRetries, telemetry: false })
    this.isLive = /^[sr]k_live_/.test(secret)
  }

  /** The merchant account, by its mode. */
  get account(): string {
    return this.isLive ? 'stripe live' : 'stripe test'
  }

  /** @throws ProviderUnreachable, ProviderRefused */
  async call<Output>(work: (stripe: Stripe) => Promise<Output>): Promise<Output> {
    try {
      return await work(this.client)
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeError)) throw error
      // Stripe answers 400 for an unknown id in the parameters, and 404 for one in the path.
      const status = error.code === 'resource_missing' ? 404 : (error.statusCode ?? 0)
      // 409: another request with the same idempotency key is in progress.
      const isUnsure = error instanceof Stripe.errors.StripeConnectionError || status >= 500 || status === 429 || status === 409
      // The message has the error's type and code only: never the request, nor the key.
      if (isUnsure) throw new ProviderUnreachable(`stripe: ${error.type} ${status}`)
      throw new ProviderRefused(status, `stripe: ${error.code ?? error.type}`)
    }
  }
}
