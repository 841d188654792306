import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { isTestMode, readConfig } from '#config'

const folder = mkdtempSync(join(tmpdir(), 'playhouse-config-'))
afterAll(() => rmSync(folder, { recursive: true }))
const DATA_DIR = folder
const SECRET = 'a secret that is long enough, surely'
const everyTestPart = {
  ALLOW: 'payment-sandbox,mailbox,embedded-database,seed',
  TEST_PASSWORD: 'open the test sites',
  MAIL_FROM: 'box@office.example',
}

test('runs everything on this machine at consecutive ports where nothing is set', () => {
  const config = readConfig({ DATA_DIR })
  expect(config).toMatchObject({
    port: 3000,
    publicOrigin: 'http://localhost:3000',
    brandFolder: expect.stringMatching(/brands.bridge$/) as string,
    databaseUrl: undefined,
    payment: { url: 'http://localhost:3001', sandboxPort: 3001 },
    mail: { url: undefined, mailboxPort: 3002 },
    seed: 'auto',
    trustProxy: false,
  })
})

test('PORT also moves the ports after it', () => {
  const { publicOrigin, payment, mail } = readConfig({ DATA_DIR, PORT: '23000' })
  expect([publicOrigin, payment.url, payment.sandboxPort, mail.mailboxPort]).toEqual([
    'http://localhost:23000',
    'http://localhost:23001',
    23001,
    23002,
  ])
})

test('creates a secret once, readable by its owner only, and reads the same at the next start', () => {
  const first = readConfig({ DATA_DIR })
  expect(first.secret).toMatch(/^[0-9a-f]{64}$/)
  expect(readConfig({ DATA_DIR }).secret).toBe(first.secret)
  expect(readFileSync(join(folder, 'secret'), 'utf8')).toBe(first.secret)
  expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600)
  expect(first.payment.secret).not.toBe(first.secret)
})

test('accepts former secrets, and never shows them', () => {
  const old = 'the secret of last year which was long enough'
  expect(readConfig({ DATA_DIR, SECRET }).formerSecrets).toEqual([])
  expect(readConfig({ DATA_DIR, SECRET, FORMER_SECRETS: `${old},${old}er` }).formerSecrets).toEqual([old, `${old}er`])
  const read = () => readConfig({ DATA_DIR, SECRET, FORMER_SECRETS: `${old},hush` })
  expect(read).toThrow('FORMER_SECRETS is not right')
  expect(read).not.toThrow(/hush|last year/)
})

test.each([
  [{}, true],
  [{ HOST: '0.0.0.0' }, false],
  [{ HOST: '127.0.0.1' }, true],
  [{ PUBLIC_ORIGIN: 'https://tickets.example', ...everyTestPart }, false],
  [{ MAIL_URL: 'smtp://localhost:2525' }, false],
  [{ PAYMENT_URL: 'http://localhost:4000', PAYMENT_SECRET: 'what both of us sign with' }, false],
  [{ PAYMENT_PROVIDER: 'stripe', PAYMENT_SECRET: 'sk_test_1234567890', PAYMENT_WEBHOOK_SECRET: 'whsec_1234567890123456' }, false],
])('settings %j are in test mode: %s', (settings, isTest) => {
  expect(isTestMode(readConfig({ DATA_DIR, ...settings }))).toBe(isTest)
})

test('reports all invalid values at once, each with the values allowed', () => {
  const read = () => readConfig({ DATA_DIR, PORT: 'http', BRAND: 'globe', LOG_LEVEL: 'loud' })
  expect(read).toThrow('PORT is "http": it must be a port, a whole number from 1 to 65535.')
  expect(read).toThrow(/BRAND is "globe": it must be one of .*bridge/)
  expect(read).toThrow(/LOG_LEVEL is "loud"/)
})

test.each([
  ['PORT', '0'],
  ['PORT', '65536'],
  ['PORT', '3000.5'],
  ['PUBLIC_ORIGIN', 'https://tickets.example/shop'],
  ['PUBLIC_ORIGIN', 'ftp://tickets.example'],
  ['DATABASE_URL', 'mysql://localhost/playhouse'],
  ['MAIL_FROM', 'a@b.example\r\nBcc: c@d.example'],
  ['SEED', 'yes'],
  ['ALLOW', 'everything'],
  ['TEST_PASSWORD', 'short'],
  ['SECRET', 'short'],
])('%s may not be %j', (name, value) => {
  expect(() => readConfig({ DATA_DIR, [name]: value })).toThrow(new RegExp(`^${name} is `))
})

test('reads the brand of a folder outside the checkout, seeds nothing there, and takes no second brand', () => {
  const SITE_DIR = mkdtempSync(join(folder, 'site-'))
  expect(() => readConfig({ DATA_DIR, SITE_DIR })).toThrow(
    `SITE_DIR is ${JSON.stringify(SITE_DIR)}: it must be a folder with a brand.json.`,
  )
  writeFileSync(join(SITE_DIR, 'brand.json'), '{}')
  expect(readConfig({ DATA_DIR, SITE_DIR, SEED: 'auto' })).toMatchObject({ brandFolder: SITE_DIR, seed: 'off' })
  expect(() => readConfig({ DATA_DIR, SITE_DIR, BRAND: 'bridge' })).toThrow('BRAND is set beside SITE_DIR')
  expect(readConfig({ DATA_DIR, BRAND: 'brooklyn' }).brandFolder).toMatch(/brands.brooklyn$/)
})

test('does not repeat a secret value in an error', () => {
  expect(() => readConfig({ DATA_DIR, DATABASE_URL: 'mysql://me:hush@localhost' })).not.toThrow(/hush/)
  expect(() => readConfig({ DATA_DIR, DATABASE_URL: 'mysql://me:hush@localhost' })).toThrow(/DATABASE_URL is not right/)
})

test('refuses an address for migrations without one for the server', () => {
  const MIGRATION_DATABASE_URL = 'postgres://localhost/playhouse'
  expect(() => readConfig({ DATA_DIR, MIGRATION_DATABASE_URL })).toThrow(/^DATABASE_URL is missing/)
  const config = readConfig({ DATA_DIR, MIGRATION_DATABASE_URL, DATABASE_URL: 'postgres://app@localhost/playhouse', SECRET })
  expect(config.migrationDatabaseUrl).toBe(MIGRATION_DATABASE_URL)
})

test('requires a secret for a shared database, and a payment secret for a real provider', () => {
  const DATABASE_URL = 'postgres://localhost/playhouse'
  expect(() => readConfig({ DATA_DIR, DATABASE_URL })).toThrow(/SECRET is missing/)
  expect(readConfig({ DATA_DIR, DATABASE_URL, SECRET }).databaseUrl).toBe(DATABASE_URL)
  const PAYMENT_URL = 'https://pay.example/'
  expect(() => readConfig({ DATA_DIR, PAYMENT_URL })).toThrow(/PAYMENT_SECRET is missing/)
  expect(readConfig({ DATA_DIR, PAYMENT_URL, PAYMENT_SECRET: SECRET }).payment).toEqual({
    provider: 'sandbox',
    page: 'https://pay.example',
    url: 'https://pay.example',
    secret: SECRET,
    sandboxPort: undefined,
    sandboxPage: undefined,
  })
})

test('requires both keys of Stripe, and names the missing one without its value', () => {
  const PAYMENT_PROVIDER = 'stripe'
  const PAYMENT_SECRET = 'sk_test_hushhushhushhush'
  const PAYMENT_WEBHOOK_SECRET = 'whsec_hushhushhushhush'
  expect(() => readConfig({ DATA_DIR, PAYMENT_PROVIDER })).toThrow(/PAYMENT_SECRET is missing.*\nPAYMENT_WEBHOOK_SECRET is missing/)
  expect(() => readConfig({ DATA_DIR, PAYMENT_PROVIDER, PAYMENT_SECRET: 'pk_test_hushhushhushhush', PAYMENT_WEBHOOK_SECRET })).toThrow(
    /^PAYMENT_SECRET is missing or not right(?!.*hush)/,
  )
  expect(() => readConfig({ DATA_DIR, PAYMENT_PROVIDER, PAYMENT_SECRET, PAYMENT_WEBHOOK_SECRET: 'hush' })).toThrow(
    /^PAYMENT_WEBHOOK_SECRET is not right(?!.*hush)/,
  )
  expect(readConfig({ DATA_DIR, PAYMENT_PROVIDER, PAYMENT_SECRET, PAYMENT_WEBHOOK_SECRET }).payment).toEqual({
    provider: 'stripe',
    url: 'https://api.stripe.com',
    secret: PAYMENT_SECRET,
    webhookSecret: PAYMENT_WEBHOOK_SECRET,
    page: 'https://checkout.stripe.com',
    sandboxPort: undefined,
  })
})

test('requires the keys and the version of an external bot check, and names the missing ones', () => {
  const BOT_CHECK = 'recaptcha'
  expect(() => readConfig({ DATA_DIR, BOT_CHECK })).toThrow(
    /^RECAPTCHA_KEY is missing.*\nRECAPTCHA_SECRET is missing.*\nRECAPTCHA_VERSION is missing.*v3/,
  )
  const keys = { RECAPTCHA_KEY: 'site', RECAPTCHA_SECRET: 'hush', PUBLIC_ORIGIN: 'https://tickets.example', ...everyTestPart }
  expect(() => readConfig({ DATA_DIR, BOT_CHECK, ...keys, RECAPTCHA_VERSION: 'v2' })).toThrow(
    /^RECAPTCHA_VERSION is "v2": it must be v3(?!.*hush)/,
  )
  expect(readConfig({ DATA_DIR, BOT_CHECK, ...keys, RECAPTCHA_VERSION: 'v3' }).botCheck).toEqual({
    kind: 'recaptcha',
    key: 'site',
    secret: 'hush',
    version: 'v3',
    host: 'tickets.example',
  })
  expect(readConfig({ DATA_DIR }).botCheck).toMatchObject({ kind: 'altcha' })
})

test('LOGIN_STYLE is absent, or one of four styles', () => {
  expect(readConfig({ DATA_DIR }).loginStyle).toBeUndefined()
  expect(readConfig({ DATA_DIR, LOGIN_STYLE: 'guest' }).loginStyle).toBe('guest')
  expect(() => readConfig({ DATA_DIR, LOGIN_STYLE: 'knock' })).toThrow(/LOGIN_STYLE is "knock"/)
})

test('an empty variable counts as absent', () => {
  expect(readConfig({ DATA_DIR, PORT: '', DATABASE_URL: '' }).port).toBe(3000)
})

test.each([
  ['true', true],
  ['2', 2],
  ['10.0.0.0/8,127.0.0.1', '10.0.0.0/8,127.0.0.1'],
])('TRUST_PROXY %s', (TRUST_PROXY, trust) => {
  expect(readConfig({ DATA_DIR, TRUST_PROXY }).trustProxy).toBe(trust)
})

test('leads staff to the training shop, and back, at another host', () => {
  const shop = { DATA_DIR, PUBLIC_ORIGIN: 'http://shop.localhost:3000' }
  const training = 'http://training.localhost:3000'
  expect(readConfig({ ...shop, TRAINING_ORIGIN: training }).otherCounter).toEqual({ kind: 'training', origin: training })
  expect(readConfig({ ...shop, SHOP_ORIGIN: training }).otherCounter).toEqual({ kind: 'shop', origin: training })
  expect(readConfig(shop).otherCounter).toBeUndefined()
  expect(() => readConfig({ ...shop, TRAINING_ORIGIN: training, SHOP_ORIGIN: training })).toThrow(
    'a server is the shop or its training shop',
  )
  for (const name of ['TRAINING_ORIGIN', 'SHOP_ORIGIN']) {
    expect(() => readConfig({ ...shop, [name]: 'http://shop.localhost:8443' })).toThrow(`${name} has the host of PUBLIC_ORIGIN`)
    expect(() => readConfig({ ...shop, [name]: 'http://training.localhost:3000/smart' })).toThrow(
      `${name} is "http://training.localhost:3000/smart"`,
    )
    expect(() => readConfig({ ...shop, [name]: 'javascript:alert(1)' })).toThrow(`${name} is "javascript:alert(1)"`)
  }
})

test('lets pages of the shop call an API at another origin, and those of further origins', () => {
  const settings = { DATA_DIR, PUBLIC_ORIGIN: 'http://shop.localhost:3000', API_ORIGIN: 'http://api.localhost:3000' }
  const { apiOrigin, callingOrigins } = readConfig({ ...settings, CORS_ORIGINS: 'http://kiosk.localhost:3000' })
  expect([apiOrigin, callingOrigins]).toEqual([settings.API_ORIGIN, [settings.PUBLIC_ORIGIN, 'http://kiosk.localhost:3000']])
  expect(readConfig({ ...settings, API_ORIGIN: settings.PUBLIC_ORIGIN })).toMatchObject({ apiOrigin: undefined, callingOrigins: [] })
  expect(() => readConfig({ ...settings, CORS_ORIGINS: '*' })).toThrow('CORS_ORIGINS is "*": it must be http or https addresses')
})
