import { createHmac } from 'node:crypto'
import { z } from 'zod'

/** Where payments go. `page` is the origin to which payers are sent. */
export type PaymentSettings = {
  readonly url: string
  readonly secret: string
  readonly page: string
} & (
  | {
      readonly provider: 'sandbox'
      /** Absent where a sandbox elsewhere is given: then none is started. */
      readonly sandboxPort: number | undefined
      /** The address of the sandbox that is started, as browsers reach it. Absent: its port on localhost. */
      readonly sandboxPage: string | undefined
    }
  | { readonly provider: 'stripe'; readonly webhookSecret: string; readonly sandboxPort: undefined }
)

/** A provider that takes no new payments. */
export type FormerPaymentSettings = { readonly url: string; readonly secret: string } & (
  | { readonly provider: 'sandbox' }
  | { readonly provider: 'stripe'; readonly webhookSecret: string }
)

const webhookSecret = z.string().regex(/^whsec_.{16,}$/)
const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/$/, ''))

export const paymentEnvironment = {
  PAYMENT_PROVIDER: z.enum(['sandbox', 'stripe']).default('sandbox').describe('sandbox or stripe'),
  PAYMENT_URL: httpUrl.optional().describe("the http or https address of the payment provider's API"),
  PAYMENT_SECRET: z.string().min(16).optional().describe('a text of at least 16 characters'),
  PAYMENT_WEBHOOK_SECRET: webhookSecret.optional().describe('the signing secret of the webhook endpoint, which begins with whsec_'),
  PAYMENT_SANDBOX_URL: httpUrl.optional().describe('the http or https address at which browsers reach the payment sandbox'),
  FORMER_PAYMENT_PROVIDER: z.enum(['sandbox', 'stripe']).optional().describe('sandbox or stripe'),
  FORMER_PAYMENT_URL: httpUrl.optional().describe("the http or https address of the former payment provider's API"),
  FORMER_PAYMENT_SECRET: z.string().min(16).optional().describe('a text of at least 16 characters'),
  FORMER_PAYMENT_WEBHOOK_SECRET: webhookSecret.optional().describe('the signing secret of its webhook endpoint, which begins with whsec_'),
}
const given = z.object(paymentEnvironment)
type Given = z.output<typeof given> & { readonly PORT: number; readonly PAYMENT_SANDBOX_PORT?: number | undefined }

/** A secret key of Stripe that takes real money. */
export const isLiveKey = (secret: string | undefined): boolean => /^[sr]k_live_/.test(secret ?? '')

/** Which provider takes the money, and with which keys; complaints where one is missing or is not such a key. */
export function readPayment(value: Given): {
  readonly settings: (secret: string) => PaymentSettings
  readonly complaints: readonly string[]
} {
  if (value.PAYMENT_PROVIDER === 'stripe') {
    const { PAYMENT_SECRET = '', PAYMENT_WEBHOOK_SECRET: webhookSecret = '', PAYMENT_URL: url = 'https://api.stripe.com' } = value
    return {
      settings: () => ({
        provider: 'stripe',
        url,
        secret: PAYMENT_SECRET,
        webhookSecret,
        page: 'https://checkout.stripe.com',
        sandboxPort: undefined,
      }),
      complaints: [
        ...(/^[sr]k_(live|test)_/.test(PAYMENT_SECRET)
          ? []
          : ['PAYMENT_SECRET is missing or not right: with PAYMENT_PROVIDER=stripe it must be a secret key, sk_… or rk_….']),
        ...(webhookSecret
          ? []
          : [
              'PAYMENT_WEBHOOK_SECRET is missing: with PAYMENT_PROVIDER=stripe it must be the signing secret of the webhook endpoint, whsec_….',
            ]),
      ],
    }
  }
  const sandboxPort = value.PAYMENT_URL ? undefined : (value.PAYMENT_SANDBOX_PORT ?? value.PORT + 1)
  const url = value.PAYMENT_URL ?? `http://localhost:${sandboxPort}`
  return {
    settings: (secret) => ({
      provider: 'sandbox',
      url,
      secret: value.PAYMENT_SECRET ?? createHmac('sha256', secret).update('payment sandbox').digest('hex'),
      page: new URL(value.PAYMENT_SANDBOX_URL ?? url).origin,
      sandboxPort,
      sandboxPage: value.PAYMENT_SANDBOX_URL,
    }),
    complaints:
      value.PAYMENT_URL && !value.PAYMENT_SECRET
        ? ['PAYMENT_SECRET is missing: with PAYMENT_URL it must be the secret that the provider signs with.']
        : [],
  }
}

/** The provider before a change, whose open payments and refunds are still seen to; complaints where something is missing. */
export function readFormerPayment(value: Given): {
  readonly settings: FormerPaymentSettings | undefined
  readonly complaints: readonly string[]
} {
  const { FORMER_PAYMENT_PROVIDER: provider, FORMER_PAYMENT_SECRET: secret = '', FORMER_PAYMENT_WEBHOOK_SECRET: signing = '' } = value
  if (!provider) return { settings: undefined, complaints: [] }
  const isStripe = provider === 'stripe'
  const url = value.FORMER_PAYMENT_URL ?? (isStripe ? 'https://api.stripe.com' : '')
  const needed = { FORMER_PAYMENT_SECRET: secret, ...(isStripe ? { FORMER_PAYMENT_WEBHOOK_SECRET: signing } : { FORMER_PAYMENT_URL: url }) }
  return {
    settings: { url, secret, ...(isStripe ? { provider, webhookSecret: signing } : { provider }) },
    complaints: [
      ...(provider === value.PAYMENT_PROVIDER
        ? [`FORMER_PAYMENT_PROVIDER is ${JSON.stringify(provider)}: it must be another than PAYMENT_PROVIDER.`]
        : []),
      ...Object.entries(needed).flatMap(([name, text]) =>
        text === '' ? [`${name} is missing: with FORMER_PAYMENT_PROVIDER=${provider} it is needed.`] : [],
      ),
    ],
  }
}
