import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { createPaymentProvider } from '#adapters/payment'
import { freePort, requestTo, SandboxProcess, submit } from '#adapters/payment/testing'
import { databaseUrl, runCommand, openTestTheatre, type TestTheatre } from '#testing'

const secret = 'what the command and the sandbox share'
const shop = 'https://tickets.example'

async function openSandbox() {
  const [folder, port] = [mkdtempSync(join(tmpdir(), 'ph-payments-')), await freePort()]
  const sandbox = new SandboxProcess(port, folder, secret)
  await sandbox.start()
  onTestFinished(async () => {
    await sandbox.kill('SIGTERM')
    rmSync(folder, { recursive: true })
  })
  const provider = createPaymentProvider({ url: sandbox.url, secret })
  /** A paid session of an attempt that no database here knows. */
  const pay = async (owner: string): Promise<string> => {
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
    const { sessionId, url } = await provider.createSession(
      requestTo('http://localhost:9/callback', { shop: owner, deployment: randomUUID(), expiresAt }),
    )
    await submit(url, { scenario: 'pay' })
    return sessionId
  }
  return { sandbox, provider, pay }
}

const commandOf =
  ({ database }: TestTheatre, { url }: SandboxProcess, origin = shop) =>
  (...args: readonly string[]) =>
    runCommand('payments.ts', args, {
      DATABASE_URL: databaseUrl(database.address),
      PUBLIC_ORIGIN: origin,
      PAYMENT_URL: url,
      PAYMENT_SECRET: secret,
      MAIL_URL: 'smtp://localhost:9',
    })

it('after a restore lists what was paid and is not here, and sends it back once count and sum are repeated', async () => {
  await using theatre = await openTestTheatre()
  const { sandbox, provider, pay } = await openSandbox()
  const payments = commandOf(theatre, sandbox)
  const [refundedPayment, keptPayment] = [await pay(shop), await pay(shop)]
  await pay('https://another.example')
  expect(payments('check')).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(`^2 paid sessions.*2 without an attempt\n.*${refundedPayment}`),
  })
  expect(payments('keep', keptPayment, 'entered anew')).toMatchObject({ status: 0 })
  const output = payments('refund', 'all')
  expect(output).toMatchObject({ status: 0, stdout: expect.stringContaining('--confirm "1 payments, £90.50"') })
  expect(payments('refund', 'all', '--confirm', '2 payments, £181.00')).toMatchObject({ status: 2 })
  expect(payments('refund', refundedPayment, '--confirm', '1 payments, £90.50')).toMatchObject({
    status: 0,
    stdout: '1 refunds are on their way\n',
  })
  expect(payments()).toMatchObject({ status: 0, stdout: 'no payment waits for a person\n' })
  expect(await theatre.db.selectFrom('outbox').select('topic').where('topic', 'like', 'payment.%').execute()).toEqual([
    { topic: 'payment.refund-unmatched' },
  ])
  expect(await provider.listRefunds(refundedPayment), 'the shop’s processes send it').toEqual([])
})

it('detects a copied database, and confirms it after the operator has repeated the waiting refunds', async () => {
  await using theatre = await openTestTheatre()
  const { sandbox } = await openSandbox()
  expect(commandOf(theatre, sandbox)('adopt')).toMatchObject({ status: 0, stdout: expect.stringContaining('as it was confirmed') })
  const copy = commandOf(theatre, sandbox, 'https://staging.example')
  expect(copy('adopt')).toMatchObject({ status: 0, stdout: expect.stringContaining('moved or copied') })
  expect(copy('adopt', '--confirm', '1 payments, £1.00')).toMatchObject({ status: 2 })
  expect(copy('adopt', '--confirm', '0 payments, 0')).toMatchObject({ status: 0 })
  expect(copy('adopt')).toMatchObject({ status: 0, stdout: expect.stringContaining('as it was confirmed') })
  await sql`update deployment set timeline = '0000FFFF'`.execute(theatre.db)
  expect(copy('adopt')).toMatchObject({ status: 0, stdout: expect.stringContaining('restored or failed over') })
})
