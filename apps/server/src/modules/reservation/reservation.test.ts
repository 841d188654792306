import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addReservedOrder, openBasket, readBasket, removeTicket, resetBasket, expireBaskets } from '#modules/basket'
import { addTickets } from '#modules/hold'
import { newId } from '#db'
import { customerOf, expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import { lapseReservations, listReservations, queueReservationReminders, reserveSeats } from './index.ts'

const actor = { name: 'staff' }
const codeOf = (result: { ok: boolean; error?: { code: string } }): string => (result.ok ? 'ok' : result.error!.code)
const inHours = (hours: number): Date => new Date(Date.now() + hours * 3_600_000)
const seatsOf = (...seats: number[]) =>
  seats.map((seat) => ({ performance: 'tonight', seat, band: 'a' as const, priceType: 'full', price: 40_00, fee: 4_00 }))

async function reserved(theatre: TestTheatre, seats = [0, 1], hours = 48) {
  const customer = await customerOf(theatre)
  const order = await reserveSeats(theatre.db, { customer: customer.id, seats: seatsOf(...seats), until: inHours(hours), note: '' }, actor)
  if (!order.ok) throw new Error(order.error.code)
  const basket = await openBasket(theatre.db, theatre.brand, { customer_id: customer.id })
  return { customer, basket, ...order.value }
}
const claims = ({ db }: TestTheatre) =>
  db
    .selectFrom('seat_claim')
    .select(['seat', 'state'])
    .where('performance_id', '=', 'tonight')
    .where('seat', '<', 10)
    .orderBy('seat')
    .execute()

describe('a reserved order', () => {
  it('keeps its seats from other baskets, all or none', async () => {
    await using theatre = await openTestTheatre()
    const { customer } = await reserved(theatre, [0, 1])
    const otherReservation = await reserveSeats(
      theatre.db,
      { customer: customer.id, seats: seatsOf(1, 2), until: inHours(1), note: '' },
      actor,
    )
    expect(codeOf(otherReservation)).toBe('tickets-not-added')
    const basket = await openBasket(theatre.db, theatre.brand)
    expect(codeOf(await addTickets(theatre, basket, actor, 'tonight', [{ seat: 'stalls.A.2', priceType: 'full' }]))).toBe('seats-taken')
    expect(await claims(theatre)).toEqual([
      { seat: 0, state: 'reserved' },
      { seat: 1, state: 'reserved' },
    ])
    await expectInvariants(theatre)
  })

  it('can be moved into an empty basket of its customer only, at the reserved price', async () => {
    await using theatre = await openTestTheatre()
    const { customer, basket, number } = await reserved(theatre)
    const otherCustomer = await customerOf(theatre)
    const theirs = await openBasket(theatre.db, theatre.brand, { customer_id: otherCustomer.id })
    expect(codeOf(await addReservedOrder(theatre, theirs, otherCustomer.id, number, actor))).toBe('order-not-found')

    await addTickets(theatre, basket, actor, 'tonight', [{ seat: 'stalls.C.1', priceType: 'full' }])
    expect(codeOf(await addReservedOrder(theatre, basket, customer.id, number, actor))).toBe('basket-not-empty')
    await removeTicket(theatre, basket, actor, (await readBasket(theatre, basket)).tickets[0]!.id)
    expect(codeOf(await addReservedOrder(theatre, basket, customer.id, number, actor))).toBe('ok')
    expect(await readBasket(theatre, basket)).toMatchObject({ totals: { total: 80_00 }, tickets: [{ price: 40_00 }, { price: 40_00 }] })
    expect(codeOf(await addReservedOrder(theatre, basket, customer.id, number, actor))).toBe('basket-not-empty')
    await expectInvariants(theatre)
  })

  it('is rejected by a basket with other items, though it has no ticket', async () => {
    await using theatre = await openTestTheatre()
    const { customer, basket, number } = await reserved(theatre)
    await sql`insert into basket_item (id, basket_id, kind, amount, detail) values (${newId()}, ${basket}, 'donation', 1000, '{}')`.execute(
      theatre.db,
    )
    expect(codeOf(await addReservedOrder(theatre, basket, customer.id, number, actor))).toBe('basket-not-empty')
    await sql`delete from basket_item`.execute(theatre.db)
    expect(codeOf(await addReservedOrder(theatre, basket, customer.id, number, actor))).toBe('ok')
    await expectInvariants(theatre)
  })

  it('is held until the basket’s deadline, though the reservation ends before', async () => {
    await using theatre = await openTestTheatre()
    const { customer, basket, number } = await reserved(theatre, [0, 1], 1)
    await sql`update reservation set held_until = now() + interval '1 minute'`.execute(theatre.db)
    await addReservedOrder(theatre, basket, customer.id, number, actor)
    const earlyClaims = await sql`select from seat_claim c join basket b on b.id = c.basket_id where c.until < b.deadline`.execute(
      theatre.db,
    )
    expect(earlyClaims.rows).toEqual([])
    await sql`update reservation set held_until = now() - interval '1 second'`.execute(theatre.db)
    const rival = await openBasket(theatre.db, theatre.brand)
    expect(codeOf(await addTickets(theatre, rival, actor, 'tonight', [{ seat: 'stalls.A.1', priceType: 'full' }]))).toBe('seats-taken')
    await resetBasket(theatre, basket, actor)
    expect(await claims(theatre)).toEqual([])
    await expectInvariants(theatre)
  })

  it('is reserved again when the basket is reset or lapses', async () => {
    await using theatre = await openTestTheatre()
    const { customer, basket, number } = await reserved(theatre)
    await addReservedOrder(theatre, basket, customer.id, number, actor)
    const next = await resetBasket(theatre, basket, actor)
    expect((await claims(theatre)).map(({ state }) => state)).toEqual(['reserved', 'reserved'])
    await expectInvariants(theatre)

    if (!next.ok) throw new Error('no basket')
    expect(codeOf(await addReservedOrder(theatre, next.value, customer.id, number, actor))).toBe('ok')
    await sql`update basket set deadline = now() - interval '1 second' where id = ${next.value}`.execute(theatre.db)
    const rival = await openBasket(theatre.db, theatre.brand)
    const requested = [{ seat: 'stalls.A.1', priceType: 'full' }]
    expect(codeOf(await addTickets(theatre, rival, actor, 'tonight', requested)), 'lapsed, not yet swept').toBe('seats-taken')
    expect(await expireBaskets(theatre.db)).toBe(1)
    expect((await claims(theatre)).map(({ state }) => state)).toEqual(['reserved', 'reserved'])
    expect((await readBasket(theatre, next.value)).lapsed).toEqual([])
    await expectInvariants(theatre)
  })

  it('releases tickets permanently when they are removed from the basket', async () => {
    await using theatre = await openTestTheatre()
    const { customer, basket, number } = await reserved(theatre)
    await addReservedOrder(theatre, basket, customer.id, number, actor)
    const { tickets } = await readBasket(theatre, basket)
    await removeTicket(theatre, basket, actor, tickets[0]!.id)
    expect(await claims(theatre)).toEqual([{ seat: 1, state: 'held' }])
    await removeTicket(theatre, basket, actor, tickets[1]!.id)
    expect(await claims(theatre)).toEqual([])
    expect(await listReservations(theatre, customer.id)).toEqual([])
    await expectInvariants(theatre)
  })

  it('ends at its time, and cannot be moved into a basket then', async () => {
    await using theatre = await openTestTheatre()
    const { customer, basket, id, number } = await reserved(theatre)
    await sql`update reservation set is_locked = true where id = ${id}`.execute(theatre.db)
    expect(codeOf(await addReservedOrder(theatre, basket, customer.id, number, actor))).toBe('reserved-order-locked')
    await sql`update reservation set is_locked = false, held_until = now() where id = ${id}`.execute(theatre.db)
    expect(codeOf(await addReservedOrder(theatre, basket, customer.id, number, actor))).toBe('reserved-order-locked')
    expect(await listReservations(theatre, customer.id)).toEqual([])
    expect(await lapseReservations(theatre.db)).toBe(1)
    expect(await claims(theatre)).toEqual([])
    await expectInvariants(theatre)
  })

  it('causes one reminder, a day before it ends', async () => {
    await using theatre = await openTestTheatre()
    const [sooner, later] = [await reserved(theatre, [0], 30), await reserved(theatre, [1], 72)]
    await queueReservationReminders(theatre.db)
    const reminders = () => theatre.db.selectFrom('outbox').select('key').where('topic', '=', 'mail.reservation-ending').execute()
    expect(await reminders()).toEqual([])
    await sql`update reservation set created_at = now() - interval '20 hours', held_until = now() + interval '20 hours' where id = ${sooner.id}`.execute(
      theatre.db,
    )
    await Promise.all([queueReservationReminders(theatre.db), queueReservationReminders(theatre.db)])
    await queueReservationReminders(theatre.db)
    expect(await reminders()).toEqual([{ key: sooner.id }])
    expect(await listReservations(theatre, later.customer.id)).toMatchObject([
      { number: later.number, state: 'reserved', count: 1, total: 40_00 },
    ])
  })
})
