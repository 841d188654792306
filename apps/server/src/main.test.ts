import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describeContract } from '@playhouse/api-client/suite'
import { testDatabase } from '#db/testing'

const run = promisify(execFile)
const port = 28_000
const origin = `http://localhost:${port}`

/**
 * The server as it is run: a process of its own with sandbox and mailbox, on its own embedded PostgreSQL, or on a fresh
 * database of the server that TEST_DATABASE_URL names.
 */
describeContract('the real server', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'ph-contract-'))
  const database = process.env['TEST_DATABASE_URL'] ? await testDatabase() : undefined
  const address =
    database && 'url' in database.address ? { DATABASE_URL: database.address.url, SECRET: 'contract-suite-secret-of-32-characters' } : {}
  const env = { ...process.env, ...address, NODE_ENV: 'production', PORT: String(port), DATA_DIR: dataFolder, LOG_LEVEL: 'warn' }
  const child = spawn(process.execPath, [fileURLToPath(new URL('main.ts', import.meta.url))], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  await untilReady(child)
  return {
    origin,
    pay: async (redirectUrl) => {
      const paid = await fetch(redirectUrl, { method: 'POST', body: new URLSearchParams({ scenario: 'pay' }), redirect: 'manual' })
      if (paid.status !== 303) throw new Error(`the sandbox answered ${paid.status}`)
    },
    mailTo: untilMailed,
    queueFor: async (performance, { gathersAt, opensAt, rate, isOfProduction }) => {
      const order = [
        ...(isOfProduction === undefined ? [] : [isOfProduction ? '--production' : '--performance']),
        '--gathers',
        gathersAt.toISOString(),
        '--opens',
        opensAt.toISOString(),
        '--rate',
        String(rate),
      ]
      await run(process.execPath, [fileURLToPath(new URL('waiting-room.ts', import.meta.url)), performance, ...order], { env })
    },
    close: async () => {
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
      await database?.drop()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
})

/** The development mailbox as its page lists it, the newest first. */
async function untilMailed(address: string, saying: RegExp): Promise<string> {
  const mailbox = `http://localhost:${port + 2}`
  for (let tries = 0; tries < 150; tries++) {
    const letters = (await (await fetch(`${mailbox}/letters`)).json()) as { id: string; to: string }[]
    for (const { id } of letters.filter(({ to }) => to === address)) {
      const { text } = (await (await fetch(`${mailbox}/letters/${id}`)).json()) as { text: string }
      if (saying.test(text)) return text
    }
    await wait(100)
  }
  throw new Error(`no mail to ${address} that says ${saying}`)
}

async function untilReady(child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
    const ready = await fetch(`${origin}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ready) return
    await wait(100)
  }
  throw new Error('the server is not ready after a minute')
}
