import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createPaymentProvider } from '#adapters/payment'
import { freePort, SandboxProcess } from '#adapters/payment/testing'
import { readBasket } from '#modules/basket'
import { ensureCounterBasket, holdAtCounter, openCounterPerformance, sellAtCounter, cancelCardPayment } from '#modules/counter'
import { settlePayment } from '#modules/payment'
import { addStaff, staffActor } from '#modules/staff'
import { expectInvariants, openTestTheatre } from '#testing'
import { money } from '@playhouse/domain/money'
import { createSandboxTerminal } from './index.ts'

const secret = 'a secret of the terminal test'
const folder = mkdtempSync(join(tmpdir(), 'terminal-'))
/** Milliseconds for which the reader waits for a card: longer than any test, or very briefly. */
const [longTimeoutMs, shortTimeoutMs] = ['3600000', '300']
let port: number
let sandbox: SandboxProcess

async function open(timeoutMs: string): Promise<void> {
  sandbox = new SandboxProcess(port, folder, secret, { PAYMENT_SANDBOX_PAD_MS: timeoutMs })
  await sandbox.start()
}
async function restart(timeoutMs: string): Promise<void> {
  await sandbox.kill('SIGTERM')
  await open(timeoutMs)
}

beforeAll(async () => {
  port = await freePort()
  await open(longTimeoutMs)
})
afterAll(async () => {
  await sandbox.kill('SIGTERM')
  rmSync(folder, { recursive: true })
})

/** Puts a card on the reader for the next payment. */
async function presentCard(card: string): Promise<void> {
  const response = await fetch(`${sandbox.url}/pad`, { method: 'POST', body: new URLSearchParams({ card }), redirect: 'manual' })
  expect(response.status).toBe(303)
}

/** A clerk with the card reader of the real sandbox, and a counter basket with one seat for tonight. */
async function openCounter() {
  const theatre = await openTestTheatre()
  const provider = createPaymentProvider({ url: sandbox.url, secret })
  const shop = { ...theatre, provider, origin: 'http://shop.example', terminal: createSandboxTerminal({ secret }) }
  await addStaff(theatre.db, { email: 'ann@house.example', name: 'Ann', role: 'clerk', password: 'never-typed-by-anyone' }, 'test')
  const { id: staff } = await theatre.db.selectFrom('staff').select('id').executeTakeFirstOrThrow()
  const actor = { name: staffActor({ id: staff }) }
  const basket = await ensureCounterBasket(theatre, { staff, customer: undefined, basket: undefined })
  const performance = (await openCounterPerformance(theatre, 'tonight'))!
  await holdAtCounter(theatre, basket, actor, performance, [{ seat: 'stalls.A.1', priceType: 'full' }], { role: 'clerk' })
  const sell = async (way: 'cash' | 'card' = 'card') => {
    const { version } = await readBasket(theatre, basket)
    return sellAtCounter(shop, basket, { staff, role: 'clerk', actor, locale: 'en' }, { version, way, delivery: 'print' })
  }
  const attempts = () => theatre.db.selectFrom('payment_attempt').select(['state', 'amount']).orderBy('created_at').execute()
  return { theatre, shop, basket, actor, sell, attempts }
}

test('a declined card, a cancelled payment and a timeout charge nothing and keep the seats held; the next card pays once', async () => {
  await restart(shortTimeoutMs)
  onTestFinished(() => restart(longTimeoutMs))
  const { theatre, basket, sell, attempts } = await openCounter()
  await using _ = theatre
  for (const [card, code, state] of [
    ['declined', 'payment-declined', 'declined'],
    ['cancelled', 'payment-cancelled', 'cancelled'],
    ['absent', 'payment-timed-out', 'cancelled'],
  ] as const) {
    await presentCard(card)
    expect(await sell(), card).toMatchObject({ ok: false, error: { code } })
    expect((await attempts()).at(-1)?.state, card).toBe(state)
    expect((await readBasket(theatre, basket)).tickets, card).toHaveLength(1)
  }
  const sold = await sell()
  // The amount is that of the session, without a tip.
  expect(sold).toMatchObject({ value: { way: 'card', paid: 45_00, total: 45_00 } })
  expect(await sell(), 'a repeated request').toEqual(sold)
  expect((await attempts()).filter(({ state }) => state === 'succeeded')).toEqual([{ state: 'succeeded', amount: 45_00 }])
  await expectInvariants(theatre)
})

test('when the response of the reader is lost, its outcome is read again and the card is charged once', async () => {
  const { theatre, sell, attempts } = await openCounter()
  await using _ = theatre
  await presentCard('response-lost')
  const sold = await sell()
  expect(sold).toMatchObject({ value: { way: 'card', paid: 45_00 } })
  expect(await sell('cash'), 'a repeated request returns the sale by card, though it asks for cash').toEqual(sold)
  expect(await attempts()).toEqual([{ state: 'succeeded', amount: 45_00 }])
  await expectInvariants(theatre)
})

test('an order paid by card at the counter is audited under the clerk, also when a provider callback settles it first', async () => {
  const { theatre, shop, sell, actor } = await openCounter()
  await using _ = theatre
  await presentCard('absent')
  const waiting = sell()
  const openSession = () => theatre.db.selectFrom('payment_attempt').selectAll().where('state', '=', 'redirected').executeTakeFirst()
  await expect.poll(openSession).toBeDefined()
  const { id, url } = (await openSession())!
  await fetch(url!, { method: 'POST', body: new URLSearchParams({ card: '4242 4242 4242 4242' }), redirect: 'manual' })
  await settlePayment(shop, id, { status: 'succeeded', amount: money(45_00), currency: theatre.brand.currency }, { name: 'provider' })
  expect(await waiting).toMatchObject({ value: { way: 'card', paid: 45_00 } })
  const confirmed = await theatre.db
    .selectFrom('audit')
    .select('actor')
    .where('subject', '=', 'order')
    .where('verb', '=', 'confirm')
    .execute()
  expect(confirmed).toEqual([{ actor: actor.name }])
  await expectInvariants(theatre)
})

test('the clerk cancels the card payment while the reader waits, and takes cash', async () => {
  const { theatre, shop, basket, actor, sell, attempts } = await openCounter()
  await using _ = theatre
  await presentCard('absent')
  const waiting = sell()
  const isOpen = async (): Promise<boolean> => (await attempts()).some(({ state }) => state === 'redirected')
  await expect.poll(isOpen).toBe(true)
  expect((await cancelCardPayment(shop, basket, actor)).ok).toBe(true)
  expect(await waiting).toMatchObject({ ok: false, error: { code: 'payment-cancelled' } })
  expect(await sell('cash')).toMatchObject({ value: { way: 'cash', paid: 45_00, change: 0 } })
  await expectInvariants(theatre)
})

test('when the sandbox dies during a card payment, the sale fails as unreachable, and a retry after its restart charges once', async () => {
  const { theatre, sell, attempts } = await openCounter()
  await using _ = theatre
  await presentCard('absent')
  const waiting = sell()
  await expect.poll(async () => (await attempts()).some(({ state }) => state === 'redirected')).toBe(true)
  await sandbox.kill()
  expect(await waiting).toMatchObject({ ok: false, error: { code: 'payment-unreachable' } })
  await sandbox.start()
  expect(await sell()).toMatchObject({ value: { way: 'card', paid: 45_00 } })
  expect((await attempts()).filter(({ state }) => state === 'succeeded')).toHaveLength(1)
  await expectInvariants(theatre)
})
