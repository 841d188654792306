import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { money } from '@playhouse/domain/money'
import { addItem, expireBaskets, openBasket, readBasket } from '#modules/basket'
import { addTickets } from '#modules/hold'
import { cancelPayment, reconcilePayments, settlePayment } from '#modules/payment'
import { customerOf, expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import { ensureCounterBasket, openCounterPerformance, readActivityLog } from '../counter/index.ts'
import { openTestCounter, readTestTakings } from '../counter/testing/test-counter.ts'
import { openPosterShop, posters } from '../payment/testing/item-buyer.ts'
import {
  cancelPaymentLink,
  createPaymentLink,
  expirePaymentLinks,
  issuePaymentLink,
  listPaymentLinks,
  resendPaymentLink,
  takeBackPaymentLink,
} from './index.ts'
import { claims, codeOf, codeVault, openLink, orders, payer, selling, topics } from './testing/test-link.ts'

describe('a payment link', () => {
  it('holds the seats for the brand’s hours, and stores no token in clear', async () => {
    await using theatre = await openTestTheatre(selling)
    const { basket, until, id, readToken, read, actor } = await openLink(theatre)
    const { rows } = await sql<{ isHeld: boolean }>`
      select bool_and(c.until = ${until} and b.deadline = ${until}) as "isHeld" from seat_claim c join basket b on b.id = c.basket_id
      where b.id = ${basket}`.execute(theatre.db)
    expect(rows).toEqual([{ isHeld: true }])
    const token = await readToken()
    for (const table of ['outbox', 'payment_link', 'audit', 'basket']) {
      const { rows } = await sql<{ text: string }>`select row_to_json(t)::text as text from ${sql.table(table)} t`.execute(theatre.db)
      for (const { text } of rows) expect(text, table).not.toContain(token)
    }
    expect(await read(token)).toMatchObject({ state: 'open', order: null, contents: { tickets: [{}, {}], totals: { leftToPay: 90_00 } } })
    expect(JSON.stringify(await read(token)), 'nothing of the customer').not.toMatch(/example\.(org|com)/)
    await issuePaymentLink({ db: theatre.db, codeVault }, id)
    expect(
      (await topics(theatre)).filter((topic) => topic === 'mail.payment-link'),
      'once',
    ).toHaveLength(1)
    const verbs = await theatre.db
      .selectFrom('audit')
      .select('verb')
      .where('subject', '=', 'payment-link')
      .where('actor', '=', actor.name)
      .execute()
    expect(verbs).toEqual([{ verb: 'create' }])
    await expectInvariants(theatre)
  })

  it('holds pieces of a stock without seats until its end', async () => {
    await using theatre = await openPosterShop(3)
    const shop = { ...theatre, brand: selling(theatre.brand) }
    const { staff, actor } = await openTestCounter(theatre)
    const { id: customer } = await customerOf(theatre)
    const basket = await ensureCounterBasket(shop, { staff, customer, basket: undefined })
    await addItem(shop, basket, actor, posters(2))
    const { version, quote } = await readBasket(shop, basket)
    const created = await createPaymentLink(shop, basket, { staff, version, quote }, actor)
    if (!created.ok) throw new Error(created.error.code)
    expect(await readBasket(shop, basket)).toMatchObject({ deadline: created.value.until.toISOString() })
  })

  it('ends at the start of the first performance where that is earlier', async () => {
    await using theatre = await openTestTheatre((brand) => ({ ...brand, limits: { ...brand.limits, paymentLinkHours: 336 } }))
    const { until } = await openLink(theatre)
    const { starts_at } = await theatre.db
      .selectFrom('performance')
      .select('starts_at')
      .where('id', '=', 'tonight')
      .executeTakeFirstOrThrow()
    expect(until.getTime()).toBeLessThanOrEqual(starts_at.getTime())
    await expectInvariants(theatre)
  })

  it('is refused without a customer, for an outdated basket, an empty one, and where the brand sends none', async () => {
    await using theatre = await openTestTheatre(selling)
    const { hold, staff, actor, customer } = await openLink(theatre)
    const create = async (basket: string, change: object = {}, deps: TestTheatre = theatre) => {
      const { version, quote } = await readBasket(theatre, basket)
      return codeOf(await createPaymentLink(deps, basket, { staff, version, quote, ...change }, actor))
    }
    expect(await create(await hold(undefined, ['B.1']))).toBe('no-customer')
    const basket = await hold(customer.id, ['B.2'])
    expect(await create(basket, { version: 99 })).toBe('price-changed')
    expect(await create(basket, { quote: 'another' })).toBe('price-changed')
    const { paymentLinkHours: _hours, ...limits } = theatre.brand.limits
    expect(await create(basket, {}, { ...theatre, brand: { ...theatre.brand, limits } })).toBe('not-allowed')
    expect(await create(await openBasket(theatre.db, theatre.brand, { staff_id: staff, customer_id: customer.id }))).toBe('basket-empty')
    await expectInvariants(theatre)
  })

  it('is refused where the basket has lost a seat, and takes the basket off every counter otherwise', async () => {
    await using theatre = await openTestTheatre(selling)
    const { staff, actor, hold, customer, basket: linked } = await openLink(theatre)
    const counters = theatre.db.selectFrom('staff_session').select('basket_id').where('basket_id', '=', linked)
    expect(await counters.execute()).toEqual([])
    const basket = await hold(customer.id, ['B.2', 'B.3'])
    const { version, quote } = await readBasket(theatre, basket)
    const rival = await openBasket(theatre.db, theatre.brand)
    await sql`update seat_claim set basket_id = ${rival} where basket_id = ${basket} and seat = (select max(seat) from seat_claim where basket_id = ${basket})`.execute(
      theatre.db,
    )
    expect(codeOf(await createPaymentLink(theatre, basket, { staff, version, quote }, actor))).toBe('basket-expired')
    expect(await theatre.db.selectFrom('payment_link').select('basket_id').execute()).toEqual([{ basket_id: linked }])
  })

  it('is paid once, and becomes an order of the customer, sold by the staff user', async () => {
    await using theatre = await openTestTheatre(selling)
    const { shop, staff, customer, readToken, read, pay, end, sessions } = await openLink(theatre)
    const token = await readToken()
    const [first, second] = await Promise.all([pay(token), pay(token)])
    if (!first.ok || !second.ok) throw new Error('not started')
    expect(first.value, 'the same page in two tabs').toEqual(second.value)
    expect(sessions.size).toBe(1)
    expect((await read(token)).state).toBe('paying')
    end(first.value.payment, 'succeeded')
    const [order] = await Promise.all([read(token), read(token)])
    const [placed] = await orders(theatre)
    expect(order).toMatchObject({ state: 'paid', order: placed!.number, contents: null })
    expect(placed).toMatchObject({ channel: 'box-office', staff_id: staff, customer_id: customer.id })
    expect(codeOf(await pay(token))).toBe('payment-link-paid')
    expect(await topics(theatre)).toContain('mail.order-confirmed')
    expect(await claims(theatre)).toEqual(['sold', 'sold'])
    expect(await expirePaymentLinks(theatre.db)).toBe(0)
    await reconcilePayments(shop)
    await expectInvariants(theatre)
  })

  it('is audited as the payer’s sale, and listed as paid by the link that the staff user sent', async () => {
    await using theatre = await openTestTheatre(selling)
    const { staff, readToken, read, pay, end } = await openLink(theatre)
    const token = await readToken()
    const started = await pay(token)
    if (!started.ok) throw new Error(started.error.code)
    end(started.value.payment, 'succeeded')
    await read(token)
    const at = (await openCounterPerformance(theatre, 'tonight'))!
    const paid = (await readActivityLog(theatre, at)).filter(({ verb }) => ['sell', 'pay-by-link'].includes(verb))
    expect(paid).toMatchObject([{ who: 'Max', verb: 'pay-by-link', amount: 90_00, order: (await read(token)).order }])
    const confirmed = theatre.db.selectFrom('audit').select('actor').where('verb', '=', 'confirm')
    expect(await confirmed.execute()).toEqual([{ actor: payer.actor.name }])
    const ticketSales = { kind: 'ticket', count: 2, amount: 90_00, tenders: [{ tender: 'card', amount: 90_00 }] }
    expect(await readTestTakings(theatre)).toMatchObject({ people: [], kinds: [], links: { sales: 1, kinds: [ticketSales] } })
    expect((await readTestTakings(theatre, staff)).links.sales, 'of the staff user who sent it').toBe(1)
    const { staff: colleague } = await openTestCounter(theatre, 'clerk', 'Ada')
    expect((await readTestTakings(theatre, colleague)).links, 'of another one').toEqual({ sales: 0, kinds: [] })
  })

  it('shows neither address nor saved card of the customer to its holder, and leads back to its page', async () => {
    await using theatre = await openTestTheatre(selling)
    const { readToken, pay, requests } = await openLink(theatre)
    expect((await pay(await readToken())).ok).toBe(true)
    const [request] = requests
    expect(request).toMatchObject({ returnUrl: expect.stringContaining('/order/payment-link?payment=') })
    expect(request).not.toHaveProperty('customerId')
    expect(request).not.toHaveProperty('keptCards')
    expect(JSON.stringify(request), 'no name or address of the customer').not.toMatch(/example\.(org|com)|Quill/)
  })

  it('can be paid again after a declined card', async () => {
    await using theatre = await openTestTheatre(selling)
    const { readToken, read, pay, end } = await openLink(theatre)
    const token = await readToken()
    const first = await pay(token)
    if (!first.ok) throw new Error(first.error.code)
    end(first.value.payment, 'declined')
    expect(await read(token)).toMatchObject({ state: 'open', contents: { lastPayment: 'declined' } })
    const second = await pay(token)
    if (!second.ok) throw new Error(second.error.code)
    end(second.value.payment, 'succeeded')
    expect((await read(token)).state).toBe('paid')
    expect(await orders(theatre)).toHaveLength(1)
    await expectInvariants(theatre)
  })

  it('expires once, releases its seats and queues a letter', async () => {
    await using theatre = await openTestTheatre(selling)
    const { readToken, read, pay, expire } = await openLink(theatre)
    const token = await readToken()
    await sql`update payment_link set valid_until = now() - interval '1 second'`.execute(theatre.db)
    expect(await expirePaymentLinks(theatre.db), 'the basket has more time after a failed payment').toBe(0)
    expect(await expire()).toBe(1)
    expect(await expire(), 'twice').toBe(0)
    expect(await claims(theatre)).toEqual([])
    expect(await read(token)).toMatchObject({ state: 'expired', contents: null })
    expect(codeOf(await pay(token))).toBe('payment-link-expired')
    expect((await topics(theatre)).filter((topic) => topic === 'mail.payment-link-expired')).toHaveLength(1)
    const rival = await openBasket(theatre.db, theatre.brand)
    expect(codeOf(await addTickets(theatre, rival, payer.actor, 'tonight', [{ seat: 'stalls.A.1', priceType: 'full' }]))).toBe('ok')
    await expectInvariants(theatre)
  })

  it('expires with a letter before its end where the basket’s own sweep came first', async () => {
    await using theatre = await openTestTheatre(selling)
    const { readToken, read, basket } = await openLink(theatre)
    const token = await readToken()
    await sql`update basket set deadline = now() - interval '1 second' where id = ${basket}`.execute(theatre.db)
    expect(await expireBaskets(theatre.db)).toBe(1)
    expect((await read(token)).state).toBe('expired')
    expect(await expirePaymentLinks(theatre.db)).toBe(1)
    expect(await topics(theatre)).toContain('mail.payment-link-expired')
    await expectInvariants(theatre)
  })

  it('waits for an open payment page at its end, and is honoured by the payment', async () => {
    await using theatre = await openTestTheatre(selling)
    const { readToken, read, pay, expire, end } = await openLink(theatre)
    const token = await readToken()
    const started = await pay(token)
    if (!started.ok) throw new Error(started.error.code)
    expect(await expire()).toBe(0)
    expect((await read(token)).state).toBe('paying')
    end(started.value.payment, 'succeeded')
    expect((await read(token)).state).toBe('paid')
    expect(await claims(theatre)).toEqual(['sold', 'sold'])
    await expectInvariants(theatre)
  })

  it.each([
    ['sold where the seats are free', false, 'succeeded'],
    ['refunded where another visitor has a seat', true, 'refund-due'],
  ] as const)('money that arrives after the end is %s', async (_, isSeatGone, state) => {
    await using theatre = await openTestTheatre(selling)
    const { shop, customer, readToken, pay, expire } = await openLink(theatre)
    const started = await pay(await readToken())
    if (!started.ok) throw new Error(started.error.code)
    const { payment } = started.value
    await cancelPayment(shop, customer.id, payment, payer.actor)
    await expire()
    if (isSeatGone) {
      const rival = await openBasket(theatre.db, theatre.brand)
      await addTickets(theatre, rival, payer.actor, 'tonight', [{ seat: 'stalls.A.1', priceType: 'full' }])
    }
    await settlePayment(shop, payment, { status: 'succeeded', amount: money(90_00), currency: 'GBP' }, payer.actor)
    const attempt = await theatre.db.selectFrom('payment_attempt').select('state').where('id', '=', payment).executeTakeFirstOrThrow()
    expect(attempt.state).toBe(state)
    expect(await orders(theatre)).toHaveLength(isSeatGone ? 0 : 1)
    await sql`update outbox set done_at = now()`.execute(theatre.db)
    await expectInvariants(theatre)
  })

  it('is replaced when it is sent again: the old token is unknown', async () => {
    await using theatre = await openTestTheatre(selling)
    const { id, actor, readToken, read, pay } = await openLink(theatre)
    const first = await readToken()
    expect((await resendPaymentLink(theatre, id, actor)).ok).toBe(true)
    expect(codeOf(await pay(first)), 'before the new one is made').toBe('page-not-found')
    const second = await readToken()
    expect(second).not.toBe(first)
    expect(await read(first)).toBeUndefined()
    expect((await read(second)).state).toBe('open')
    await expectInvariants(theatre)
  })

  it('is cancelled: its page is closed and its seats are on sale', async () => {
    await using theatre = await openTestTheatre(selling)
    const { shop, id, actor, readToken, read, pay, basket } = await openLink(theatre)
    const token = await readToken()
    await pay(token)
    expect(codeOf(await cancelPaymentLink(shop, id, actor))).toBe('ok')
    expect(codeOf(await cancelPaymentLink(shop, id, actor)), 'twice').toBe('payment-link-cancelled')
    expect(await read(token)).toMatchObject({ state: 'cancelled', contents: null })
    expect(codeOf(await pay(token))).toBe('payment-link-cancelled')
    expect(codeOf(await resendPaymentLink(theatre, id, actor))).toBe('payment-link-cancelled')
    expect(await claims(theatre)).toEqual([])
    expect((await readBasket(theatre, basket)).state).toBe('reset')
    expect((await topics(theatre)).filter((topic) => topic.startsWith('mail.payment-link-'))).toEqual(['mail.payment-link-cancelled'])
    await expectInvariants(theatre)
  })

  it('is not cancelled after it was paid, though nothing has reported the payment yet', async () => {
    await using theatre = await openTestTheatre(selling)
    const { shop, id, actor, readToken, pay, end } = await openLink(theatre)
    const started = await pay(await readToken())
    if (!started.ok) throw new Error(started.error.code)
    end(started.value.payment, 'succeeded')
    expect(codeOf(await cancelPaymentLink(shop, id, actor))).toBe('payment-link-paid')
    expect(await orders(theatre)).toHaveLength(1)
    await expectInvariants(theatre)
  })

  it('is taken back and paid at the counter: the link is paid then, and charges nothing', async () => {
    await using theatre = await openTestTheatre(selling)
    const { shop, id, actor, basket, readToken, read, pay, sellForCash } = await openLink(theatre)
    const token = await readToken()
    await pay(token)
    expect(codeOf(await takeBackPaymentLink(shop, id, actor))).toBe('ok')
    expect(codeOf(await pay(token))).toBe('payment-link-cancelled')
    const soon = await sql<{ isSoon: boolean }>`
      select deadline <= now() + make_interval(secs => ${theatre.brand.limits.holdSeconds}) as "isSoon" from basket where id = ${basket}`.execute(
      theatre.db,
    )
    expect(soon.rows).toEqual([{ isSoon: true }])
    expect(await sellForCash()).toMatchObject({ value: { way: 'cash', paid: 90_00 } })
    expect(codeOf(await pay(token))).toBe('payment-link-paid')
    expect(await read(token)).toMatchObject({ state: 'paid' })
    expect(await readTestTakings(theatre)).toMatchObject({ people: [{ sales: 1, cashIn: 90_00 }], links: { sales: 0, kinds: [] } })
    expect(await orders(theatre)).toHaveLength(1)
    await expectInvariants(theatre)
  })

  it('is listed for staff with what it is for, who made it and its end', async () => {
    await using theatre = await openTestTheatre(selling)
    const { id, customer, until, expire } = await openLink(theatre)
    const expected = { id, amount: 90_00, tickets: 2, items: 0, by: 'Max', customer: { id: customer.id, email: customer.email } }
    expect(await listPaymentLinks(theatre)).toMatchObject([
      { ...expected, state: 'open', until: until.toISOString(), performance: { title: expect.any(String) } },
    ])
    await expire()
    expect(await listPaymentLinks(theatre)).toMatchObject([{ ...expected, state: 'expired' }])
  })
})
