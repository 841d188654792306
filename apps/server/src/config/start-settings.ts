import { z } from 'zod'
import { isLoopback } from '#loopback'
import { isLiveKey, isTestKey, type PaymentProviderName } from './payment-settings.ts'

/**
 * Parts for tests, which replace a real part or take no money. A server that other machines can reach uses one only if
 * `ALLOW` names it.
 */
const testParts = ['payment-sandbox', 'test-keys', 'mailbox', 'embedded-database', 'seed'] as const
type TestPart = (typeof testParts)[number]

export const startEnvironment = {
  ALLOW: z
    .string()
    .default('')
    .transform((names) =>
      names
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean),
    )
    .pipe(z.array(z.enum(testParts)))
    .describe(`names with commas between them, of ${testParts.join(', ')}`),
  TEST_HOST: z
    .enum(['localhost', '0.0.0.0', '::'])
    .default('localhost')
    .describe('localhost, or 0.0.0.0 or :: for every address of this machine'),
  TEST_PASSWORD: z.string().min(16).optional().describe('a text of at least 16 characters'),
}
const environmentSchema = z.object(startEnvironment)

type Settings = z.output<typeof environmentSchema> & {
  readonly DATABASE_URL?: string | undefined
  readonly SECRET?: string | undefined
  readonly PAYMENT_PROVIDER: PaymentProviderName
  readonly PAYMENT_URL?: string | undefined
  readonly PAYMENT_SECRET?: string | undefined
  readonly MAIL_URL?: string | undefined
  readonly SEED: 'auto' | 'off'
  readonly TRUST_PROXY: boolean | number | string
}
type Environment = Readonly<Record<string, string | undefined>>

/** The exposure of a server, and the problems of its settings. */
export type StartDecision = {
  /** Settings that are missing or not allowed. A server starts only if the list is empty. */
  readonly complaints: readonly string[]
  /** Whether users of other machines can reach the server or depend on it. */
  readonly isExposed: boolean
  /** Whether the server is exposed and sells without money or sends no mail: all tickets and pages must be marked as tests. */
  readonly isTestShop: boolean
}

/**
 * Whether a server may start with these settings.
 * @param value the settings that could be read
 * @param env all settings as written: an invalid address also indicates an exposed server
 */
export function checkStartSettings(value: Settings, env: Environment): StartDecision {
  const reasons = exposures(value, env)
  const isExposed = reasons.length > 0
  const activeParts = usedParts(value)
  const isOpen = isExposed || !isLoopback(env['HOST'] ?? 'localhost')
  const isTestShop = isOpen && activeParts.some((part) => part === 'payment-sandbox' || part === 'test-keys' || part === 'mailbox')
  const proxy =
    value.TRUST_PROXY === true && isHttps(env)
      ? [
          'TRUST_PROXY is true: with an https PUBLIC_ORIGIN it must be a number of hops, or addresses with commas between them, for true believes what any visitor writes.',
        ]
      : []
  if (!isExposed) return { complaints: proxy, isExposed, isTestShop }

  const refusedParts = activeParts.filter((part) => !value.ALLOW.includes(part) || isNeverBeside(part, value))
  const isRefused = (part: TestPart): boolean => refusedParts.includes(part)
  const complaints = [
    ...refusedParts.map((part) => complaintAbout(part, value, env)),
    ...(isRefused('embedded-database') && !value.SECRET
      ? ['SECRET is missing: with DATABASE_URL every server process needs the same text of at least 32 characters.']
      : []),
    ...((isRefused('mailbox') || !activeParts.includes('mailbox')) && !env['MAIL_FROM']
      ? ['MAIL_FROM is missing: it must be the e-mail address that mail to customers comes from.']
      : []),
    ...(isReachable(value, env) && startsSites(value) && !value.TEST_PASSWORD && !(isRefused('payment-sandbox') || isRefused('mailbox'))
      ? ['TEST_PASSWORD is missing: it must be a text of at least 16 characters that opens the payment sandbox and the mailbox.']
      : []),
    ...proxy,
  ]
  const why = `This server can be reached or relied on by others: ${reasons.join('; ')}. It starts on test parts only where ALLOW names each of them; payment sandbox and mailbox need TEST_PASSWORD as well (docs/guides/test-shop.md).`
  return { complaints: refusedParts.length > 0 ? [...complaints, why] : complaints, isExposed, isTestShop }
}

function usedParts(value: Settings): TestPart[] {
  const uses: Record<TestPart, boolean> = {
    'payment-sandbox': value.PAYMENT_PROVIDER === 'sandbox',
    'test-keys': isTestKey(value.PAYMENT_PROVIDER, value.PAYMENT_SECRET),
    mailbox: value.MAIL_URL === undefined,
    'embedded-database': value.DATABASE_URL === undefined,
    seed: value.SEED !== 'off',
  }
  return testParts.filter((part) => uses[part])
}

/** Test parts that are never allowed with a live payment key, whatever `ALLOW` names. */
const isNeverBeside = (part: TestPart, { PAYMENT_SECRET }: Settings): boolean =>
  isLiveKey(PAYMENT_SECRET) && (part === 'payment-sandbox' || part === 'mailbox')

function complaintAbout(part: TestPart, value: Settings, env: Environment): string {
  const isOr = isNeverBeside(part, value) ? 'It never runs beside a live payment key.' : `Or name ${part} in ALLOW.`
  const state = (name: string): string => (env[name] ? `${name} is ${env[name]}` : `${name} is missing`)
  switch (part) {
    case 'payment-sandbox':
      return `${state('PAYMENT_PROVIDER')}: the payment sandbox takes no money. Set PAYMENT_PROVIDER=stripe, PAYMENT_SECRET and PAYMENT_WEBHOOK_SECRET. ${isOr}`
    case 'test-keys':
      return `PAYMENT_SECRET is a test key: it takes no money. Set a live key. ${isOr}`
    case 'mailbox':
      return `MAIL_URL is missing: mail would go to the development mailbox. Set a mail server. ${isOr}`
    case 'embedded-database':
      return `DATABASE_URL is missing: the embedded database would begin empty. Set a PostgreSQL. ${isOr}`
    case 'seed':
      return `${state('SEED')}: an empty database would be filled with an invented season. Set SEED=off. ${isOr}`
  }
}

/** The settings that show that the server is not a local one, each as text for the message. */
function exposures(value: Settings, env: Environment): string[] {
  const hostOf = (name: string): string | undefined => {
    const url = URL.parse(env[name] ?? '')
    return url ? (url.searchParams.get('host') ?? url.hostname) : undefined
  }
  const isElsewhere = (host: string | undefined): boolean => host !== undefined && !host.startsWith('/') && !isLoopback(host)
  const isDatabaseElsewhere = (name: string): boolean => {
    const host = hostOf(name)
    return isElsewhere(host === '' ? (env['PGHOST'] ?? 'localhost') : host)
  }
  return [
    isHttps(env) ? 'PUBLIC_ORIGIN is https' : isElsewhere(hostOf('PUBLIC_ORIGIN')) ? 'PUBLIC_ORIGIN is not on this machine' : '',
    isLiveKey(env['PAYMENT_SECRET']) ? 'PAYMENT_SECRET is a live key' : '',
    isElsewhere(hostOf('MAIL_URL')) ? 'MAIL_URL is not on this machine' : '',
    isDatabaseElsewhere('DATABASE_URL') ? 'DATABASE_URL is not on this machine' : '',
    isDatabaseElsewhere('MIGRATION_DATABASE_URL') ? 'MIGRATION_DATABASE_URL is not on this machine' : '',
    startsSites(value) && !isLoopback(value.TEST_HOST) ? 'TEST_HOST is not on this machine' : '',
    startsSites(value) && isElsewhere(hostOf('PAYMENT_SANDBOX_URL')) ? 'PAYMENT_SANDBOX_URL is not on this machine' : '',
  ].filter((reason) => reason !== '')
}

const isHttps = (env: Environment): boolean => /^https:/i.test(env['PUBLIC_ORIGIN'] ?? '')

/** Whether the server starts its own sandbox or mailbox. */
const startsSites = ({ PAYMENT_PROVIDER, PAYMENT_URL, MAIL_URL }: Settings): boolean =>
  (PAYMENT_PROVIDER === 'sandbox' && !PAYMENT_URL) || !MAIL_URL

/** Whether browsers on other machines can reach the server. A remote database or mail server alone does not make it reachable. */
function isReachable(value: Settings, env: Environment): boolean {
  const isOutside = (name: string): boolean => {
    const url = URL.parse(env[name] ?? '')
    return url !== null && !isLoopback(url.hostname)
  }
  return isHttps(env) || isOutside('PUBLIC_ORIGIN') || isOutside('PAYMENT_SANDBOX_URL') || !isLoopback(value.TEST_HOST)
}
