import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { money } from '@playhouse/domain/money'
import {
  addItem,
  adoptBasket,
  applyVoucher,
  changeItem,
  expireBaskets,
  findKeptBasket,
  openBasket,
  readBasket,
  readBasketSummary,
  removeItem,
  resetBasket,
  setDelivery,
  setNotes,
} from '#modules/basket'
import { addTickets } from '#modules/hold'
import { listMemberships } from '#modules/membership'
import { listOrders, readOrder } from '#modules/order'
import { applyRetention } from '#modules/retention'
import { issueVoucher } from '#modules/voucher'
import { expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import { cancelPayment, startPayment, validatePage } from './index.ts'
import { actor } from './testing/buyer.ts'
import { billing, createItemBuyer, friend, gift, protection, selling } from './testing/item-buyer.ts'

const staff = { name: 'staff Prospero' }
const topics = async ({ db }: TestTheatre) => (await db.selectFrom('outbox').select('topic').execute()).map(({ topic }) => topic)
const lapse = ({ db }: TestTheatre, basket: string) =>
  db
    .updateTable('basket')
    .set({ deadline: sql<Date>`now() - interval '1 second'` })
    .where('id', '=', basket)
    .execute()

describe('a basket without tickets', () => {
  it('is priced, has no deadline and no delivery, and counts its items', async () => {
    await using theatre = await openTestTheatre(selling)
    const { basket, read, customer } = await createItemBuyer(theatre, [gift(20_00), friend])
    expect(await read()).toMatchObject({
      state: 'open',
      deadline: null,
      tickets: [],
      items: [
        { kind: 'donation', amount: 20_00, detail: { fund: 'stage', tributeName: 'Nan' }, quantity: 1, performance: null },
        { kind: 'membership', name: 'Friend', amount: 60_00, detail: { membership: 'friend', months: 12 } },
      ],
      totals: { subtotal: 80_00, delivery: 0, total: 80_00, leftToPay: 80_00 },
      refundProtection: null,
    })
    expect(await readBasketSummary(theatre, basket)).toMatchObject({ state: 'open', count: 0, items: 2, total: 80_00, deadline: null })
    expect(await setDelivery(theatre, basket, actor, { method: 'postal', address: billing.address })).toMatchObject({ ok: true })
    expect((await read()).totals.total, 'nothing is delivered').toBe(80_00)
    expect(await validatePage(theatre, customer.id, basket, 'payment')).toMatchObject({ ok: true })
    expect(await addItem(theatre, basket, actor, protection)).toMatchObject({ error: { code: 'basket-empty' } })
  })

  it('is empty once its last item is removed: vouchers do not reappear with the next one', async () => {
    await using theatre = await openTestTheatre(selling)
    const { basket, read, start } = await createItemBuyer(theatre, [gift(20_00)])
    await issueVoucher(theatre.db, { amount: money(5_00), code: 'GIFT-OTHELLO' }, staff)
    expect(await applyVoucher(theatre, basket, actor, 'GIFT-OTHELLO')).toMatchObject({ ok: true })
    expect((await read()).totals).toMatchObject({ paid: 5_00, leftToPay: 15_00 })
    await removeItem(theatre, basket, actor, (await read()).items[0]!.id)
    expect(await start()).toMatchObject({ error: { code: 'basket-empty' } })
    expect(await setNotes(theatre, basket, actor, { order: '', access: '' })).toMatchObject({ error: { code: 'basket-empty' } })
    await addItem(theatre, basket, actor, gift(20_00))
    expect(await read()).toMatchObject({ giftVouchers: [], totals: { leftToPay: 20_00 } })
  })

  it.each([
    ['a customer', false],
    ['a guest', true],
  ])('is paid for by %s: ordered, listed, mailed and recorded', async (_who, isGuest) => {
    await using theatre = await openTestTheatre(selling)
    const { shop, customer, pay, basket } = await createItemBuyer(theatre, isGuest ? [gift(20_00)] : [gift(20_00), friend], isGuest)
    const number = await pay()
    const total = isGuest ? 20_00 : 80_00
    const { order, boughtTickets } = (await readOrder(shop, customer.id, number))!
    expect(order).toMatchObject({ state: 'confirmed', tickets: [], totals: { total, paid: total, leftToPay: 0 } })
    expect(boughtTickets).toEqual([])
    expect(order.items[0]).toMatchObject({ kind: 'donation', detail: { tributeName: 'Nan' }, isReturned: false })
    expect(await listOrders(shop, customer.id)).toMatchObject([
      {
        number,
        title: null,
        firstAt: null,
        timeZone: null,
        hall: null,
        count: 0,
        items: [{ kind: 'donation', name: 'The stage fund', quantity: 1 }, {}].slice(0, isGuest ? 1 : 2),
        total,
      },
    ])
    expect(await topics(theatre)).toEqual(['mail.order-confirmed'])
    expect(await theatre.db.selectFrom('donation').select(['customer_id', 'amount']).execute()).toEqual([
      { customer_id: customer.id, amount: 20_00 },
    ])
    expect(await listMemberships(theatre.db, theatre.brand, customer.id)).toHaveLength(isGuest ? 0 : 1)
    expect(await readBasket(theatre, basket)).toMatchObject({ state: 'completed', items: [], totals: { total: 0 } })
    await expectInvariants(theatre)
  })

  it('is open again without a deadline after its payment was cancelled', async () => {
    await using theatre = await openTestTheatre(selling)
    const { shop, customer, start, read, pay } = await createItemBuyer(theatre, [gift(20_00)])
    const started = await start()
    if (!started.ok) throw new Error(started.error.code)
    expect(await read()).toMatchObject({ state: 'paying', items: [{ kind: 'donation' }], totals: { total: 20_00 } })
    await cancelPayment(shop, customer.id, started.value.payment, actor)
    expect(await read()).toMatchObject({ state: 'open', deadline: null, lastPayment: 'cancelled', items: [{ kind: 'donation' }] })
    expect(await expireBaskets(theatre.db)).toBe(0)
    expect(await pay()).not.toBe('')
    await expectInvariants(theatre)
  })

  it('is not paid for at another price than the one shown', async () => {
    await using theatre = await openTestTheatre(selling)
    const { shop, customer, basket, read } = await createItemBuyer(theatre, [gift(20_00)])
    const basketView = await read()
    await changeItem(theatre, basket, actor, basketView.items[0]!.id, { amount: money(30_00) })
    expect(await startPayment(shop, customer, basket, basketView.version, 'en', actor)).toMatchObject({ error: { code: 'price-changed' } })
  })
})

describe('a basket with seats and other items whose hold lapses', () => {
  async function mixed(theatre: TestTheatre) {
    const buyer = await createItemBuyer(theatre, [gift(20_00)])
    const seats = ['A.1', 'A.2'].map((seat) => ({ seat: `stalls.${seat}`, priceType: 'full' }))
    expect(await addTickets(theatre, buyer.basket, actor, 'tonight', seats)).toMatchObject({ ok: true })
    expect(await addItem(theatre, buyer.basket, actor, protection)).toMatchObject({ ok: true })
    expect(await buyer.read()).toMatchObject({ deadline: expect.any(String), totals: { total: 90_00 + 20_00 + 5_00 } })
    return buyer
  }
  const withoutSeats = {
    state: 'open',
    tickets: [],
    items: [{ kind: 'donation', amount: 20_00 }],
    deadline: null,
    totals: { total: 20_00 },
    lapsed: [{ instance: 'tonight', seats: ['stalls.A.1', 'stalls.A.2'] }],
  }

  it('returns basket-expired for the first change after it, and then stays open with its other items', async () => {
    await using theatre = await openTestTheatre(selling)
    const { basket, read, pay, start } = await mixed(theatre)
    await lapse(theatre, basket)
    expect(await read(), 'before any process has noticed').toMatchObject(withoutSeats)
    expect(await readBasketSummary(theatre, basket)).toMatchObject({ state: 'open', count: 0, items: 1, total: 20_00, deadline: null })
    expect(await start()).toMatchObject({ error: { code: 'basket-expired' } })
    expect(await read()).toMatchObject(withoutSeats)
    expect(await setNotes(theatre, basket, actor, { order: '', access: '' })).toMatchObject({ ok: true })
    expect(await pay()).not.toBe('')
    await expectInvariants(theatre)
  })

  it('keeps its other items when the sweeper ends the hold, and frees the seats', async () => {
    await using theatre = await openTestTheatre(selling)
    const { basket, read } = await mixed(theatre)
    const otherBasket = await openBasket(theatre.db, theatre.brand)
    await addTickets(theatre, otherBasket, actor, 'tonight', [{ seat: 'stalls.B.1', priceType: 'full' }])
    for (const id of [basket, otherBasket]) await lapse(theatre, id)
    expect(await expireBaskets(theatre.db)).toBe(2)
    expect(await read()).toMatchObject(withoutSeats)
    expect(await readBasket(theatre, otherBasket), 'with seats alone').toMatchObject({ state: 'expired', tickets: [] })
    expect(await theatre.db.selectFrom('seat_claim').selectAll().where('state', '=', 'held').execute()).toEqual([])
    expect(
      await theatre.db.selectFrom('audit').select('verb').where('subject_id', '=', basket).where('verb', '=', 'lapse').execute(),
    ).toHaveLength(1)
    expect(await expireBaskets(theatre.db), 'once').toBe(0)
    expect(await addTickets(theatre, basket, actor, 'tonight', [{ seat: 'stalls.A.1', priceType: 'full' }])).toMatchObject({ ok: true })
    expect(await read()).toMatchObject({ lapsed: [], deadline: expect.any(String), totals: { total: 65_00 } })
    await expectInvariants(theatre)
  })

  it('is emptied as a whole by a reset, also after the hold has lapsed', async () => {
    await using theatre = await openTestTheatre(selling)
    const { basket } = await mixed(theatre)
    await lapse(theatre, basket)
    const next = await resetBasket(theatre, basket, actor)
    expect(await readBasket(theatre, basket)).toMatchObject({ state: 'reset', items: [] })
    expect(await readBasket(theatre, next.ok ? next.value : '')).toMatchObject({ state: 'open', items: [] })
    await expectInvariants(theatre)
  })
})

describe('a basket that is kept', () => {
  const age = ({ db }: TestTheatre, basket: string, days: number) =>
    sql`update basket set kept_until = kept_until - make_interval(days => ${days}), created_at = created_at - make_interval(days => ${days})
      where id = ${basket}::uuid`.execute(db)

  it('is found by the customer who signs in, for the days of the brand', async () => {
    await using theatre = await openTestTheatre(selling)
    const { basket, customer } = await createItemBuyer(theatre, [gift(20_00)])
    await age(theatre, basket, theatre.brand.limits.basketDays - 1)
    expect(await adoptBasket(theatre, customer.id, undefined, actor)).toEqual({ basket })
    await age(theatre, basket, 1)
    expect(await adoptBasket(theatre, customer.id, undefined, actor)).toEqual({ basket: undefined })
  })

  it('joins the basket of the visit at sign-in, with or without seats, and of a kind the newer item stays', async () => {
    await using theatre = await openTestTheatre(selling)
    const { customer } = await createItemBuyer(theatre, [gift(20_00), friend])
    const visit = await openBasket(theatre.db, theatre.brand)
    await addItem(theatre, visit, actor, gift(30_00))
    await addTickets(theatre, visit, actor, 'tonight', [{ seat: 'stalls.A.1', priceType: 'full' }])
    const { deadline } = await readBasket(theatre, visit)
    expect(await adoptBasket(theatre, customer.id, visit, actor)).toEqual({ basket: visit })
    const joined = await readBasket(theatre, visit)
    expect(joined.items.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['membership', 60_00],
      ['donation', 30_00],
    ])
    expect(joined).toMatchObject({ deadline, totals: { total: 45_00 + 30_00 + 60_00 } })
    await expectInvariants(theatre)
  })

  it('gives its seats and their deadline to a visit that has only items', async () => {
    await using theatre = await openTestTheatre(selling)
    const { basket, customer } = await createItemBuyer(theatre, [friend])
    await addTickets(theatre, basket, actor, 'tonight', [{ seat: 'stalls.A.1', priceType: 'full' }])
    const { deadline } = await readBasket(theatre, basket)
    const visit = await openBasket(theatre.db, theatre.brand)
    await addItem(theatre, visit, actor, gift(30_00))
    expect(await adoptBasket(theatre, customer.id, visit, actor)).toEqual({ basket: visit, other: { became: 'joined', tickets: 1 } })
    expect(await readBasket(theatre, visit)).toMatchObject({ deadline, tickets: [{ seat: 'stalls.A.1' }], totals: { total: 135_00 } })
    await expectInvariants(theatre)
  })

  it('is found in the browser of a guest without the details that the guest had entered, and not after the brand’s days', async () => {
    await using theatre = await openTestTheatre(selling)
    const { basket, customer } = await createItemBuyer(theatre, [gift(20_00)], true)
    await setNotes(theatre, basket, actor, { order: '', access: 'A wheelchair', termsAccepted: true })
    const find = () => findKeptBasket(theatre.db, theatre.brand, basket)
    expect(await find()).toBe(basket)
    expect(await readBasket(theatre, basket)).toMatchObject({
      ...{ billing: null, notes: { order: '', access: '' }, termsAccepted: false, delivery: { address: null } },
      items: [{ kind: 'donation', amount: 20_00 }],
    })
    expect(await theatre.db.selectFrom('basket').select('customer_id').where('id', '=', basket).execute()).toEqual([{ customer_id: null }])
    await age(theatre, basket, theatre.brand.limits.basketDays)
    expect(await find()).toBeUndefined()
    expect(customer.id).toBeDefined()
  })

  it('is not found in a browser where it belongs to an account, holds seats, is being paid for, or is empty', async () => {
    await using theatre = await openTestTheatre(selling)
    const find = (basket: string) => findKeptBasket(theatre.db, theatre.brand, basket)
    const { basket } = await createItemBuyer(theatre, [gift(20_00)])
    expect(await find(basket), 'of an account').toBeUndefined()
    const visit = await openBasket(theatre.db, theatre.brand)
    expect(await find(visit), 'empty').toBeUndefined()
    await addItem(theatre, visit, actor, gift(20_00))
    expect(await find(visit)).toBe(visit)
    await addTickets(theatre, visit, actor, 'tonight', [{ seat: 'stalls.A.1', priceType: 'full' }])
    expect(await find(visit), 'with seats').toBeUndefined()
    const guest = await createItemBuyer(theatre, [gift(20_00)], true)
    await guest.start()
    expect(await find(guest.basket), 'being paid for').toBeUndefined()
  })

  it('is deleted by retention after its days, not before', async () => {
    await using theatre = await openTestTheatre(selling)
    const [keptBasket, expiredBasket] = [await openBasket(theatre.db, theatre.brand), await openBasket(theatre.db, theatre.brand)]
    for (const id of [keptBasket, expiredBasket]) {
      await addItem(theatre, id, actor, gift(20_00))
      await sql`update basket set created_at = now() - interval '40 days' where id = ${id}::uuid`.execute(theatre.db)
    }
    await sql`update basket set kept_until = now() - interval '1 day' where id = ${expiredBasket}::uuid`.execute(theatre.db)
    await applyRetention(theatre.db)
    expect((await theatre.db.selectFrom('basket').select('id').execute()).map(({ id }) => id)).toEqual([keptBasket])
  })
})
