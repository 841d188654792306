import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { timeLimit } from '@playhouse/testing/time-limit'
import { freePort } from '#adapters/payment/testing'

const password = 'open the test sites'

/** Starts the real server process on its own embedded database. */
async function open(settings: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), 'ph-test-shop-'))
  const ports = [await freePort(), await freePort(), await freePort()] as const
  const [PORT, PAYMENT_SANDBOX_PORT, MAILBOX_PORT] = ports.map(String) as [string, string, string]
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, PORT, PAYMENT_SANDBOX_PORT, MAILBOX_PORT, DATA_DIR: folder, LOG_LEVEL: 'warn', ...settings }
  const child = spawn(process.execPath, [fileURLToPath(new URL('../main.ts', import.meta.url))], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  onTestFinished(async () => {
    const ended = child.exitCode === null ? once(child, 'exit') : undefined
    child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  })
  const [shop, sandbox, mailbox] = ports.map((port) => `http://localhost:${port}`) as [string, string, string]
  await expect
    .poll(
      () =>
        fetch(`${shop}/readyz`).then(
          ({ status }) => status,
          () => child.exitCode ?? 'not yet',
        ),
      { timeout: 60_000 },
    )
    .toBe(200)
  return { shop, sandbox, mailbox }
}
const basic = { authorization: `Basic ${Buffer.from(`me:${password}`).toString('base64')}` }
const status = async (url: string, headers: Readonly<Record<string, string>> = {}) => (await fetch(url, { headers })).status

test(
  'a test shop behind https reports itself as one, and protects its sandbox and its mailbox with a password',
  { timeout: timeLimit(120_000) },
  async () => {
    const { shop, sandbox, mailbox } = await open({
      PUBLIC_ORIGIN: 'https://staging.tickets.example',
      ALLOW: 'payment-sandbox,mailbox,embedded-database,seed',
      TEST_PASSWORD: password,
    })
    expect(await (await fetch(`${shop}/api/site`)).json()).toMatchObject({ brand: { isTestShop: true } })
    expect([await status(`${sandbox}/pad`), await status(`${sandbox}/pad`, basic)]).toEqual([401, 200])
    expect([await status(`${mailbox}/letters`), await status(`${mailbox}/letters`, basic)]).toEqual([401, 200])
  },
)

test(
  'a server with no settings starts with an open sandbox and mailbox, and is no test shop',
  { timeout: timeLimit(120_000) },
  async () => {
    const { shop, sandbox, mailbox } = await open({})
    const { brand } = (await (await fetch(`${shop}/api/site`)).json()) as { brand: object }
    expect(brand).not.toHaveProperty('isTestShop')
    expect([await status(`${sandbox}/pad`), await status(`${mailbox}/letters`)]).toEqual([200, 200])
  },
)
