import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { money } from '@playhouse/domain/money'
import { type PaymentProvider, ProviderUnreachable } from '#modules/payment'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createPaymentProvider } from './index.ts'
import { type Changes, requestTo, submit } from './testing/payer.ts'
import { CallbackInbox, freePort, SandboxProcess } from './testing/sandbox-process.ts'

const secret = 'a secret of the sandbox test'
const folder = mkdtempSync(join(tmpdir(), 'payment-provider-'))
const inbox = new CallbackInbox()
let sandbox: SandboxProcess
let provider: PaymentProvider
let callbackUrl: string

beforeAll(async () => {
  callbackUrl = await inbox.listen()
  sandbox = new SandboxProcess(await freePort(), folder, secret)
  await sandbox.start()
  provider = createPaymentProvider({ url: sandbox.url, secret })
})
afterAll(async () => {
  await sandbox.kill('SIGTERM')
  inbox.close()
  rmSync(folder, { recursive: true })
})
beforeEach(() => {
  inbox.status = 200
})

const requestOf = (changes: Changes = {}) => requestTo(callbackUrl, changes)

/** Waits for `count` deliveries about a session, and verifies them as the shop does. */
async function callbacksOf(sessionId: string, count: number) {
  await vi.waitFor(() => expect(inbox.of(sessionId).length).toBeGreaterThanOrEqual(count), { timeout: 30_000, interval: 20 })
  return inbox.of(sessionId).map(({ rawBody, headers }) => {
    const callback = provider.verifyCallback(rawBody, headers)
    if (callback === 'nothing-new') throw new Error('the sandbox sent an event without news')
    return callback
  })
}

describe('opening a session', () => {
  test('requires the secret, and the account that the shop expects', async () => {
    const unauthorized = createPaymentProvider({ url: sandbox.url, secret: 'another secret altogether' })
    await expect(unauthorized.createSession(requestOf())).rejects.toMatchObject({ name: 'ProviderRefused', status: 401 })
    const ofOtherAccount = createPaymentProvider({ url: sandbox.url, secret, account: 'another-merchant' })
    await expect(ofOtherAccount.createSession(requestOf())).rejects.toThrow(/belongs to the account playhouse-test/)
  })
})

describe('a saved card', () => {
  const payWith = async (keptCards: readonly string[], fields: Record<string, string>) => {
    const { sessionId, url } = await provider.createSession(requestOf({ keptCards }))
    await submit(url, fields)
    return provider.readSession(sessionId)
  }

  test('is reported with its token, offered at the next payment, and no longer accepted once forgotten', async () => {
    const card = { name: 'Ada Lovelace', card: '4242424242424242', expiry: '12/34', keep: 'yes' }
    const { keptCard } = await payWith([], card)
    expect(keptCard).toEqual({
      token: expect.stringMatching(/^card_/),
      brand: 'visa',
      masked: '•••• 4242',
      cardholder: 'Ada Lovelace',
      expires: '2034-12',
      address: { line1: null, line2: null, city: null, postcode: null, country: null },
    })
    const { token } = keptCard!
    const { url } = await provider.createSession(requestOf({ keptCards: [token] }))
    expect(await (await fetch(url)).text()).toContain(`value="${token}"`)
    expect(await payWith([token], { kept: token })).toMatchObject({ status: 'succeeded', cardMasked: '•••• 4242' })
    await provider.forgetCard!(token)
    await provider.forgetCard!(token)
    expect(await payWith([token], { kept: token })).toMatchObject({ status: 'open' })
  })

  test('cannot be used by another payer, and is saved only if the payer asks and may save cards', async () => {
    const { keptCard } = await payWith([], { card: '4242424242424242', expiry: '12/34', keep: 'yes' })
    expect(await payWith(['another'], { kept: keptCard!.token })).toMatchObject({ status: 'open' })
    expect((await payWith([], { card: '4242424242424242', expiry: '12/34' })).keptCard).toBeUndefined()
    const { sessionId, url } = await provider.createSession(requestOf())
    await submit(url, { card: '4242424242424242', expiry: '12/34', keep: 'yes' })
    expect((await provider.readSession(sessionId)).keptCard).toBeUndefined()
  })
})

describe('the payment page', () => {
  test('shows the order with all texts escaped, under a content security policy without inline script', async () => {
    const { url } = await provider.createSession(requestOf())
    const page = await fetch(url)
    const text = await page.text()
    expect(text).toContain('£90.50')
    expect(text).toContain('The &#60;Tempest&#62;')
    expect(text).toContain('value="Ada &#34;Countess&#34; Lovelace"')
    expect(text).not.toMatch(/<script|style=|\son\w+=/i)
    expect(page.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self' http://shop.example; base-uri 'none'; frame-ancestors 'none'",
    )
  })

  test.each(['en', 'en-us', 'sv', 'de', 'es', 'ht'] as const)('has every text in %s', async (locale) => {
    const { url } = await provider.createSession(requestOf({ locale }))
    const text = await (await fetch(url)).text()
    expect(text).toContain(`<html lang="${{ en: 'en-GB', 'en-us': 'en-US' }[locale as string] ?? locale}">`)
    expect(text).not.toMatch(/\{\w+\}|undefined/)
  })

  test('pays once when the form is submitted several times', async () => {
    const { sessionId, url } = await provider.createSession(requestOf())
    const responses = await Promise.all([1, 2, 3].map(() => submit(url, { card: '4242424242424242' })))
    expect(responses.map((response) => [response.status, response.headers.get('location')])).toEqual(
      Array(3).fill([303, 'http://shop.example/order/verify?payment=1']),
    )
    expect(await provider.readSession(sessionId)).toMatchObject({ status: 'succeeded', cardMasked: '•••• 4242' })
    await submit(url, { scenario: 'cancel' })
    expect(await provider.readSession(sessionId)).toMatchObject({ status: 'succeeded' })
    const callbacks = await callbacksOf(sessionId, 1)
    expect(callbacks).toHaveLength(1)
    expect(callbacks[0]).toMatchObject({ type: 'session.succeeded', sessionId, amount: 90_50, currency: 'GBP', account: 'playhouse-test' })
  })

  test('rejects cards other than its test cards, and keeps the name but not the number', async () => {
    const { sessionId, url } = await provider.createSession(requestOf())
    const response = await submit(url, { card: '5555 5555 5555 4444', name: 'Grace' })
    expect(response.status).toBe(422)
    const page = await response.text()
    expect(page).toContain('aria-invalid="true"')
    expect(page).toContain('value="Grace"')
    expect(page).not.toContain('5555')
    expect(await provider.readSession(sessionId)).toMatchObject({ status: 'open' })
  })

  test('declines a card, and then accepts another', async () => {
    const { sessionId, url } = await provider.createSession(requestOf())
    const declined = await submit(url, { card: '4000 0000 0000 0002' })
    expect(declined.headers.get('location')).toBe(new URL(url).pathname)
    expect(await (await fetch(url)).text()).toContain('role="alert"')
    expect(await provider.readSession(sessionId)).toMatchObject({ status: 'declined', cardMasked: '•••• 0002' })
    await submit(url, { card: '4242 4242 4242 4242' })
    expect(await provider.readSession(sessionId)).toMatchObject({ status: 'succeeded', cardMasked: '•••• 4242' })
    const types = (await callbacksOf(sessionId, 2)).map((callback) => callback?.type)
    expect(types.toSorted()).toEqual(['session.declined', 'session.succeeded'])
  })

  test('cancels, and accepts no payment afterwards', async () => {
    const { sessionId, url } = await provider.createSession(requestOf())
    const response = await submit(url, { scenario: 'cancel' })
    expect(response.headers.get('location')).toBe('http://shop.example/checkout/summary')
    await submit(url, { card: '4242424242424242' })
    expect(await provider.readSession(sessionId)).toMatchObject({ status: 'cancelled' })
    expect((await callbacksOf(sessionId, 1)).map((callback) => callback?.type)).toEqual(['session.cancelled'])
  })

  test('requires 3-D Secure for some cards, and follows the payer’s approval or refusal', async () => {
    const approved = await provider.createSession(requestOf())
    await submit(approved.url, { card: '4000 0000 0000 3220' })
    expect(await provider.readSession(approved.sessionId)).toMatchObject({ status: 'open' })
    await submit(`${approved.url}/challenge`, { answer: 'approve' })
    expect(await provider.readSession(approved.sessionId)).toMatchObject({ status: 'succeeded', cardMasked: '•••• 3220' })
    const refusal = await provider.createSession(requestOf())
    await submit(`${refusal.url}/challenge`, { answer: 'approve' })
    expect(await provider.readSession(refusal.sessionId)).toMatchObject({ status: 'open' })
    await submit(refusal.url, { scenario: 'challenge' })
    await submit(`${refusal.url}/challenge`, { answer: 'refuse' })
    expect(await provider.readSession(refusal.sessionId)).toMatchObject({ status: 'declined' })
  })

  test('a slow bank completes the payment, unless the session was expired meanwhile', async () => {
    // The bank's delay is longer than the test, which ends it by `answer-now`.
    const [folder, port] = [mkdtempSync(join(tmpdir(), 'slow-bank-')), await freePort()]
    const sandbox = new SandboxProcess(port, folder, secret, { PAYMENT_SANDBOX_SLOW_MS: '3600000' })
    await sandbox.start()
    onTestFinished(async () => {
      await sandbox.kill('SIGTERM')
      rmSync(folder, { recursive: true })
    })
    const provider = createPaymentProvider({ url: sandbox.url, secret })
    const [paid, closed] = [await provider.createSession(requestOf()), await provider.createSession(requestOf())]
    await submit(paid.url, { scenario: 'slow' })
    await submit(closed.url, { scenario: 'slow' })
    expect(await (await fetch(paid.url)).text()).toContain('src="/waiting.js"')
    expect(await (await fetch(`${paid.url}/state`)).json()).toEqual({ isWaiting: true })
    expect(await provider.expireSession(closed.sessionId)).toMatchObject({ status: 'expired' })
    for (const { url } of [paid, closed]) await submit(`${url}/answer-now`, {})
    expect(await provider.readSession(paid.sessionId)).toMatchObject({ status: 'succeeded' })
    expect(await provider.readSession(closed.sessionId)).toMatchObject({ status: 'expired' })
    expect(await (await fetch(`${paid.url}/state`)).json()).toEqual({ isWaiting: false })
    const next = await fetch(`${paid.url}/next`, { redirect: 'manual' })
    expect(next.headers.get('location')).toBe('http://shop.example/order/verify?payment=1')
  })
})

/** Opens a session that ends soon. If it would end before the request arrives, as on a stalled machine, tries again with a longer time. */
async function shortLived(milliseconds = 250) {
  const request = requestOf({ expiresAt: new Date(Date.now() + milliseconds).toISOString() })
  try {
    return { request, ...(await provider.createSession(request)) }
  } catch (error) {
    if (milliseconds > 60_000) throw error
    return shortLived(milliseconds * 8)
  }
}

describe('a session ends', () => {
  test('when the shop expires it', async () => {
    const { sessionId, url } = await provider.createSession(requestOf())
    expect(await provider.expireSession(sessionId)).toMatchObject({ status: 'expired' })
    expect(await provider.expireSession(sessionId)).toMatchObject({ status: 'expired' })
    await submit(url, { scenario: 'pay' })
    expect(await provider.readSession(sessionId)).toMatchObject({ status: 'expired' })
    expect((await callbacksOf(sessionId, 1)).map((callback) => callback?.type)).toEqual(['session.expired'])
  })

  test('when its time is over', async () => {
    const { request, sessionId, url } = await shortLived()
    expect((await callbacksOf(sessionId, 1)).map((callback) => callback?.type)).toEqual(['session.expired'])
    await submit(url, { scenario: 'pay' })
    expect(await provider.readSession(sessionId)).toMatchObject({ status: 'expired' })
    expect(await provider.createSession(request)).toEqual({ sessionId, url })
    await expect(provider.createSession({ ...request, attemptId: randomUUID() })).rejects.toMatchObject({ status: 422 })
  })
})

describe('callbacks', () => {
  test('a duplicate callback has the same event id', async () => {
    const { sessionId, url } = await provider.createSession(requestOf())
    await submit(url, { scenario: 'callback-doubled' })
    const [first, second] = await callbacksOf(sessionId, 2)
    expect(first).toMatchObject({ eventId: expect.stringMatching(/\S/) })
    expect(second).toEqual(first)
  })

  test('a lost callback is never sent; the session still has the correct status', async () => {
    const { sessionId, url } = await provider.createSession(requestOf())
    await submit(url, { scenario: 'callback-lost' })
    expect(await provider.readSession(sessionId)).toMatchObject({ status: 'succeeded' })
    const later = await provider.createSession(requestOf())
    await submit(later.url, { scenario: 'pay' })
    await callbacksOf(later.sessionId, 1)
    expect(inbox.of(sessionId)).toEqual([])
  })

  test('a callback of an earlier decline may arrive after that of the success', async () => {
    const { sessionId, url } = await provider.createSession(requestOf())
    await submit(url, { scenario: 'callback-out-of-order' })
    const [first, second] = await callbacksOf(sessionId, 2)
    expect([first?.type, second?.type]).toEqual(['session.succeeded', 'session.declined'])
    expect(Date.parse(second!.at)).toBeLessThan(Date.parse(first!.at))
    expect(await provider.readSession(sessionId)).toMatchObject({ status: 'succeeded' })
  })

  test('are sent again until the shop answers with success', async () => {
    inbox.status = 503
    const { sessionId, url } = await provider.createSession(requestOf())
    await submit(url, { scenario: 'pay' })
    await callbacksOf(sessionId, 2)
    inbox.status = 200
    const ids = (await callbacksOf(sessionId, 3)).map((callback) => callback?.eventId)
    expect(new Set(ids).size).toBe(1)
  })
})

test('after SIGKILL and a restart the sandbox still has its sessions, idempotency keys and unsent callbacks', async () => {
  inbox.status = 500
  const [paid, open] = [requestOf(), requestOf()]
  const first = await provider.createSession(paid)
  const second = await provider.createSession(open)
  await submit(first.url, { scenario: 'pay' })
  const refund = { sessionId: first.sessionId, amount: money(10), key: randomUUID() }
  const { refundId } = await provider.refund(refund)
  await sandbox.kill('SIGKILL')
  await expect(provider.readSession(first.sessionId)).rejects.toThrow(ProviderUnreachable)
  const before = inbox.of(first.sessionId).length
  inbox.status = 200
  await sandbox.start()
  expect(await provider.readSession(first.sessionId)).toMatchObject({ status: 'succeeded', cardMasked: '•••• 4242' })
  expect(await provider.createSession(paid)).toEqual(first)
  expect(await provider.createSession(open)).toEqual(second)
  expect(await provider.refund(refund)).toEqual({ refundId })
  const types = (await callbacksOf(first.sessionId, before + 2)).map((callback) => callback?.type)
  expect(new Set(types)).toEqual(new Set(['session.succeeded', 'refund.succeeded']))
  await submit(second.url, { scenario: 'pay' })
  expect(await provider.readSession(second.sessionId)).toMatchObject({ status: 'succeeded' })
})
