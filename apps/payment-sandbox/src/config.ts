import { z } from 'zod'

const environment = z.object({
  PAYMENT_SANDBOX_PORT: z.coerce.number().int().min(1).max(65_535),
  PAYMENT_SANDBOX_HOST: z.string().default('localhost'),
  /** Public origin of the payment page, without a trailing slash. */
  PAYMENT_SANDBOX_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Folder of the ledger. */
  PAYMENT_SANDBOX_DATA: z.string().min(1),
  /** Bearer token of the API, and key of the callbacks' signatures. */
  PAYMENT_SANDBOX_SECRET: z.string().min(16),
  /** Password of the pages; required if other machines can reach them. */
  PAYMENT_SANDBOX_PASSWORD: z.string().min(16).optional(),
  /** Id of the merchant account in every response and callback. */
  PAYMENT_SANDBOX_ACCOUNT: z.string().min(1).default('playhouse-test'),
  /** Name of the merchant on the pages. */
  PAYMENT_SANDBOX_MERCHANT: z.string().min(1).default('Playhouse'),
  /** Delay before a callback's first retry in milliseconds; doubled each time. */
  PAYMENT_SANDBOX_RETRY_MS: z.coerce.number().int().positive().default(1000),
  /** Delay of the slow bank, in milliseconds. */
  PAYMENT_SANDBOX_SLOW_MS: z.coerce.number().int().positive().default(6000),
  /** Timeout of the card reader at the counter, in milliseconds. */
  PAYMENT_SANDBOX_PAD_MS: z.coerce.number().int().positive().default(30_000),
})

/** Durations in milliseconds. */
export type Config = {
  readonly port: number
  readonly host: string
  readonly publicUrl: string
  readonly dataFolder: string
  readonly secret: string
  readonly password: string | undefined
  readonly account: string
  readonly merchant: string
  readonly firstRetry: number
  readonly slowness: number
  readonly padPatience: number
}

/** @throws ZodError that lists missing and invalid settings */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const read = environment.parse(env)
  return {
    port: read.PAYMENT_SANDBOX_PORT,
    host: read.PAYMENT_SANDBOX_HOST,
    publicUrl: read.PAYMENT_SANDBOX_URL ?? `http://localhost:${read.PAYMENT_SANDBOX_PORT}`,
    dataFolder: read.PAYMENT_SANDBOX_DATA,
    secret: read.PAYMENT_SANDBOX_SECRET,
    password: read.PAYMENT_SANDBOX_PASSWORD,
    account: read.PAYMENT_SANDBOX_ACCOUNT,
    merchant: read.PAYMENT_SANDBOX_MERCHANT,
    firstRetry: read.PAYMENT_SANDBOX_RETRY_MS,
    slowness: read.PAYMENT_SANDBOX_SLOW_MS,
    padPatience: read.PAYMENT_SANDBOX_PAD_MS,
  }
}
