import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { isLoopback } from '#loopback'
import { loginStyles, type LoginStyle } from '@playhouse/domain/brand'
import { type BotCheckSettings, botCheckEnvironment, readBotCheck } from './bot-check-settings.ts'
import { paymentEnvironment, type PaymentSettings, readPayment, type FormerPaymentSettings, readFormerPayment } from './payment-settings.ts'
import { checkStartSettings, startEnvironment } from './start-settings.ts'
import { readWallets, walletEnvironment, type WalletSettings } from './wallet-settings.ts'

/** Everything that may differ between two installations, read once at the start. */
export type Config = {
  readonly port: number
  readonly host: string
  /** Public origin of the shop, without a trailing slash. Links in e-mails begin with it. */
  readonly publicOrigin: string
  /** Public origin of the API where it is not `publicOrigin`. */
  readonly apiOrigin: string | undefined
  /** Origins whose pages may call the API, besides that at which they call it: of the shop, where the API has another one, and further ones. */
  readonly callingOrigins: readonly string[]
  /** The counter that staff are led to from this one: of the training shop, or from there that of the shop. */
  readonly otherCounter: { readonly kind: 'training' | 'shop'; readonly origin: string } | undefined
  /** The folder with `brand.json` and the files of the brand: one of `brands/`, or that of the theatre outside the checkout. */
  readonly brandFolder: string
  /** Absent: the embedded PostgreSQL in `dataFolder`. */
  readonly databaseUrl: string | undefined
  /** The same database as the role that owns its tables, for migrations. Absent: as `databaseUrl`. */
  readonly migrationDatabaseUrl: string | undefined
  readonly dataFolder: string
  readonly payment: PaymentSettings
  /** The provider before a change, for its open payments and refunds. */
  readonly formerPayment: FormerPaymentSettings | undefined
  /** `mailboxPort` is absent where a mail server is given: then no development mailbox is started. */
  readonly mail: { readonly url: string | undefined; readonly from: string; readonly mailboxPort: number | undefined }
  /** Address and password of the payment sandbox and the mailbox. The password is undefined if only this machine reaches them. */
  readonly testSites: { readonly host: string; readonly password: string | undefined }
  /** Whether other machines reach the server, or the server uses a real database, mail server or payment account. */
  readonly isExposed: boolean
  /** Whether everything that the shop issues is marked as a test: see {@link checkStartSettings}. */
  readonly isTestShop: boolean
  /** Settings of the wallets that tickets can be added to. */
  readonly wallets: WalletSettings
  readonly logLevel: (typeof logLevels)[number]
  /** Proxies whose `X-Forwarded-For` is trusted: none, all, a number of hops, or addresses. */
  readonly trustProxy: boolean | number | string
  /** Overrides how long the brand's baskets hold their seats, in seconds. */
  readonly holdSeconds: number | undefined
  /** Overrides how the brand's visitors sign in. */
  readonly loginStyle: LoginStyle | undefined
  readonly botCheck: BotCheckSettings
  /** Whether an empty database is filled from `fixtures/`: with a season, and in a test shop also with people. */
  readonly seed: 'auto' | 'off'
  /** Seconds for which a stopping process reports not ready on `/readyz` and still serves requests. */
  readonly drainSeconds: number
  /** Keys every signature and cookie. */
  readonly secret: string
  /** Bearer token for `/metrics`. Without one, only this machine may read them. */
  readonly metricsToken: string | undefined
  /** The key that bypasses maintenance; absent: no bypass. */
  readonly maintenanceKey: string | undefined
  /** Secrets before it: what they sealed is still believed. */
  readonly formerSecrets: readonly string[]
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const brandShelf = fileURLToPath(new URL('../../../../brands/', import.meta.url))
const brands = readdirSync(brandShelf, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))

const port = z.string().regex(/^\d+$/).transform(Number).pipe(z.int().min(1).max(65_535))
const portSchema = 'a port, a whole number from 1 to 65535'
const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/$/, ''))
const isOrigin = (url: string): boolean => new URL(url).pathname === '/' && !/[?#]|\/$/.test(url)

const environment = z.object({
  PORT: port.default(3000).describe(portSchema),
  HOST: z.string().default('localhost').describe('a host name or an address to listen on'),
  PUBLIC_ORIGIN: httpUrl.refine(isOrigin).optional().describe('an http or https address without a path, such as https://tickets.example'),
  API_ORIGIN: httpUrl.refine(isOrigin).optional().describe('an http or https address without a path, such as https://api.tickets.example'),
  TRAINING_ORIGIN: httpUrl
    .refine(isOrigin)
    .optional()
    .describe('an http or https address without a path, such as https://training.theatre.example'),
  SHOP_ORIGIN: httpUrl.refine(isOrigin).optional().describe('an http or https address without a path, such as https://tickets.example'),
  CORS_ORIGINS: z
    .string()
    .default('')
    .transform((texts) => texts.split(',').filter((text) => text !== ''))
    .pipe(z.array(httpUrl.refine(isOrigin)))
    .describe('http or https addresses without a path, with commas between them'),
  BRAND: z
    .enum(brands)
    .default('bridge')
    .describe(`one of ${brands.join(', ')}`),
  SITE_DIR: z
    .string()
    .transform((path) => resolve(path))
    .refine((path) => existsSync(join(path, 'brand.json')))
    .optional()
    .describe('a folder with a brand.json'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe('a PostgreSQL address, such as postgres://user:password@host:5432/playhouse'),
  MIGRATION_DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe('the PostgreSQL address of DATABASE_URL with the role that owns the tables'),
  DATA_DIR: z.string().default('var').describe('a folder'),
  PAYMENT_SANDBOX_PORT: port.optional().describe(portSchema),
  ...paymentEnvironment,
  MAILBOX_PORT: port.optional().describe(portSchema),
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
  METRICS_TOKEN: z.string().min(16).optional().describe('a text of at least 16 characters'),
  MAINTENANCE_KEY: z.string().min(12).optional().describe('a text of at least 12 characters'),
  SECRET: z.string().min(32).optional().describe('a text of at least 32 characters'),
  FORMER_SECRETS: z
    .string()
    .default('')
    .transform((texts) => texts.split(',').filter((text) => text !== ''))
    .pipe(z.array(z.string().min(32)))
    .describe('texts of at least 32 characters with commas between them'),
  ...startEnvironment,
  ...walletEnvironment,
})

/** Settings whose values are never part of an error message. */
const secretSettings = new Set([
  'SECRET',
  'MAINTENANCE_KEY',
  'METRICS_TOKEN',
  'RECAPTCHA_SECRET',
  'FORMER_SECRETS',
  'PAYMENT_SECRET',
  'PAYMENT_WEBHOOK_SECRET',
  'FORMER_PAYMENT_SECRET',
  'FORMER_PAYMENT_WEBHOOK_SECRET',
  'TEST_PASSWORD',
  'DATABASE_URL',
  'MIGRATION_DATABASE_URL',
  'MAIL_URL',
  'APPLE_PASS_KEY_PASSPHRASE',
])

/** Invalid settings: the message names each, its value and the allowed values. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'ConfigError'
  }
}

/**
 * Reads the settings. An empty variable counts as absent. Without SECRET a random one is stored in the data folder, readable
 * only by its owner.
 * @param isStarting false for a command beside the servers, which needs only their database
 * @throws ConfigError with all invalid and all missing settings
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>, { isStarting = true } = {}): Config {
  const nonEmptyVariables = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const { value, wrong } = readEnvironment(nonEmptyVariables)
  const publicOrigin = value.PUBLIC_ORIGIN ?? `http://localhost:${value.PORT}`
  const apiOrigin = value.API_ORIGIN === publicOrigin ? undefined : value.API_ORIGIN
  const wallets = readWallets(value)
  const botCheck = readBotCheck(value, publicOrigin)
  const payment = readPayment(value)
  const formerPayment = readFormerPayment(value)
  const start = checkStartSettings(value, nonEmptyVariables)
  const problems = new Set([
    ...(value.DATABASE_URL && !value.SECRET
      ? ['SECRET is missing: with DATABASE_URL every server process needs the same text of at least 32 characters.']
      : []),
    ...(value.SITE_DIR !== undefined && nonEmptyVariables['BRAND'] !== undefined
      ? ['BRAND is set beside SITE_DIR: the folder of the theatre has its brand. Leave out one of the two.']
      : []),
    ...(value.TRAINING_ORIGIN && value.SHOP_ORIGIN
      ? ['SHOP_ORIGIN is set beside TRAINING_ORIGIN: a server is the shop or its training shop. Leave out one of the two.']
      : []),
    ...(['TRAINING_ORIGIN', 'SHOP_ORIGIN'] as const).flatMap((name) =>
      value[name] !== undefined && new URL(value[name]).hostname === new URL(publicOrigin).hostname
        ? [
            `${name} has the host of PUBLIC_ORIGIN: browsers send the cookies of a host to all of its ports. Give the training shop another host name.`,
          ]
        : [],
    ),
    ...(value.MIGRATION_DATABASE_URL && !value.DATABASE_URL
      ? ['DATABASE_URL is missing: with MIGRATION_DATABASE_URL it must be the address of the same database for the server.']
      : []),
    ...[wallets, botCheck, payment, formerPayment, ...(isStarting ? [start] : [])].flatMap((read) => read.complaints),
  ])
  // An invalid setting is not also reported as missing.
  const others = [...problems].filter((complaint) => !wrong.has(/^\w+/.exec(complaint)?.[0] ?? ''))
  if (wrong.size + others.length > 0) throw new ConfigError([...[...wrong].map((name) => complain(name, nonEmptyVariables)), ...others])
  const dataFolder = resolve(value.DATA_DIR)
  const secret = value.SECRET ?? readOrCreateSecret(dataFolder)
  return {
    port: value.PORT,
    host: value.HOST,
    publicOrigin,
    apiOrigin,
    otherCounter: value.TRAINING_ORIGIN
      ? { kind: 'training', origin: value.TRAINING_ORIGIN }
      : value.SHOP_ORIGIN
        ? { kind: 'shop', origin: value.SHOP_ORIGIN }
        : undefined,
    callingOrigins: [...(apiOrigin === undefined ? [] : [publicOrigin]), ...value.CORS_ORIGINS],
    brandFolder: value.SITE_DIR ?? join(brandShelf, value.BRAND),
    databaseUrl: value.DATABASE_URL,
    migrationDatabaseUrl: value.MIGRATION_DATABASE_URL,
    dataFolder,
    payment: payment.settings(secret),
    formerPayment: formerPayment.settings,
    mail: { url: value.MAIL_URL, from: value.MAIL_FROM, mailboxPort: value.MAIL_URL ? undefined : (value.MAILBOX_PORT ?? value.PORT + 2) },
    testSites: { host: value.TEST_HOST, password: value.TEST_PASSWORD },
    isExposed: start.isExposed,
    isTestShop: start.isTestShop,
    wallets: wallets.settings,
    logLevel: value.LOG_LEVEL,
    trustProxy: value.TRUST_PROXY,
    holdSeconds: value.HOLD_SECONDS,
    loginStyle: value.LOGIN_STYLE,
    botCheck: botCheck.settings(secret),
    drainSeconds: value.DRAIN_SECONDS,
    // The fixtures have seasons of the brands of this repository only.
    seed: value.SITE_DIR === undefined ? value.SEED : 'off',
    secret,
    metricsToken: value.METRICS_TOKEN,
    maintenanceKey: value.MAINTENANCE_KEY,
    formerSecrets: value.FORMER_SECRETS,
  }
}

/** Whether the server is in test mode: with its own sandbox and mailbox, and not reachable from other machines. */
export const isTestMode = ({ payment, mail, host, isExposed }: Pick<Config, 'payment' | 'mail' | 'host' | 'isExposed'>): boolean =>
  payment.sandboxPort !== undefined && mail.mailboxPort !== undefined && !isExposed && isLoopback(host)

/** The valid settings, and the names of the invalid ones, which are treated as absent. */
function readEnvironment(variables: Readonly<Record<string, string | undefined>>): {
  readonly value: z.output<typeof environment>
  readonly wrong: ReadonlySet<string>
} {
  const read = environment.safeParse(variables)
  const wrong = new Set(read.error?.issues.map(({ path }) => String(path[0])))
  return {
    value: read.data ?? environment.parse(Object.fromEntries(Object.entries(variables).filter(([name]) => !wrong.has(name)))),
    wrong,
  }
}

function complain(name: string, variables: Readonly<Record<string, string | undefined>>): string {
  const allowedValues = environment.shape[name as keyof typeof environment.shape].description
  return `${name} is ${secretSettings.has(name) ? 'not right' : JSON.stringify(variables[name])}: it must be ${allowedValues}.`
}

function readTrust(value: string): boolean | number | string {
  if (value === 'true' || value === 'false') return value === 'true'
  return /^\d+$/.test(value) ? Number(value) : value
}

/** `wx`: of two processes that begin at once, the second reads what the first wrote. */
function readOrCreateSecret(folder: string): string {
  const file = join(folder, 'secret')
  mkdirSync(folder, { recursive: true })
  try {
    writeFileSync(file, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return readFileSync(file, 'utf8').trim()
}
