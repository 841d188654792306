import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { type Config, ConfigError, readConfig } from '#config'

const folder = await mkdtemp(join(tmpdir(), 'ph-start-'))
afterAll(() => rm(folder, { recursive: true }))

type Settings = Readonly<Record<string, string>>
const https = { PUBLIC_ORIGIN: 'https://tickets.example' }
const SECRET = 'a secret that is long enough, surely'
const stripe = (PAYMENT_SECRET: string) => ({
  PAYMENT_PROVIDER: 'stripe',
  PAYMENT_SECRET,
  PAYMENT_WEBHOOK_SECRET: 'whsec_1234567890123456',
})
const live = stripe('sk_live_1234567890')
const mail = { MAIL_URL: 'smtps://relay.example', MAIL_FROM: 'box@office.example' }
const database = { DATABASE_URL: 'postgres://db.example/playhouse', SECRET }
const real = { ...https, ...live, ...mail, ...database, SEED: 'off' }
const TEST_PASSWORD = 'open the test sites'

const start = (settings: Settings): Config => readConfig({ DATA_DIR: folder, ...settings })
/** The first words of each complaint, in order. */
const complaints = (settings: Settings): string[] => {
  try {
    start(settings)
    return []
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message.split('\n').map((line) => /^\S+ (is|can) \S+/.exec(line)?.[0] ?? line)
  }
}

test('main.ts with an https origin and nothing else exits with a complete list and writes nothing', async () => {
  const dataFolder = join(folder, 'fresh')
  const { PATH } = process.env
  const { code, stderr } = await run({ PATH, PUBLIC_ORIGIN: 'https://tickets.example', DATA_DIR: dataFolder })
  expect(code).toBe(1)
  const lines = stderr.trim().split('\n')
  expect(lines.map((line) => line.split(' ')[0])).toEqual([
    'PAYMENT_PROVIDER',
    'MAIL_URL',
    'DATABASE_URL',
    'SEED',
    'SECRET',
    'MAIL_FROM',
    'This',
  ])
  for (const part of ['payment-sandbox', 'mailbox', 'embedded-database', 'seed']) expect(stderr).toContain(`name ${part} in ALLOW`)
  expect(lines.at(-1)).toContain('PUBLIC_ORIGIN is https')
  expect(existsSync(dataFolder)).toBe(false)
})

test('main.ts lists wrong values and missing settings in one start, and prints no secret', async () => {
  const { PATH } = process.env
  const { code, stderr } = await run({
    PATH,
    ...https,
    DATA_DIR: join(folder, 'fresh'),
    PORT: 'http',
    MAIL_URL: 'http://user:hush@relay.example',
    TRUST_PROXY: 'true',
    BOT_CHECK: 'recaptcha',
  })
  expect(code).toBe(1)
  expect(stderr).toContain('PORT is "http"')
  expect(stderr).toContain('MAIL_URL is not right')
  expect(stderr).not.toContain('MAIL_URL is missing')
  for (const name of ['PAYMENT_PROVIDER', 'DATABASE_URL', 'SEED', 'RECAPTCHA_KEY', 'TRUST_PROXY'])
    expect(stderr).toMatch(new RegExp(`^${name} is `, 'm'))
  expect(stderr).not.toContain('hush')
})

describe.each<[string, Settings]>([
  ['an https origin', https],
  ['an origin on another machine', { PUBLIC_ORIGIN: 'http://tickets.example' }],
  ['an https origin that is wrong', { PUBLIC_ORIGIN: 'https://tickets.example/shop' }],
])('with %s', (_name, settings) => {
  test('refuses each test part that is not named', () => {
    expect(complaints(settings)).toEqual(
      expect.arrayContaining(['PAYMENT_PROVIDER is missing:', 'MAIL_URL is missing:', 'DATABASE_URL is missing:', 'SEED is missing:']),
    )
  })
})

test.each<[string, Settings, string[]]>([
  ['a live key', live, ['MAIL_URL is missing:', 'DATABASE_URL is missing:', 'SEED is missing:']],
  ['a mail relay', mail, ['PAYMENT_PROVIDER is missing:', 'DATABASE_URL is missing:', 'SEED is missing:']],
  ['a database on another machine', database, ['PAYMENT_PROVIDER is missing:', 'MAIL_URL is missing:', 'SEED is missing:']],
  ['a database host in the query', { DATABASE_URL: 'postgres:///p?host=db.example', SECRET }, ['PAYMENT_PROVIDER is missing:']],
  [
    'a database on another machine for migrations',
    { DATABASE_URL: 'postgres://localhost/p', MIGRATION_DATABASE_URL: 'postgres://db.example/p', SECRET },
    ['PAYMENT_PROVIDER is missing:'],
  ],
  ['PGHOST', { DATABASE_URL: 'postgres:///p', PGHOST: 'db.example', SECRET }, ['PAYMENT_PROVIDER is missing:']],
])('%s alone makes the server refuse test parts', (_name, settings, missing) => {
  expect(complaints(settings)).toEqual(expect.arrayContaining(missing))
})

test.each<[string, Settings]>([
  ['nothing set', {}],
  ['a database on this machine', { DATABASE_URL: 'postgres://me@127.0.0.1:5432/playhouse', SECRET }],
  ['a database behind a Unix socket', { DATABASE_URL: 'postgres:///playhouse?host=/var/run/postgresql', SECRET }],
  ['a mail server on this machine', { MAIL_URL: 'smtp://localhost:2525' }],
  ['Stripe with test keys', stripe('rk_test_1234567890')],
  ['every part real', real],
])('%s: starts, and is no test shop', (_name, settings) => {
  expect(complaints(settings)).toEqual([])
  expect(start(settings).isTestShop).toBe(false)
})

test('named test parts start behind a password, as a test shop', () => {
  const ALLOW = 'payment-sandbox, mailbox,embedded-database,seed'
  expect(complaints({ ...https, ALLOW })).toEqual(['TEST_PASSWORD is missing:'])
  expect(start({ ...https, ALLOW, TEST_PASSWORD })).toMatchObject({
    isTestShop: true,
    testSites: { host: 'localhost', password: TEST_PASSWORD },
    seed: 'auto',
  })
})

test('the sandbox and the mailbox leave loopback only by name and with a password', () => {
  const TEST_HOST = '0.0.0.0'
  expect(complaints({ TEST_HOST })).toEqual(expect.arrayContaining(['PAYMENT_PROVIDER is missing:', 'MAIL_URL is missing:']))
  const ALLOW = 'payment-sandbox,mailbox,embedded-database,seed'
  expect(complaints({ TEST_HOST, ALLOW })).toEqual(['TEST_PASSWORD is missing:'])
  expect(start({ TEST_HOST, ALLOW, TEST_PASSWORD }).testSites).toEqual({ host: TEST_HOST, password: TEST_PASSWORD })
  const PAYMENT_SANDBOX_URL = 'https://pay.tickets.example'
  expect(complaints({ PAYMENT_SANDBOX_URL, ALLOW })).toEqual(['TEST_PASSWORD is missing:'])
  expect(start({ PAYMENT_SANDBOX_URL, ALLOW, TEST_PASSWORD }).payment.page).toBe(PAYMENT_SANDBOX_URL)
  expect(start({ HOST: '0.0.0.0' })).toMatchObject({ isTestShop: true, testSites: { host: 'localhost', password: undefined } })
})

test('no value of ALLOW permits the sandbox or the mailbox with a live key', () => {
  const ALLOW = 'payment-sandbox,test-keys,mailbox,embedded-database,seed'
  expect(complaints({ ...live, ALLOW, TEST_PASSWORD })).toContain('MAIL_URL is missing:')
  const sandbox = { PAYMENT_PROVIDER: 'sandbox', PAYMENT_SECRET: 'sk_live_1234567890' }
  expect(complaints({ ...sandbox, ...mail, ALLOW, TEST_PASSWORD })).toContain('PAYMENT_PROVIDER is sandbox:')
  expect(complaints({ ...live, ...mail, ALLOW })).toEqual([])
})

test('Stripe test keys are refused where everything else is real, unless they are named', () => {
  const settings = { ...real, ...stripe('sk_test_1234567890') }
  expect(complaints(settings)[0]).toBe('PAYMENT_SECRET is a')
  expect(start({ ...settings, ALLOW: 'test-keys' }).isTestShop).toBe(true)
})

test.each([
  [{ ...real, TRUST_PROXY: 'true' }, ['TRUST_PROXY is true:']],
  [{ ...real, TRUST_PROXY: '1' }, []],
  [{ ...real, TRUST_PROXY: '10.0.0.0/8' }, []],
  [{ TRUST_PROXY: 'true' }, []],
])('an https origin needs proxies that are counted or named: %j', (settings, expected) => {
  expect(complaints(settings)).toEqual(expected)
})

test('a command beside the servers needs their database alone', () => {
  expect(readConfig({ ...https, ...database, DATA_DIR: folder }, { isStarting: false }).databaseUrl).toBe(database.DATABASE_URL)
})

function run(env: Readonly<Record<string, string | undefined>>): Promise<{ readonly code: number | null; readonly stderr: string }> {
  return new Promise((resolve) => {
    const main = fileURLToPath(new URL('../main.ts', import.meta.url))
    const child = execFile(process.execPath, [main], { env, timeout: 60_000 }, (_error, _stdout, stderr) =>
      resolve({ code: child.exitCode, stderr }),
    )
  })
}
