import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPaymentProvider } from './index.ts'
import { requestTo, submit } from './testing/payer.ts'
import { describeProvider } from './testing/provider-suite.ts'
import { CallbackInbox, freePort, SandboxProcess } from './testing/sandbox-process.ts'

/** Test cards by their behaviour in later charges. */
const laterCards = {
  pays: '4242424242424242',
  declines: '4000 0000 0000 0341',
  asks: '4000 0000 0000 3220',
  processes: '4000 0000 0000 0077',
}
const secret = 'a secret of the contract test'

describeProvider('of the sandbox', async () => {
  const inbox = new CallbackInbox()
  const url = await inbox.listen()
  const folder = mkdtempSync(join(tmpdir(), 'provider-suite-'))
  const sandbox = new SandboxProcess(await freePort(), folder, secret)
  await sandbox.start()
  return {
    provider: createPaymentProvider({ url: sandbox.url, secret }),
    unauthorized: createPaymentProvider({ url: sandbox.url, secret: 'another secret altogether' }),
    unreachable: createPaymentProvider({ url: `http://localhost:${await freePort()}`, secret }),
    request: (changes) => requestTo(url, changes),
    pay: (session) => submit(session.url, { card: '4242424242424242' }),
    payByMobile: (session) => submit(session.url, { scenario: 'mobile' }),
    agree: (page, isPaying) => submit(page.url, { deed: isPaying ? 'agree' : 'agreeUnpaid' }),
    decideMandate: (page, deed) => submit(page.url, { deed }),
    payAndKeep: async (session, behaviour) => {
      await submit(session.url, { card: laterCards[behaviour], expiry: '04/31', name: 'Ada', postcode: 'SE1 2SG', keep: 'yes' })
      if (behaviour === 'asks') await submit(`${session.url}/challenge`, { answer: 'approve' })
    },
    authenticate: (session) => submit(`${session.url}/challenge`, { answer: 'approve' }),
    settleCharge: async (sessionId) => submit(`${sandbox.url}/pay/${sessionId}/answer-now`, {}),
    payWithClosingCard: (session) => submit(session.url, { card: '4000 0000 0000 5126' }),
    dispute: ({ sessionId }, state) =>
      fetch(`${sandbox.url}/sessions/${sessionId}/dispute`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: JSON.stringify({ state }),
      }),
    refundInDashboard: ({ sessionId }, amount) =>
      fetch(`${sandbox.url}/sessions/${sessionId}/dashboard-refunds`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: JSON.stringify({ amount }),
      }),
    returnRefund: () => {},
    decline: (session) => submit(session.url, { scenario: 'decline' }),
    debit: (session, isPaid) => submit(session.url, { scenario: isPaid ? 'debit' : 'debit-refused' }),
    settleDebit: async () => {},
    deliveries: async (sessionId) => inbox.of(sessionId),
    sign: (text, { at = Date.now(), secret: key = secret } = {}) => ({
      'playhouse-signature': `t=${Math.floor(at / 1000)},v1=${createHmac('sha256', key)
        .update(`${Math.floor(at / 1000)}.${text}`)
        .digest('hex')}`,
    }),
    // The sandbox keeps idempotency keys as long as the sessions and refunds they are for.
    forgetKeys: () => {},
    disown: (text) => text.replace('playhouse-test', 'another-merchant'),
    close: async () => {
      await sandbox.kill('SIGTERM')
      inbox.close()
      rmSync(folder, { recursive: true })
    },
  }
})
