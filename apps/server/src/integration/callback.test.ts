import { createHmac, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import pino from 'pino'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { money } from '@playhouse/domain/money'
import { createPaymentProvider } from '#adapters/payment'
import { CallbackInbox, freePort, SandboxProcess } from '#adapters/payment/testing'
import { createHttp } from '#http'
import { applyVoucher, openBasket, readBasket, setBilling, setNotes } from '#modules/basket'
import { addTickets } from '#modules/hold'
import { cancelPayment, checkPayment, startPayment } from '#modules/payment'
import { openWaitingRooms } from '#modules/queue'
import { createThrottle } from '#modules/throttle'
import { issueVoucher } from '#modules/voucher'
import { customerOf, expectInvariants, openTestTheatre } from '#testing'

const secret = 'what the sandbox signs with'
const actor = { name: 'guest' }
const address = { line1: '1 Globe Lane', line2: '', line3: '', city: 'London', state: '', postcode: 'SE1 9PH', country: 'GB' }

/** A server with the real sandbox as its provider, and a buyer who has paid on its page; no callback has reached the server. */
async function payWithoutCallback() {
  const theatre = await openTestTheatre()
  onTestFinished(theatre[Symbol.asyncDispose])
  const inbox = new CallbackInbox()
  const origin = new URL(await inbox.listen()).origin
  const folder = mkdtempSync(join(tmpdir(), 'callback-'))
  const sandbox = new SandboxProcess(await freePort(), folder, secret)
  await sandbox.start()
  onTestFinished(async () => {
    await sandbox.kill()
    inbox.close()
    rmSync(folder, { recursive: true })
  })
  const log: string[] = []
  const logger = pino({ level: 'trace' }, new Writable({ write: (chunk, _encoding, done) => (log.push(String(chunk)), done()) }))
  const queue = await openWaitingRooms(theatre.db, { sessionIdleSeconds: 1_200 })
  const shop = { ...theatre, origin, provider: createPaymentProvider({ url: sandbox.url, secret }) }
  const app = await createHttp(
    { ...shop, queue, throttle: createThrottle(theatre.db) },
    {
      logger,
      trustProxy: false,
      secrets: ['a secret of the tests that is thirty-two long'],
      paymentOrigin: sandbox.url,
      shopFolder: fileURLToPath(new URL('nowhere/', import.meta.url)),
      brandFolder: fileURLToPath(new URL('../../../../brands/bridge/', import.meta.url)),
      ready: async () => true,
    },
  )
  onTestFinished(async () => {
    await app.close()
    await queue.close()
  })

  const customer = await customerOf(theatre)
  const basket = await openBasket(theatre.db, theatre.brand, { customer_id: customer.id })
  await addTickets(theatre, basket, actor, 'tonight', [{ seat: 'stalls.A.1', priceType: 'full' }])
  await setNotes(theatre, basket, actor, { order: '', access: '', termsAccepted: true })
  await setBilling(theatre, basket, actor, { firstName: 'Ada', lastName: 'Quill', phone: '', address })
  await issueVoucher(theatre.db, { amount: money(5_00), code: 'GIFT-OTHELLO' }, actor)
  await applyVoucher(theatre, basket, actor, 'GIFT-OTHELLO')
  const startResult = await startPayment(shop, customer, basket, (await readBasket(theatre, basket)).version, 'en', actor)
  if (!startResult.ok) throw new Error(startResult.error.code)
  await fetch(startResult.value.redirectUrl!, {
    method: 'POST',
    body: new URLSearchParams({ card: '4242424242424242' }),
    redirect: 'manual',
  })
  await vi.waitFor(() => expect(inbox.deliveries).toHaveLength(1), 10_000)
  const { rawBody, headers } = inbox.deliveries[0]!

  const sendCallback = (
    body: string | Buffer,
    signature: string | undefined = String(headers['playhouse-signature']),
    provider = 'sandbox',
  ) =>
    app.inject({
      method: 'POST',
      url: `/api/payments/${provider}/callback`,
      headers: { 'content-type': 'application/json', ...(signature === undefined ? {} : { 'playhouse-signature': signature }) },
      body,
    })
  const sign = (body: string, key = secret, at = Date.now()) => {
    const seconds = Math.floor(at / 1000)
    return `t=${seconds},v1=${createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex')}`
  }
  const count = async (table: 'customer_order' | 'payment_event' | 'refund') =>
    (await theatre.db.selectFrom(table).selectAll().execute()).length
  return {
    theatre,
    shop,
    customer,
    payment: startResult.value.payment,
    body: rawBody.toString(),
    rawBody,
    sendCallback,
    sign,
    count,
    log,
  }
}

describe('a provider’s callback', () => {
  it('is refused and changes nothing if it is forged, changed, too old, or for another account or provider', async () => {
    const { theatre, payment, body, sendCallback, sign, count } = await payWithoutCallback()
    const now = sign(body)
    const forged: [string, string?, string?][] = [
      [body, ''],
      [body, 't=,v1='],
      [body, now.split(',')[0]!],
      [body, now.replace('v1=', 'v0=')],
      [body, now.replace(/t=\d+/, `t=${Math.floor(Date.now() / 1000) + 1}`)],
      [body.replace('4000', '1'), now],
      [body.replace(payment, randomUUID()), now],
      [JSON.stringify(JSON.parse(body), null, 1), now],
      [body, sign(body, secret, Date.now() - 301_000)],
      [body, sign(body, secret, Date.now() + 360_000)],
      [body, sign(body, 'another secret')],
      [body.replace('playhouse-test', 'somebody-else'), sign(body.replace('playhouse-test', 'somebody-else'))],
      ['{}', sign('{}')],
      [body, now, 'nobody'],
    ]
    for (const [text, signature, provider] of forged)
      expect((await sendCallback(text, signature, provider)).statusCode, `${text} ${signature}`).toBe(403)
    expect((await sendCallback('not json', sign('not json'))).statusCode).toBeGreaterThanOrEqual(400)
    expect(await theatre.db.selectFrom('payment_attempt').select('state').execute()).toEqual([{ state: 'redirected' }])
    expect([await count('customer_order'), await count('payment_event'), await count('refund')]).toEqual([0, 0, 0])
    await expectInvariants(theatre)
  })

  it('is verified over the raw bytes of the body, with any JSON formatting', async () => {
    const { body, sendCallback, sign, count } = await payWithoutCallback()
    const spread = JSON.stringify(JSON.parse(body), null, 2)
    expect((await sendCallback(spread, sign(spread))).statusCode).toBe(200)
    expect(await count('customer_order')).toBe(1)
  })

  it('a hundred times at once makes one order and one debit of the voucher, and is accepted each time', async () => {
    const { theatre, rawBody, sendCallback, count } = await payWithoutCallback()
    // All wait for one row. A slow machine sheds those whose wait budget runs out, and the provider sends these again.
    const sendUntilAccepted = async (): Promise<void> => {
      for (let response = await sendCallback(rawBody); response.statusCode !== 200; response = await sendCallback(rawBody)) {
        expect(response.statusCode).toBe(503)
        expect(response.headers['retry-after']).toBeDefined()
      }
    }
    await Promise.all(Array.from({ length: 100 }, sendUntilAccepted))
    expect([await count('customer_order'), await count('payment_event'), await count('refund')]).toEqual([1, 1, 0])
    const salesEntries = await theatre.db.selectFrom('ledger_entry').select('amount').where('house', '=', 'sales').execute()
    expect(salesEntries).toEqual([{ amount: 5_00 }])
    expect((await theatre.db.selectFrom('outbox').select('topic').execute()).map((row) => row.topic)).toEqual(['mail.order-confirmed'])
    await expectInvariants(theatre)
  })

  it('for an unknown payment attempt is answered 200 and changes nothing', async () => {
    const { body, payment, sendCallback, sign, count } = await payWithoutCallback()
    const foreign = body.replace(payment, randomUUID())
    expect((await sendCallback(foreign, sign(foreign))).statusCode).toBe(200)
    expect(await count('customer_order')).toBe(0)
  })

  it('with another amount than the provider took settles the amount that the provider took', async () => {
    const { theatre, body, sendCallback, sign } = await payWithoutCallback()
    const claimed = body.replace('4000', '1')
    expect(claimed).not.toBe(body)
    expect((await sendCallback(claimed, sign(claimed))).statusCode).toBe(200)
    expect(await theatre.db.selectFrom('customer_order').select(['total', 'paid']).execute()).toEqual([{ total: 45_00, paid: 45_00 }])
  })

  it('that never arrives is not needed: both the status check and the cancellation ask the provider, and find the payment paid', async () => {
    const { shop, customer, payment, count } = await payWithoutCallback()
    expect(await cancelPayment(shop, customer.id, payment, actor)).toMatchObject({
      value: { state: 'succeeded', order: { state: 'confirmed' } },
    })
    expect(await checkPayment(shop, customer.id, payment, actor)).toMatchObject({ value: { state: 'succeeded' } })
    expect(await count('customer_order')).toBe(1)
  })

  it('leaves neither the provider’s secret nor a voucher code in the log', async () => {
    const { rawBody, sendCallback, body, sign, log } = await payWithoutCallback()
    await sendCallback(rawBody)
    await sendCallback(body, sign(body, 'another secret'))
    expect(log.length).toBeGreaterThan(2)
    expect(log.join()).not.toContain(secret)
    expect(log.join()).not.toContain('OTHELLO')
    expect(log.join()).not.toMatch(/v1=[0-9a-f]{64}/)
  })
})
