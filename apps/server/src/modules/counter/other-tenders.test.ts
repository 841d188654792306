import { expect, test } from 'vitest'
import { transact } from '#db'
import { addItem, applyCredit, readBasket } from '#modules/basket'
import { giveCredit } from '#modules/credit'
import { retryRefund, settleRefundByHand } from '#modules/payment'
import { customerOf, expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import type { OtherTender } from '@playhouse/domain/other-tender'
import { money } from '@playhouse/domain/money'
import { selling, vouchers } from '../payment/testing/item-buyer.ts'
import { sellAtCounter, type SaleRequest } from './sell.ts'
import { openTestCounter, readTestTakings } from './testing/test-counter.ts'

const cheque: OtherTender = { method: 'cheque', reference: { isRequired: true, pattern: '[0-9]{6}' } }
const tokens: OtherTender = { method: 'theatre-tokens', reference: { isRequired: false } }
const invoice: OtherTender = { method: 'invoice' }

const openTheatre = (...counterTenders: OtherTender[]): Promise<TestTheatre> => openTestTheatre((brand) => ({ ...brand, counterTenders }))

async function openCounter(theatre: TestTheatre) {
  const counter = await openTestCounter(theatre)
  const { shop, staff, actor } = counter
  const pay = async (basket: string, request: Pick<SaleRequest, 'way' | 'reference' | 'exchange'>) => {
    const { version } = await readBasket(theatre, basket)
    return sellAtCounter(shop, basket, { staff, role: 'manager', actor, locale: 'en' }, { version, delivery: 'print', ...request })
  }
  const sellBy = async (request: Pick<SaleRequest, 'way' | 'reference'>, customer: string | undefined, seats: readonly string[]) => {
    const sold = await pay(await counter.hold(customer, seats), request)
    if (!sold.ok) throw new Error(sold.error.code)
    return counter.read(sold.value.order)
  }
  return { ...counter, pay, sellBy, people: async () => (await readTestTakings(theatre)).people[0] }
}
const ids = ({ order }: { readonly order: { readonly tickets: readonly { readonly id: string }[] } }) => order.tickets.map(({ id }) => id)

test('sells for a cheque with the reference that the brand requires, and refunds it by a bank transfer that staff record', async () => {
  await using theatre = await openTheatre(cheque)
  const { hold, pay, read, giveBack, actor, people } = await openCounter(theatre)
  const { db } = theatre
  const basket = await hold(undefined, ['A.1', 'A.2'])
  for (const reference of [undefined, '', '12345', '1234567', 'abcdef'])
    expect(await pay(basket, { way: 'cheque', reference })).toMatchObject({
      error: { code: 'invalid-input', params: { fields: ['reference'] } },
    })
  expect(await pay(basket, { way: 'invoice' }), 'not accepted').toMatchObject({
    error: { code: 'invalid-input', params: { fields: ['way'] } },
  })
  const sold = await pay(basket, { way: 'cheque', reference: '000123' })
  expect(sold).toMatchObject({ value: { way: 'cheque', reference: '000123', paid: 90_00, tendered: null, change: null } })
  const number = sold.ok ? sold.value.order : ''
  const order = await read(number)
  expect(order).toMatchObject({ origin: 'cheque', reference: '000123', refundMeans: 'bank-transfer', taken: 90_00, may: { credit: false } })

  const [ticket] = ids(order)
  const returned = await giveBack(number, [ticket!], 'origin', money(45_00))
  expect(returned).toMatchObject({ value: { 'bank-transfer': 45_00, cash: 0, card: 0, credit: 0 } })
  const [refund] = (await read(number)).refunds
  expect(refund).toMatchObject({ amount: 45_00, state: 'failed', means: 'bank-transfer', refusal: null, byHand: null })
  expect(await people()).toMatchObject({
    cashIn: 0,
    cashBack: 0,
    cardBack: 0,
    tenders: [{ method: 'cheque', taken: 90_00, refunded: 45_00 }],
  })
  const queued = async () => (await db.selectFrom('outbox').select('topic').execute()).map(({ topic }) => topic)
  expect(await queued(), 'nothing is sent to a provider').not.toContain('payment.refund')
  expect(await retryRefund(db, refund!.id, actor), 'no provider sends it').toBe(false)
  expect(await settleRefundByHand(db, refund!.id, 'BACS 17', actor)).toBe(true)
  expect(await settleRefundByHand(db, refund!.id, 'BACS 17', actor), 'twice').toBe(false)
  expect((await read(number)).refunds).toMatchObject([{ state: 'made', byHand: 'BACS 17' }])
  expect((await queued()).filter((topic) => topic === 'mail.refund-made')).toHaveLength(1)
  await expectInvariants(theatre)
})

test('refunds a cheque in cash only where the brand does so, and Theatre Tokens in tokens', async () => {
  await using theatre = await openTheatre({ ...cheque, refundsInCash: true }, tokens)
  const { sellBy, giveBack, people } = await openCounter(theatre)
  const byCheque = await sellBy({ way: 'cheque', reference: '000123' }, undefined, ['A.1'])
  expect(await giveBack(byCheque.order.number, ids(byCheque), 'origin', money(45_00))).toMatchObject({ value: { cash: 45_00 } })
  const byTokens = await sellBy({ way: 'theatre-tokens' }, undefined, ['A.2'])
  expect(byTokens.reference).toBeNull()
  expect(await giveBack(byTokens.order.number, ids(byTokens), 'origin', money(45_00))).toMatchObject({
    value: { 'theatre-tokens': 45_00, cash: 0 },
  })
  expect(await people()).toMatchObject({
    cashIn: 0,
    cashBack: 45_00,
    tenders: [
      { method: 'theatre-tokens', taken: 45_00, refunded: 45_00 },
      { method: 'cheque', taken: 45_00, refunded: 0 },
    ],
  })
  await expectInvariants(theatre)
})

test('charges an invoice to a customer only, and gives neither credit nor an exchange for it', async () => {
  await using theatre = await openTheatre(invoice)
  const { hold, pay, sellBy, giveBack, read, actor } = await openCounter(theatre)
  expect(await pay(await hold(undefined, ['A.1']), { way: 'invoice' })).toMatchObject({ error: { code: 'no-customer' } })
  const customer = await customerOf(theatre)
  const sold = await sellBy({ way: 'invoice' }, customer.id, ['A.2', 'A.3'])
  const { number } = sold.order
  expect(sold).toMatchObject({ origin: 'invoice', may: { credit: false, exchange: false, origin: true } })
  const [ticket] = ids(sold)
  expect(await giveBack(number, [ticket!], 'credit', money(45_00))).toMatchObject({ error: { code: 'cancel-order-failed' } })
  const exchange = { order: number, tickets: [ticket!], value: money(45_00), rest: 'credit' as const }
  expect(await pay(await hold(customer.id, ['A.4']), { way: 'cash', exchange })).toMatchObject({ error: { code: 'cancel-order-failed' } })
  expect((await read(number)).order.tickets, 'nothing was returned').toHaveLength(2)
  expect(await giveBack(number, ids(sold), 'origin', money(90_00))).toMatchObject({ value: { 'credit-note': 90_00 } })
  const [refund] = (await read(number)).refunds
  expect(await settleRefundByHand(theatre.db, refund!.id, 'CN-7', actor)).toBe(true)
  await expectInvariants(theatre)
})

test('takes payment for a gift voucher that neither exchanged tickets nor account credit buy', async () => {
  await using theatre = await openTestTheatre((brand) => ({ ...selling(brand), counterTenders: [tokens] }))
  const { hold, pay, sellBy, actor, people } = await openCounter(theatre)
  const { id: customer } = await customerOf(theatre)
  await transact(theatre.db, (trx) => giveCredit(trx, { customer, amount: money(60_00), months: 6, from: 'issued' }, actor))
  const sold = await sellBy({ way: 'theatre-tokens' }, customer, ['A.1'])
  const basket = await hold(customer, ['A.2'])
  expect(await addItem(theatre, basket, actor, vouchers(25_00))).toMatchObject({ ok: true })
  await applyCredit(theatre, basket, actor)
  const exchange = { order: sold.order.number, tickets: ids(sold), value: money(45_00), rest: 'credit' as const }
  expect(await pay(basket, { way: 'theatre-tokens', exchange })).toMatchObject({
    value: { way: 'theatre-tokens', total: 70_00, exchanged: 45_00, credit: 0, paid: 25_00, back: null },
  })
  expect(await people()).toMatchObject({ otherIn: 45_00, tenders: [{ method: 'theatre-tokens', taken: 70_00 }] })
  await expectInvariants(theatre)
})

test('sells once for a cheque however often the request is repeated, also where it names a card', async () => {
  await using theatre = await openTheatre(cheque)
  const { hold, pay } = await openCounter(theatre)
  const basket = await hold(undefined, ['A.1'])
  const sale = await pay(basket, { way: 'cheque', reference: '000123' })
  expect(sale.ok).toBe(true)
  expect(await pay(basket, { way: 'cheque', reference: '000124' })).toEqual(sale)
  expect(await pay(basket, { way: 'card' })).toEqual(sale)
  expect(await theatre.db.selectFrom('payment_attempt').select(['provider', 'state']).execute()).toEqual([
    { provider: 'cheque', state: 'succeeded' },
  ])
  await expectInvariants(theatre)
})
