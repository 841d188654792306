import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  addItem,
  addReservedOrder,
  applyPromo,
  changeTicket,
  openBasket,
  readBasket,
  removeItem,
  setBilling,
  setNotes,
} from '#modules/basket'
import { grantAccess } from '#modules/access'
import { addTickets } from '#modules/hold'
import { announcePromo } from '#modules/promo'
import { listReservations, reserveSeats } from '#modules/reservation'
import { transact } from '#db'
import { customerOf, expectInvariants, type TestTheatre, openTestTheatre } from '#testing'
import { cancelPayment, checkPayment, startPayment } from './index.ts'
import { actor, openManualProvider } from './testing/buyer.ts'

const billing = {
  firstName: 'Ada',
  lastName: 'Quill',
  phone: '',
  address: { line1: '1 Globe Lane', line2: '', line3: '', city: 'London', state: '', postcode: 'SE1 9PH', country: 'GB' },
}
const tenOff = { opensPriority: false, opensPriceTypes: [], discount: { kind: 'percent' as const, percent: 10 } }
type Till = ReturnType<typeof openManualProvider>
const codeOf = (result: { ok: boolean; error?: { code: string } }): string => (result.ok ? 'ok' : result.error!.code)

/** A customer whose basket can be paid, once `fill` has added something to it. */
async function customerAtTheTill(theatre: TestTheatre, { shop }: Till, fill: (basket: string, customer: string) => Promise<unknown>) {
  const customer = await customerOf(theatre)
  const basket = await openBasket(theatre.db, theatre.brand, { customer_id: customer.id })
  await fill(basket, customer.id)
  await setNotes(theatre, basket, actor, { order: '', access: '', termsAccepted: true })
  await setBilling(theatre, basket, actor, billing)
  const start = async () => startPayment(shop, customer, basket, (await readBasket(theatre, basket)).version, 'en', actor)
  return { customer, basket, start }
}
const seat = (name: string, priceType = 'full') => [{ seat: `stalls.${name}`, priceType }]

describe('paying with a promo code', () => {
  it('charges no more than the shown price, though the discount of the code was reduced since', async () => {
    await using theatre = await openTestTheatre()
    const manual = openManualProvider(theatre)
    await announcePromo(theatre.db, { code: 'ONCE', name: 'Once', rule: tenOff }, actor)
    const { customer, basket, start } = await customerAtTheTill(theatre, manual, async (id) => {
      await addTickets(theatre, id, actor, 'tonight', seat('A.1'))
      await applyPromo(theatre, id, actor, 'ONCE')
    })
    const basketView = await readBasket(theatre, basket)
    expect(basketView.totals.total).toBe(40_50)
    await announcePromo(theatre.db, { code: 'ONCE', name: 'Once', rule: { ...tenOff, discount: { kind: 'percent', percent: 1 } } }, actor)
    expect(codeOf(await startPayment(manual.shop, customer, basket, basketView.version, 'en', actor))).toBe('price-changed')
    expect((await readBasket(theatre, basket)).totals.total).toBe(44_55)
    expect(codeOf(await start())).toBe('ok')
    await expectInvariants(theatre)
  })

  it('freezes the discount and counts the use, and releases the use when the payment fails', async () => {
    await using theatre = await openTestTheatre()
    const manual = openManualProvider(theatre)
    await announcePromo(theatre.db, { code: 'ONCE', name: 'Once', rule: tenOff, maxUses: 1 }, actor)
    const fill = (name: string) => async (basket: string) => {
      await addTickets(theatre, basket, actor, 'tonight', seat(name))
      expect(codeOf(await applyPromo(theatre, basket, actor, 'ONCE'))).toBe('ok')
    }
    const [firstBuyer, secondBuyer] = [
      await customerAtTheTill(theatre, manual, fill('A.1')),
      await customerAtTheTill(theatre, manual, fill('A.2')),
    ]
    const first = await firstBuyer.start()
    expect((await theatre.db.selectFrom('payment_attempt').select('amount').executeTakeFirstOrThrow()).amount).toBe(40_50)
    expect(codeOf(await secondBuyer.start())).toBe('promo-not-valid')
    expect(await readBasket(theatre, secondBuyer.basket)).toMatchObject({ promo: null, totals: { total: 45_00 } })
    await expectInvariants(theatre)

    const { payment } = (first as { value: { payment: string } }).value
    await cancelPayment(manual.shop, firstBuyer.customer.id, payment, actor)
    expect(codeOf(await applyPromo(theatre, secondBuyer.basket, actor, 'ONCE'))).toBe('ok')
    const second = await secondBuyer.start()
    const paid = (second as { value: { payment: string } }).value.payment
    manual.end(paid, 'succeeded')
    await checkPayment(manual.shop, secondBuyer.customer.id, paid, actor)
    const order = await theatre.db.selectFrom('customer_order').selectAll().executeTakeFirstOrThrow()
    expect(order).toMatchObject({ total: 40_50, paid: 40_50, totals: { discount: 4_50 } })
    const lines = await theatre.db.selectFrom('order_line').select(['kind', 'ref', 'amount']).orderBy('position').execute()
    expect(lines).toEqual([expect.objectContaining({ kind: 'ticket', amount: 45_00 }), { kind: 'discount', ref: 'ONCE', amount: -4_50 }])
    expect(await theatre.db.selectFrom('promo').select('used').execute()).toEqual([{ used: 1 }])
    expect(codeOf(await firstBuyer.start()), 'the code is used up').toBe('promo-not-valid')
    await expectInvariants(theatre)
  })

  it('rejects tickets of a guest beyond the limit of the customer who pays', async () => {
    await using theatre = await openTestTheatre()
    const manual = openManualProvider(theatre)
    const { customer, start } = await customerAtTheTill(theatre, manual, (basket) =>
      addTickets(theatre, basket, actor, 'tonight', [...seat('A.1', 'under-26'), ...seat('A.2', 'under-26')]),
    )
    const guests = await openBasket(theatre.db, theatre.brand)
    await addTickets(theatre, guests, actor, 'tonight', seat('A.3', 'under-26'))
    await sql`update basket set customer_id = ${customer.id} where id = ${guests}`.execute(theatre.db)
    expect(codeOf(await start())).toBe('ticket-limit')
  })
})

describe('paying for seats that are kept for other visitors', () => {
  it('is refused once the customer is no longer one of them', async () => {
    await using theatre = await openTestTheatre()
    const manual = openManualProvider(theatre)
    const { customer, start } = await customerAtTheTill(theatre, manual, async (id, owner) => {
      await transact(theatre.db, (trx) => grantAccess(trx, owner, { accessId: 'A1', types: ['wheelchair'] }, 'test'))
      expect(codeOf(await addTickets(theatre, id, actor, 'kept-back', seat('A.1')))).toBe('ok')
    })
    await theatre.db.deleteFrom('access_grant').where('customer_id', '=', customer.id).execute()
    expect(codeOf(await start())).toBe('price-type-unavailable')
  })
})

/** Puts a reserved order of two seats into a basket, each at the full price of an earlier day. */
const reserveTwoSeats = (theatre: TestTheatre) => async (basket: string, owner: string) => {
  const seats = [0, 1].map((index) => ({
    performance: 'tonight',
    seat: index,
    band: 'a' as const,
    priceType: 'full',
    price: 40_00,
    fee: 4_00,
  }))
  const reserved = await reserveSeats(theatre.db, { customer: owner, seats, until: new Date(Date.now() + 86_400_000), note: '' }, actor)
  if (!reserved.ok) throw new Error('not reserved')
  expect(codeOf(await addReservedOrder(theatre, basket, owner, reserved.value.number, actor))).toBe('ok')
}

describe('paying for a reserved order', () => {
  it('charges a member’s price only beside the membership that opens it', async () => {
    await using theatre = await openTestTheatre()
    const manual = openManualProvider(theatre)
    const { basket, start } = await customerAtTheTill(theatre, manual, reserveTwoSeats(theatre))
    const priceTypes = async () => (await readBasket(theatre, basket)).tickets.map(({ priceType }) => priceType)
    expect(codeOf(await addItem(theatre, basket, actor, { kind: 'membership', membership: 'priority' }))).toBe('ok')
    const { tickets, items } = await readBasket(theatre, basket)
    expect(codeOf(await changeTicket(theatre, basket, actor, tickets[0]!.id, { priceType: 'member' }))).toBe('ok')
    expect(await priceTypes()).toEqual(['member', 'full'])
    expect(codeOf(await removeItem(theatre, basket, actor, items[0]!.id))).toBe('ok')
    expect(await priceTypes()).toEqual(['full', 'full'])
    // A basket that lost the membership in another way is not paid for either.
    await theatre.db.updateTable('basket_ticket').set({ price_type: 'member' }).where('id', '=', tickets[0]!.id).execute()
    expect(codeOf(await start())).toBe('price-type-unavailable')
  })

  it('turns it into an order, and keeps it reserved where the payment fails', async () => {
    await using theatre = await openTestTheatre()
    const manual = openManualProvider(theatre)
    const { customer, basket, start } = await customerAtTheTill(theatre, manual, reserveTwoSeats(theatre))
    const first = (await start()) as { value: { payment: string } }
    await cancelPayment(manual.shop, customer.id, first.value.payment, actor)
    const holds = await theatre.db
      .selectFrom('seat_claim')
      .select(['state', 'until'])
      .where('seat', '<', 2)
      .where('performance_id', '=', 'tonight')
      .execute()
    expect(holds.map(({ state }) => state)).toEqual(['held', 'held'])
    expect(
      holds.every(({ until }) => until!.getTime() > Date.now() + 3_600_000),
      'as long as reserved',
    ).toBe(true)
    await expectInvariants(theatre)

    const second = (await start()) as { value: { payment: string } }
    manual.end(second.value.payment, 'succeeded')
    await checkPayment(manual.shop, customer.id, second.value.payment, actor)
    expect(await theatre.db.selectFrom('customer_order').select(['state', 'total']).execute()).toEqual([
      { state: 'confirmed', total: 80_00 },
    ])
    expect(await theatre.db.selectFrom('reservation').select('state').execute()).toEqual([{ state: 'confirmed' }])
    expect(await listReservations(theatre, customer.id)).toEqual([])
    expect((await readBasket(theatre, basket)).state).toBe('completed')
    await expectInvariants(theatre)
  })
})
