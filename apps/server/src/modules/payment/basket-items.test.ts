import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Brand } from '@playhouse/domain/brand'
import { money } from '@playhouse/domain/money'
import { addItem, changeItem, removeItem, removeTicket, setGiftAid, setNotes } from '#modules/basket'
import { addTickets } from '#modules/hold'
import { transact } from '#db'
import { giveMembership, listMemberships } from '#modules/membership'
import { readOrder } from '#modules/order'
import { customerOf, expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import { cancelOrder, checkPayment, processReturn, validatePage } from './index.ts'
import { actor, createBuyer, openManualProvider } from './testing/buyer.ts'
import { protection, selling } from './testing/item-buyer.ts'

/** A brand that sells every kind of item, and asks for them in steps of the checkout. */
const asking = (brand: Brand): Brand => ({
  ...selling(brand),
  steps: ['basket', 'account', 'upsells', 'gift-aid', 'booking-protect', 'delivery', 'billing-address', 'review', 'payment'],
})
const gift = (amount: number, more: object = {}) =>
  ({
    kind: 'donation',
    fund: 'stage',
    appeal: null,
    amount: money(amount),
    recognitionName: 'A. Quill',
    isAnonymous: false,
    tributeName: null,
    ...more,
  }) as const
const member = (membership: string) => ({ kind: 'membership', membership }) as const

/** A basket with two seats at £45, and a function that pays for it. */
async function two(theatre: TestTheatre) {
  const manual = openManualProvider(theatre)
  const buyer = await createBuyer({ ...theatre, ...manual.shop }, ['A.1', 'A.2'])
  const pay = async () => {
    const startResult = await buyer.start()
    if (!startResult.ok) throw new Error(startResult.error.code)
    manual.end(startResult.value.payment, 'succeeded')
    const paid = await checkPayment(manual.shop, buyer.customer.id, startResult.value.payment, actor)
    return paid.ok && paid.value.order ? paid.value.order.number : ''
  }
  return { ...manual, ...buyer, pay }
}

describe('basket items other than tickets', () => {
  it('are quoted, paid for, and stored with the order and the donor, with exact amounts', async () => {
    await using theatre = await openTestTheatre(asking)
    const { customer, basket, read, pay, shop } = await two(theatre)
    expect((await read()).refundProtection).toEqual({ amount: 5_00 })
    expect((await addItem(theatre, basket, actor, gift(100_00))).ok).toBe(true)
    expect((await addItem(theatre, basket, actor, protection)).ok).toBe(true)
    expect((await setGiftAid(theatre, basket, actor, customer.id, { isDeclared: true })).ok).toBe(true)
    const seen = await read()
    expect(seen.totals).toMatchObject({ subtotal: 195_00, total: 195_00, leftToPay: 195_00 })
    expect(seen.giftAid).toEqual({ isDeclared: true, amount: 25_00 })
    const donor = {
      fund: 'stage',
      appeal: null,
      appealName: null,
      topUp: null,
      recognitionName: 'A. Quill',
      isAnonymous: false,
      tributeName: null,
    }
    expect(seen.items.map(({ kind, name, detail, amount }) => [kind, name, detail, amount])).toEqual([
      ['donation', 'The stage fund', donor, 100_00],
      ['refund-protection', '', null, 5_00],
    ])
    const number = await pay()
    const { order } = (await readOrder(shop, customer.id, number))!
    expect(order.totals).toMatchObject({ total: 195_00, paid: 195_00, leftToPay: 0 })
    expect(order.items).toMatchObject([
      { kind: 'donation', name: 'The stage fund', detail: donor, quantity: 1, amount: 100_00, isReturned: false },
      { kind: 'refund-protection', name: '', detail: null, quantity: 1, amount: 5_00, isReturned: false },
    ])
    const kept = await theatre.db.selectFrom('donation').selectAll().executeTakeFirstOrThrow()
    expect(kept).toMatchObject({
      customer_id: customer.id,
      fund: 'The stage fund',
      amount: 100_00,
      gift_aid: 25_00,
      recognition_name: 'A. Quill',
    })
    const said = await theatre.db.selectFrom('gift_aid_declaration').selectAll().execute()
    expect(said).toMatchObject([{ customer_id: customer.id, is_declared: true }])
    await expectInvariants(theatre)
    expect(await cancelOrder(shop, customer.id, number, actor), 'a donation does not become credit').toMatchObject({
      error: { code: 'cancel-order-failed' },
    })
    const items = order.items.filter(({ kind }) => kind === 'donation').map(({ id }) => id)
    const back = { tickets: [], items, to: 'origin', value: money(100_00), reason: 'asked', isLateAllowed: true } as const
    expect(await processReturn(shop, number, back, actor)).toMatchObject({ ok: true, value: { card: 100_00 } })
    expect((await cancelOrder(shop, customer.id, number, actor)).ok, 'without the donation').toBe(true)
    expect(await theatre.db.selectFrom('donation').selectAll().execute()).toEqual([])
    await expectInvariants(theatre)
  })

  it('refund protection follows the number of tickets, is added once, and can be removed', async () => {
    await using theatre = await openTestTheatre(asking)
    const { basket, read } = await two(theatre)
    for (const amount of [10_00, 20_00]) await addItem(theatre, basket, actor, gift(amount))
    for (let time = 0; time < 2; time++) await addItem(theatre, basket, actor, protection)
    const both = await read()
    expect(both.items.map(({ amount }) => amount)).toEqual([20_00, 5_00])
    expect(both.items[0]!.detail).toMatchObject({ recognitionName: null })
    await removeTicket(theatre, basket, actor, both.tickets[0]!.id)
    expect((await read()).totals.total).toBe(45_00 + 20_00 + 2_50)
    const [donation, cover] = both.items
    expect((await changeItem(theatre, basket, actor, donation!.id, { amount: money(30_00) })).ok).toBe(true)
    expect((await removeItem(theatre, basket, actor, cover!.id)).ok).toBe(true)
    expect((await read()).totals.total).toBe(45_00 + 30_00)
    expect(await removeItem(theatre, basket, actor, cover!.id)).toMatchObject({ ok: false, error: { code: 'basket-line-unknown' } })
    await removeTicket(theatre, basket, actor, both.tickets[1]!.id)
    expect(await read()).toMatchObject({ items: [{ kind: 'donation' }], totals: { total: 30_00 } })
    expect(await addItem(theatre, basket, actor, protection)).toMatchObject({ ok: false, error: { code: 'basket-empty' } })
  })

  it('stay after the last ticket, except refund protection, which is audited and not restored with the next ticket', async () => {
    await using theatre = await openTestTheatre(asking)
    const { basket, read } = await two(theatre)
    await addItem(theatre, basket, actor, gift(20_00))
    await addItem(theatre, basket, actor, protection)
    const [one, other] = (await read()).tickets
    await removeTicket(theatre, basket, actor, one!.id)
    expect((await read()).items).toHaveLength(2)
    await removeTicket(theatre, basket, actor, other!.id)
    const { detail } = await theatre.db
      .selectFrom('audit')
      .select('detail')
      .where('subject_id', '=', basket)
      .where('verb', '=', 'remove-ticket')
      .orderBy('at', 'desc')
      .executeTakeFirstOrThrow()
    expect(detail).toMatchObject({ items: [{ kind: 'refund-protection' }] })
    expect(await read()).toMatchObject({ tickets: [], items: [{ kind: 'donation' }], deadline: null, totals: { total: 20_00 } })
    await addTickets(theatre, basket, actor, one!.instance, [{ seat: one!.seat, priceType: one!.priceType }])
    expect(await read()).toMatchObject({ items: [{ kind: 'donation' }], totals: { total: 65_00 } })
  })

  it('store a tribute at every amount, and the recognition name only from its minimum amount', async () => {
    await using theatre = await openTestTheatre(asking)
    const { basket, read } = await two(theatre)
    const detail = async () => (await read()).items[0]!.detail
    await addItem(theatre, basket, actor, gift(5_00, { tributeName: 'Nan' }))
    expect(await detail()).toMatchObject({ tributeName: 'Nan', recognitionName: null })
    await addItem(theatre, basket, actor, gift(100_00, { tributeName: 'Nan' }))
    expect(await detail()).toMatchObject({ tributeName: 'Nan', recognitionName: 'A. Quill' })
    await changeItem(theatre, basket, actor, (await read()).items[0]!.id, { amount: money(99_99) })
    expect(await detail()).toMatchObject({ tributeName: 'Nan', recognitionName: null })
  })

  it('are rejected where the brand sells none, the amount is out of range, or the sale has not started', async () => {
    await using theatre = await openTestTheatre((brand) => ({ ...asking(brand), refundProtection: undefined }))
    const { basket, read } = await two(theatre)
    const before = await read()
    const refusals = [
      [gift(99), 'invalid-input'],
      [gift(500_01), 'invalid-input'],
      [gift(10_00, { fund: 'bar' }), 'page-not-found'],
      [protection, 'page-not-found'],
      [member('nothing'), 'page-not-found'],
    ] as const
    for (const [item, code] of refusals) expect(await addItem(theatre, basket, actor, item)).toMatchObject({ ok: false, error: { code } })
    expect(await read()).toEqual(before)
  })
})

describe('a membership', () => {
  const selling = (brand: Brand): Brand => ({
    ...asking(brand),
    memberships: [
      { id: 'friend', name: 'Friend', sold: { price: money(60_00), months: 12 } },
      { id: 'patron', name: 'Patron', sold: { price: money(180_00), months: 12 } },
    ],
  })

  it('starts with the order that pays for it, is sold once, and ends with its return', async () => {
    await using theatre = await openTestTheatre(selling)
    const { customer, basket, read, pay, shop } = await two(theatre)
    for (const wanted of ['friend', 'friend']) expect((await addItem(theatre, basket, actor, member(wanted))).ok).toBe(true)
    expect((await read()).items).toMatchObject([{ kind: 'membership', name: 'Friend', amount: 60_00, detail: { months: 12 } }])
    const readHeld = () => listMemberships(theatre.db, theatre.brand, customer.id)
    expect(await readHeld()).toEqual([])
    const number = await pay()
    const { order } = (await readOrder(shop, customer.id, number))!
    expect(order.items).toMatchObject([{ kind: 'membership', name: 'Friend', amount: 60_00 }])
    const [membership] = await readHeld()
    expect(membership).toMatchObject({ membership: 'friend', name: 'Friend' })
    const { startsOn, expiresOn } = membership!
    const wholeYear = Temporal.PlainDate.from(startsOn).add({ months: 12 })
    const isClamped = wholeYear.day < Temporal.PlainDate.from(startsOn).day
    expect(expiresOn).toBe(wholeYear.subtract({ days: isClamped ? 0 : 1 }).toString())
    await expectInvariants(theatre)

    const next = await createBuyer({ ...theatre, ...shop }, ['B.1'], customer)
    expect(await addItem(theatre, next.basket, actor, member('friend'))).toMatchObject({
      error: { code: 'membership-already-held', params: { name: 'Friend' } },
    })
    expect((await addItem(theatre, next.basket, actor, member('patron'))).ok).toBe(true)
    expect((await cancelOrder(shop, customer.id, number, actor)).ok, 'a membership does not become credit').toBe(false)
    const items = order.items.map(({ id }) => id)
    const back = { tickets: [], items, to: 'origin', value: money(60_00), reason: 'asked', isLateAllowed: true } as const
    expect(await processReturn(shop, number, back, actor)).toMatchObject({ ok: true, value: { card: 60_00 } })
    expect(await readHeld()).toEqual([])
    await expectInvariants(theatre)
  })

  it('is sold beside another one, and each is returned alone', async () => {
    await using theatre = await openTestTheatre(selling)
    const { customer, basket, read, pay, shop } = await two(theatre)
    for (const wanted of ['patron', 'friend']) expect((await addItem(theatre, basket, actor, member(wanted))).ok).toBe(true)
    expect((await read()).items.map(({ name, amount }) => [name, amount])).toEqual([
      ['Patron', 180_00],
      ['Friend', 60_00],
    ])
    const number = await pay()
    const held = async () => (await listMemberships(theatre.db, theatre.brand, customer.id)).map(({ name }) => name).toSorted()
    expect(await held()).toEqual(['Friend', 'Patron'])
    await expectInvariants(theatre)
    const [patron] = (await readOrder(shop, customer.id, number))!.order.items
    const returned = {
      tickets: [],
      items: [patron!.id],
      to: 'origin',
      value: money(180_00),
      reason: 'a mistake',
      isLateAllowed: false,
    } as const
    expect(await processReturn(shop, number, returned, { name: 'staff Prospero' })).toMatchObject({ ok: true })
    expect(await held()).toEqual(['Friend'])
    await expectInvariants(theatre)
  })

  it('is removed from the basket once the customer holds it; the rest can be paid', async () => {
    await using theatre = await openTestTheatre(selling)
    const first = await two(theatre)
    await addItem(theatre, first.basket, actor, member('friend'))
    const other = await createBuyer({ ...theatre, ...first.shop }, ['B.1'], first.customer)
    await addItem(theatre, other.basket, actor, member('friend'))
    await first.pay()
    expect(await other.read()).toMatchObject({ items: [], heldMemberships: ['Friend'], totals: { total: 45_00 } })
    expect((await other.start()).ok).toBe(true)
    await expectInvariants(theatre)
  })

  // A renewal starts on the day after the current membership ends.
  it.each([
    ['2032-02-28', '2033-02-28'],
    ['2032-02-29', '2033-02-28'],
    ['2031-12-31', '2032-12-31'],
  ])('lasts whole months, whatever day it begins on: after %s until %s', async (endsOn, lastDay) => {
    const sold = { price: money(60_00), months: 12, renewal: { days: 10_000, isAutomatic: true } }
    await using theatre = await openTestTheatre((brand) => ({ ...selling(brand), memberships: [{ id: 'friend', name: 'Friend', sold }] }))
    const { customer, basket, pay } = await two(theatre)
    const before = { membership: 'friend', startsOn: endsOn, expiresOn: endsOn }
    await transact(theatre.db, (trx) => giveMembership(trx, customer.id, before, 'staff'))
    expect(await addItem(theatre, basket, actor, member('friend'))).toMatchObject({ ok: true })
    await pay()
    const [bought] = await listMemberships(theatre.db, theatre.brand, customer.id)
    expect(bought).toMatchObject({ startsOn: Temporal.PlainDate.from(endsOn).add({ days: 1 }).toString(), expiresOn: lastDay })
  })

  it('is sold by age in whole years in the time zone of the theatre, by the database clock', async () => {
    const ages = { least: 16, most: 25 }
    const young = (brand: Brand): Brand => ({
      ...selling(brand),
      memberships: [{ id: 'young', name: 'Young', ages, sold: { price: money(5_00), months: 12 } }],
    })
    await using theatre = await openTestTheatre(young)
    const { customer, basket } = await two(theatre)
    const addBornDaysFromToday = async (years: number, days: number) => {
      await sql`update customer set
        birth_date = ((now() at time zone ${theatre.brand.timeZone})::date + ${days}::int - make_interval(years => ${years}))::date
        where id = ${customer.id}`.execute(theatre.db)
      const result = await addItem(theatre, basket, actor, member('young'))
      return result.ok ? 'ok' : result.error.code
    }
    expect(await addItem(theatre, basket, actor, member('young'))).toMatchObject({
      error: { code: 'date-of-birth-required', params: { name: 'Young' } },
    })
    expect([await addBornDaysFromToday(16, 1), await addBornDaysFromToday(16, 0)]).toEqual(['membership-age', 'ok'])
    expect([await addBornDaysFromToday(26, 1), await addBornDaysFromToday(26, 0)]).toEqual(['ok', 'membership-age'])
  })

  it('requires an account', async () => {
    await using theatre = await openTestTheatre(selling)
    const { basket, customer } = await two(theatre)
    await theatre.db.updateTable('customer').set({ is_guest: true }).where('id', '=', customer.id).execute()
    expect(await addItem(theatre, basket, actor, member('friend'))).toMatchObject({ error: { code: 'login-required' } })
    await theatre.db.updateTable('basket').set({ customer_id: null }).where('id', '=', basket).execute()
    expect(await addItem(theatre, basket, actor, member('friend'))).toMatchObject({ error: { code: 'login-required' } })
  })

  it('bought twice concurrently lasts twice as long', async () => {
    await using theatre = await openTestTheatre(selling)
    const manual = openManualProvider(theatre)
    const shop = { ...theatre, ...manual.shop }
    for (let round = 0; round < 4; round++) {
      const customer = await customerOf(theatre)
      const buyers = await Promise.all([1, 2].map((nth) => createBuyer(shop, [`${'ABCD'[round]}.${nth * 3}`], customer)))
      const payments = await Promise.all(
        buyers.map(async ({ basket, start }) => {
          expect((await addItem(theatre, basket, actor, member('friend'))).ok).toBe(true)
          const startResult = await start()
          if (!startResult.ok) throw new Error(startResult.error.code)
          manual.end(startResult.value.payment, 'succeeded')
          return startResult.value.payment
        }),
      )
      await Promise.all(payments.map((payment) => checkPayment(manual.shop, customer.id, payment, actor)))
      const memberships = (await listMemberships(theatre.db, theatre.brand, customer.id)).toReversed()
      expect(memberships).toHaveLength(2)
      expect(memberships[1]!.startsOn > memberships[0]!.expiresOn).toBe(true)
    }
    await expectInvariants(theatre)
  })
})

describe('a page of the checkout', () => {
  it('returns the next step, or the problem that would prevent the payment', async () => {
    await using theatre = await openTestTheatre()
    const { customer, basket } = await two(theatre)
    const look = (page: 'ordersummary' | 'billingdetails' | 'payment') => validatePage(theatre, customer.id, basket, page)
    expect(await look('ordersummary')).toEqual({ ok: true, value: { next: 'billing' } })
    expect(await look('billingdetails')).toEqual({ ok: true, value: { next: 'payment' } })
    await setNotes(theatre, basket, actor, { order: '', access: '', termsAccepted: false })
    expect(await look('ordersummary')).toMatchObject({ error: { code: 'step-incomplete', params: { step: 'summary' } } })
    await setNotes(theatre, basket, actor, { order: 'A birthday', access: '' })
    expect(await look('payment')).toMatchObject({ error: { code: 'step-incomplete', params: { step: 'summary' } } })
  })
})
