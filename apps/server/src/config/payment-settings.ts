import { createHmac } from 'node:crypto'
import { z } from 'zod'

/** The providers that money can be taken through: one added here does not compile until each function below has it. */
const paymentProviders = ['sandbox', 'stripe'] as const
const providerNames = paymentProviders.join(' or ')
export type PaymentProviderName = (typeof paymentProviders)[number]

/** Settings of the payment provider. `page` is the origin to which payers are sent. */
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
  PAYMENT_PROVIDER: z.enum(paymentProviders).default('sandbox').describe(providerNames),
  PAYMENT_URL: httpUrl.optional().describe("the http or https address of the payment provider's API"),
  PAYMENT_SECRET: z.string().min(16).optional().describe('a text of at least 16 characters'),
  PAYMENT_WEBHOOK_SECRET: webhookSecret.optional().describe('the signing secret of the webhook endpoint, which begins with whsec_'),
  PAYMENT_SANDBOX_URL: httpUrl.optional().describe('the http or https address at which browsers reach the payment sandbox'),
  FORMER_PAYMENT_PROVIDER: z.enum(paymentProviders).optional().describe(providerNames),
  FORMER_PAYMENT_URL: httpUrl.optional().describe("the http or https address of the former payment provider's API"),
  FORMER_PAYMENT_SECRET: z.string().min(16).optional().describe('a text of at least 16 characters'),
  FORMER_PAYMENT_WEBHOOK_SECRET: webhookSecret.optional().describe('the signing secret of its webhook endpoint, which begins with whsec_'),
}
const environmentSchema = z.object(paymentEnvironment)
type Given = z.output<typeof environmentSchema> & { readonly PORT: number; readonly PAYMENT_SANDBOX_PORT?: number | undefined }

/** Secret keys for real and for test payments, by provider; null where a key does not show which it is. */
const keyPatterns: Readonly<Record<PaymentProviderName, { readonly live: RegExp; readonly test: RegExp } | null>> = {
  sandbox: null,
  stripe: { live: /^[sr]k_live_/, test: /^[sr]k_test_/ },
}

/** Whether a secret key takes real money, whichever provider is set. */
export const isLiveKey = (secret = ''): boolean => Object.values(keyPatterns).some((keys) => keys?.live.test(secret))

/** Whether a secret key is for test payments at this provider. */
export const isTestKey = (provider: PaymentProviderName, secret = ''): boolean => keyPatterns[provider]?.test.test(secret) ?? false

/** Reads the settings of the payment provider and its keys. Returns complaints for missing and malformed keys. */
export function readPayment(value: Given): {
  readonly settings: (secret: string) => PaymentSettings
  readonly complaints: readonly string[]
} {
  switch (value.PAYMENT_PROVIDER) {
    case 'stripe': {
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
    case 'sandbox': {
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
  }
}

/** The provider before a change, for its open payments and refunds; with a complaint for each missing setting. */
export function readFormerPayment(value: Given): {
  readonly settings: FormerPaymentSettings | undefined
  readonly complaints: readonly string[]
} {
  const { FORMER_PAYMENT_PROVIDER: provider, FORMER_PAYMENT_SECRET: secret = '' } = value
  if (!provider) return { settings: undefined, complaints: [] }
  const { settings, requiredVariables } = formerSettings(provider, value, secret)
  return {
    settings,
    complaints: [
      ...(provider === value.PAYMENT_PROVIDER
        ? [`FORMER_PAYMENT_PROVIDER is ${JSON.stringify(provider)}: it must be another than PAYMENT_PROVIDER.`]
        : []),
      ...Object.entries({ FORMER_PAYMENT_SECRET: secret, ...requiredVariables }).flatMap(([name, text]) =>
        text === '' ? [`${name} is missing: with FORMER_PAYMENT_PROVIDER=${provider} it is needed.`] : [],
      ),
    ],
  }
}

/** @returns `requiredVariables`: settings besides the secret that the provider requires; empty where they are missing */
function formerSettings(
  provider: PaymentProviderName,
  { FORMER_PAYMENT_URL, FORMER_PAYMENT_WEBHOOK_SECRET: webhookSecret = '' }: Given,
  secret: string,
): { readonly settings: FormerPaymentSettings; readonly requiredVariables: Readonly<Record<string, string>> } {
  switch (provider) {
    case 'stripe': {
      const url = FORMER_PAYMENT_URL ?? 'https://api.stripe.com'
      return { settings: { provider, url, secret, webhookSecret }, requiredVariables: { FORMER_PAYMENT_WEBHOOK_SECRET: webhookSecret } }
    }
    case 'sandbox': {
      const url = FORMER_PAYMENT_URL ?? ''
      return { settings: { provider, url, secret }, requiredVariables: { FORMER_PAYMENT_URL: url } }
    }
  }
}
