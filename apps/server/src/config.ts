import { createHmac, randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { loginStyles, type LoginStyle } from '@playhouse/domain/brand'
import { type BotCheckSettings, botCheckEnvironment, readBotCheck } from './bot-check-settings.ts'
import { readWallets, walletEnvironment, type WalletSettings } from './wallet-settings.ts'

/** Everything that may differ between two installations, read once at the start. */
export type Config = {
  readonly port: number
  readonly host: string
  /** Where visitors reach the shop, without a slash at the end. Links in e-mails begin with it. */
  readonly publicOrigin: string
  readonly brand: string
  /** Absent: the embedded PostgreSQL in `dataFolder`. */
  readonly databaseUrl: string | undefined
  readonly dataFolder: string
  /** `sandboxPort` is absent where a provider's own URL is given: then no sandbox is started. `page` is where payers are sent. */
  readonly payment: { readonly url: string; readonly secret: string; readonly page: string; readonly sandboxPort: number | undefined } & (
    | { readonly provider: 'sandbox' }
    | { readonly provider: 'stripe'; readonly webhookSecret: string }
  )
  /** `mailboxPort` is absent where a mail server is given: then no development mailbox is started. */
  readonly mail: { readonly url: string | undefined; readonly from: string; readonly mailboxPort: number | undefined }
  /** What tickets can be put into, beside paper. */
  readonly wallets: WalletSettings
  readonly logLevel: (typeof logLevels)[number]
  /** Whose `X-Forwarded-For` to believe: nobody's, everybody's, so many hops', or these addresses'. */
  readonly trustProxy: boolean | number | string
  /** Overrides how long the brand's baskets hold their seats, in seconds. */
  readonly holdSeconds: number | undefined
  /** Overrides how the brand's visitors sign in. */
  readonly loginStyle: LoginStyle | undefined
  readonly botCheck: BotCheckSettings
  /** Whether an empty database is filled from `fixtures/`: with a season, and in a rehearsal with people too. */
  readonly seed: 'auto' | 'off'
  /** How long a process that is told to stop says so on `/readyz` and goes on answering, in seconds. */
  readonly drainSeconds: number
  /** Keys every signature and cookie. */
  readonly secret: string
  /** Opens the stage door while the house is closed for maintenance; absent for no stage door. */
  readonly maintenanceKey: string | undefined
  /** Secrets before it: what they sealed is still believed. */
  readonly formerSecrets: readonly string[]
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const brands = readdirSync(new URL('../../../brands/', import.meta.url), { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
)

const port = z.string().regex(/^\d+$/).transform(Number).pipe(z.int().min(1).max(65_535))
const aPort = 'a port, a whole number from 1 to 65535'
const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/$/, ''))
const isOrigin = (url: string): boolean => new URL(url).pathname === '/' && !/[?#]|\/$/.test(url)

const environment = z.object({
  PORT: port.default(3000).describe(aPort),
  HOST: z.string().default('localhost').describe('a host name or an address to listen on'),
  PUBLIC_ORIGIN: httpUrl.refine(isOrigin).optional().describe('an http or https address without a path, such as https://tickets.example'),
  BRAND: z
    .enum(brands)
    .default('bridge')
    .describe(`one of ${brands.join(', ')}`),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe('a PostgreSQL address, such as postgres://user:password@host:5432/playhouse'),
  DATA_DIR: z.string().default('var').describe('a folder'),
  PAYMENT_SANDBOX_PORT: port.optional().describe(aPort),
  PAYMENT_PROVIDER: z.enum(['sandbox', 'stripe']).default('sandbox').describe('sandbox or stripe'),
  PAYMENT_URL: httpUrl.optional().describe("the http or https address of the payment provider's API"),
  PAYMENT_SECRET: z.string().min(16).optional().describe('a text of at least 16 characters'),
  PAYMENT_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_.{16,}$/)
    .optional()
    .describe('the signing secret of the webhook endpoint, which begins with whsec_'),
  MAILBOX_PORT: port.optional().describe(aPort),
  MAIL_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe('a mail server, such as smtps://user:password@host'),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*@[^\r\n]+$/)
    .default('tickets@playhouse.example')
    .describe('an e-mail address'),
  HOLD_SECONDS: z
    .string()
    .regex(/^\d+$/)
    .transform(Number)
    .pipe(z.int().min(5).max(86_400))
    .optional()
    .describe('seconds, a whole number from 5 to 86400'),
  LOGIN_STYLE: z
    .enum(loginStyles)
    .optional()
    .describe(`one of ${loginStyles.join(', ')}`),
  ...botCheckEnvironment,
  LOG_LEVEL: z
    .enum(logLevels)
    .default('info')
    .describe(`one of ${logLevels.join(', ')}`),
  TRUST_PROXY: z
    .string()
    .default('false')
    .transform(readTrust)
    .describe('true, false, a number of hops, or addresses with commas between them'),
  DRAIN_SECONDS: z
    .string()
    .regex(/^\d+$/)
    .default('0')
    .transform(Number)
    .pipe(z.int().max(300))
    .describe('seconds, a whole number from 0 to 300'),
  SEED: z.enum(['auto', 'off']).default('auto').describe('auto or off'),
  MAINTENANCE_KEY: z.string().min(12).optional().describe('a text of at least 12 characters'),
  SECRET: z.string().min(32).optional().describe('a text of at least 32 characters'),
  FORMER_SECRETS: z
    .string()
    .default('')
    .transform((texts) => texts.split(',').filter((text) => text !== ''))
    .pipe(z.array(z.string().min(32)))
    .describe('texts of at least 32 characters with commas between them'),
  ...walletEnvironment,
})

const secretive = new Set([
  'SECRET',
  'MAINTENANCE_KEY',
  'RECAPTCHA_SECRET',
  'FORMER_SECRETS',
  'PAYMENT_SECRET',
  'PAYMENT_WEBHOOK_SECRET',
  'DATABASE_URL',
  'MAIL_URL',
  'APPLE_PASS_KEY_PASSPHRASE',
])

/** A setting is wrong: the message says which, what it is and what it may be. */
export class ConfigError extends Error {
  constructor(complaints: readonly string[]) {
    super(complaints.join('\n'))
    this.name = 'ConfigError'
  }
}

/**
 * Reads the settings. An empty variable counts as absent. Without SECRET one is made and kept in the data folder, for
 * its owner's eyes only.
 * @throws ConfigError with every wrong setting.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const read = environment.safeParse(given)
  if (!read.success) throw new ConfigError(read.error.issues.map(({ path }) => complain(String(path[0]), given)))
  const value = read.data
  if (value.DATABASE_URL && !value.SECRET) {
    throw new ConfigError(['SECRET is missing: with DATABASE_URL every server process needs the same text of at least 32 characters.'])
  }
  const wallets = readWallets(value)
  if (wallets.complaints.length > 0) throw new ConfigError(wallets.complaints)
  const dataFolder = resolve(value.DATA_DIR)
  const secret = value.SECRET ?? keepSecret(dataFolder)
  const publicOrigin = value.PUBLIC_ORIGIN ?? `http://localhost:${value.PORT}`
  const botCheck = readBotCheck(value, { secret, origin: publicOrigin })
  if (botCheck.complaints.length > 0) throw new ConfigError(botCheck.complaints)
  return {
    port: value.PORT,
    host: value.HOST,
    publicOrigin,
    brand: value.BRAND,
    databaseUrl: value.DATABASE_URL,
    dataFolder,
    payment: readPayment(value, secret),
    mail: { url: value.MAIL_URL, from: value.MAIL_FROM, mailboxPort: value.MAIL_URL ? undefined : (value.MAILBOX_PORT ?? value.PORT + 2) },
    wallets: wallets.settings,
    logLevel: value.LOG_LEVEL,
    trustProxy: value.TRUST_PROXY,
    holdSeconds: value.HOLD_SECONDS,
    loginStyle: value.LOGIN_STYLE,
    botCheck: botCheck.settings,
    drainSeconds: value.DRAIN_SECONDS,
    seed: value.SEED,
    secret,
    maintenanceKey: value.MAINTENANCE_KEY,
    formerSecrets: value.FORMER_SECRETS,
  }
}

/** Whether nothing here is real: the sandbox and the mailbox are the house's own, and nobody comes from outside. */
export const isRehearsal = ({ payment, mail, publicOrigin }: Pick<Config, 'payment' | 'mail' | 'publicOrigin'>): boolean =>
  payment.sandboxPort !== undefined && mail.mailboxPort !== undefined && !publicOrigin.startsWith('https:')

/** Which provider takes the money, and with which keys. @throws ConfigError where one is missing or not such a key. */
function readPayment(value: z.output<typeof environment>, secret: string): Config['payment'] {
  if (value.PAYMENT_PROVIDER === 'stripe') {
    const { PAYMENT_SECRET = '', PAYMENT_WEBHOOK_SECRET: webhookSecret, PAYMENT_URL: url = 'https://api.stripe.com' } = value
    const complaints = [
      ...(/^[sr]k_(live|test)_/.test(PAYMENT_SECRET)
        ? []
        : ['PAYMENT_SECRET is missing or not right: with PAYMENT_PROVIDER=stripe it must be a secret key, sk_… or rk_….']),
      ...(webhookSecret
        ? []
        : [
            'PAYMENT_WEBHOOK_SECRET is missing: with PAYMENT_PROVIDER=stripe it must be the signing secret of the webhook endpoint, whsec_….',
          ]),
    ]
    if (complaints.length > 0 || !webhookSecret) throw new ConfigError(complaints)
    return { provider: 'stripe', url, secret: PAYMENT_SECRET, webhookSecret, page: 'https://checkout.stripe.com', sandboxPort: undefined }
  }
  if (value.PAYMENT_URL && !value.PAYMENT_SECRET)
    throw new ConfigError(['PAYMENT_SECRET is missing: with PAYMENT_URL it must be the secret that the provider signs with.'])
  const sandboxPort = value.PAYMENT_SANDBOX_PORT ?? value.PORT + 1
  const url = value.PAYMENT_URL ?? `http://localhost:${sandboxPort}`
  return {
    provider: 'sandbox',
    url,
    secret: value.PAYMENT_SECRET ?? createHmac('sha256', secret).update('payment sandbox').digest('hex'),
    page: new URL(url).origin,
    sandboxPort: value.PAYMENT_URL ? undefined : sandboxPort,
  }
}

function complain(name: string, given: Readonly<Record<string, string | undefined>>): string {
  const allowed = environment.shape[name as keyof typeof environment.shape].description
  return `${name} is ${secretive.has(name) ? 'not right' : JSON.stringify(given[name])}: it must be ${allowed}.`
}

function readTrust(value: string): boolean | number | string {
  if (value === 'true' || value === 'false') return value === 'true'
  return /^\d+$/.test(value) ? Number(value) : value
}

/** `wx`: of two processes that begin at once, the second reads what the first wrote. */
function keepSecret(folder: string): string {
  const file = join(folder, 'secret')
  mkdirSync(folder, { recursive: true })
  try {
    writeFileSync(file, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return readFileSync(file, 'utf8').trim()
}
