import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { money } from '@playhouse/domain/money'
import { applyVoucher } from '#modules/basket'
import { issueVoucher } from '#modules/voucher'
import { customerOf, expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import { cancelPayment, checkPayment, type PaymentDeps, startPayment, applyCallback } from './index.ts'
import { actor, createBuyer, openManualProvider, openPaymentPage, callbackOf } from './testing/buyer.ts'

const often = { error: { code: 'payment-declined-often', params: { minutes: 60 } } }
type Buyer = Awaited<ReturnType<typeof createBuyer>>

/** A provider that declines every card, and buyers who try. */
async function trying(theatre: TestTheatre) {
  const manual = openManualProvider(theatre)
  const shop = { ...theatre, ...manual.shop }
  const decline = async ({ start, customer }: Buyer) => {
    const startResult = await start()
    if (!startResult.ok) throw new Error(startResult.error.code)
    manual.end(startResult.value.payment, 'declined')
    await checkPayment(shop, customer.id, startResult.value.payment, actor)
  }
  return { ...manual, shop, decline }
}
const from = async (shop: PaymentDeps & TestTheatre, { customer, basket, read }: Buyer, network: string) =>
  startPayment(shop, customer, basket, (await read()).version, 'en', { ...actor, network })

describe('declined cards', () => {
  it('are limited to three per basket and hour; the fourth attempt is rejected and keeps the basket', async () => {
    await using theatre = await openTestTheatre()
    const { shop, decline } = await trying(theatre)
    const buyer = await createBuyer(shop, ['A.1', 'A.2'])
    for (let card = 0; card < 3; card++) await decline(buyer)
    expect(await buyer.start()).toMatchObject(often)
    expect(await buyer.read()).toMatchObject({ state: 'open', tickets: [{}, {}], billing: { lastName: 'Quill' } })
    await sql`update payment_attempt set declined_at = declined_at - interval '61 minutes'`.execute(theatre.db)
    expect(await buyer.start()).toMatchObject({ ok: true })
    await expectInvariants(theatre)
  })

  it('do not prevent a payment without a card', async () => {
    await using theatre = await openTestTheatre()
    const { shop, decline } = await trying(theatre)
    const buyer = await createBuyer(shop, ['A.1'])
    for (let card = 0; card < 3; card++) await decline(buyer)
    await issueVoucher(theatre.db, { amount: money(45_00), code: 'GIFT-OTHELLO' }, actor)
    await applyVoucher(theatre, buyer.basket, actor, 'GIFT-OTHELLO')
    expect(await buyer.start()).toMatchObject({ ok: true, value: { redirectUrl: null } })
    await expectInvariants(theatre)
  })

  it('are limited to five per customer, across baskets', async () => {
    await using theatre = await openTestTheatre()
    const { shop, decline } = await trying(theatre)
    const customer = await customerOf(theatre)
    const [firstBuyer, secondBuyer] = [await createBuyer(shop, ['A.1'], customer), await createBuyer(shop, ['B.1'], customer)]
    for (const buyer of [firstBuyer, firstBuyer, firstBuyer, secondBuyer, secondBuyer]) await decline(buyer)
    expect(await secondBuyer.start()).toMatchObject(often)
    expect(await (await createBuyer(shop, ['C.1'])).start()).toMatchObject({ ok: true })
  })

  it('are limited to twenty per network, across customers', async () => {
    await using theatre = await openTestTheatre()
    const { shop } = await trying(theatre)
    const buyer = await createBuyer(shop, ['A.1'])
    const stranger = await createBuyer(shop, ['B.1'])
    await from(shop, stranger, '198.51.100.7')
    // Nineteen other attempts from the same network.
    await sql`
      with other as (
        insert into basket (id, state, delivery, notes) select gen_random_uuid(), 'expired', '{}', '{}' from generate_series(1, 20) returning id),
      trail as (insert into audit (id, actor, subject, subject_id, verb, to_state)
        select gen_random_uuid(), 'test', 'basket', id::text, 'expire', 'expired' from other)
      insert into payment_attempt (id, basket_id, customer_id, provider, state, amount, currency, quote, quote_hash, locale, pay_until, network, declines, declined_at)
      select gen_random_uuid(), other.id, ${stranger.customer.id}, 'hand', 'declined', a.amount, a.currency, a.quote, '', 'en', now(), '203.0.113.9', 1, now()
      from other, payment_attempt a where a.network = '198.51.100.7'`.execute(theatre.db)
    expect(await from(shop, buyer, '203.0.113.9')).toMatchObject(often)
    expect(await from(shop, buyer, '203.0.113.10')).toMatchObject({ ok: true })
  })

  it('on the provider’s page are counted once each, and the fifth closes the page', async () => {
    await using theatre = await openTestTheatre()
    const { shop, attempt, read, end, sessions } = await openPaymentPage(theatre)
    end(attempt, 'declined')
    const sendDecline = (event: number) =>
      applyCallback(shop, callbackOf(attempt, { eventId: `e${event}`, type: 'session.declined', amount: money(90_00) }), actor)
    for (const event of [1, 1, 1, 2, 3, 4]) await sendDecline(event)
    expect(sessions.get(`s-${attempt}`)).toMatchObject({ status: 'declined' })
    await sendDecline(5)
    expect(sessions.get(`s-${attempt}`)).toMatchObject({ status: 'expired' })
    expect(await read()).toMatchObject({ state: 'open', lastPayment: 'declined', tickets: [{}, {}] })
    const counted = await theatre.db.selectFrom('payment_attempt').select(['state', 'declines']).execute()
    expect(counted).toEqual([{ state: 'declined', declines: 5 }])
    await expectInvariants(theatre)
  })

  it('count for a payer who returns before the callback arrives', async () => {
    await using theatre = await openTestTheatre()
    const { shop, attempt, customer, end } = await openPaymentPage(theatre)
    end(attempt, 'declined')
    expect(await cancelPayment(shop, customer.id, attempt, actor)).toMatchObject({ value: { state: 'declined' } })
  })
})
