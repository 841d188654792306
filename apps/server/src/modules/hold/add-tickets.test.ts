import { describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { fullPriceSeats, openTestTheatre } from '#testing'
import { changeTicket, extendBasket, openBasket, readBasket, removeTicket, setNotes, expireBaskets } from '#modules/basket'
import { addTickets } from './index.ts'

const actor = { name: 'guest' }

describe('addTickets', () => {
  it('holds seats at the current price and starts the deadline of the basket', async () => {
    await using theatre = await openTestTheatre()
    const basket = await openBasket(theatre.db, theatre.brand)
    expect(await addTickets(theatre, basket, actor, 'tonight', fullPriceSeats('A.1', 'C.2'))).toMatchObject({ ok: true })
    const read = await readBasket(theatre, basket)
    expect(read.totals).toMatchObject({ subtotal: 75_00, fees: 7_50, total: 75_00, leftToPay: 75_00 })
    expect(read.tickets.map((ticket) => `${ticket.area} ${ticket.row}${ticket.number} ${ticket.price}`)).toEqual([
      'Stalls A1 4500',
      'Stalls C2 3000',
    ])
    expect(Date.parse(read.deadline!) - Date.now()).toBeGreaterThan((theatre.brand.limits.holdSeconds - 30) * 1000)
    expect(read.ticketsLeft).toBe(7)
  })

  it('holds all seats or none, and reports which are taken', async () => {
    await using theatre = await openTestTheatre()
    const [mine, theirs] = [await openBasket(theatre.db, theatre.brand), await openBasket(theatre.db, theatre.brand)]
    await addTickets(theatre, theirs, actor, 'tonight', fullPriceSeats('B.5'))
    expect(await addTickets(theatre, mine, actor, 'tonight', fullPriceSeats('B.4', 'B.5', 'D.10'))).toMatchObject({
      ok: false,
      error: { code: 'seats-taken', params: { seats: ['stalls.B.5', 'stalls.D.10'] } },
    })
    expect((await readBasket(theatre, mine)).tickets).toEqual([])
    expect(await addTickets(theatre, theirs, actor, 'tonight', fullPriceSeats('B.4'))).toMatchObject({ ok: true })
  })

  it('treats a lapsed hold as free before the basket is expired', async () => {
    await using theatre = await openTestTheatre()
    const [mine, theirs] = [await openBasket(theatre.db, theatre.brand), await openBasket(theatre.db, theatre.brand)]
    await addTickets(theatre, theirs, actor, 'tonight', fullPriceSeats('A.1', 'A.2'))
    await lapse(theatre, theirs)
    expect(await addTickets(theatre, mine, actor, 'tonight', fullPriceSeats('A.2'))).toMatchObject({ ok: true })
    expect(await readBasket(theatre, theirs)).toMatchObject({
      state: 'expired',
      tickets: [],
      lapsed: [{ instance: 'tonight', seats: ['stalls.A.1', 'stalls.A.2'] }],
    })
    expect(await removeTicket(theatre, theirs, actor, crypto.randomUUID())).toMatchObject({ error: { code: 'basket-expired' } })
    expect((await readBasket(theatre, mine)).tickets).toHaveLength(1)
  })

  it('expires lapsed baskets without releasing seats that another basket holds by now', async () => {
    await using theatre = await openTestTheatre()
    const [mine, theirs] = [await openBasket(theatre.db, theatre.brand), await openBasket(theatre.db, theatre.brand)]
    await addTickets(theatre, theirs, actor, 'tonight', fullPriceSeats('A.1', 'A.2'))
    await lapse(theatre, theirs)
    await addTickets(theatre, mine, actor, 'tonight', fullPriceSeats('A.2'))
    expect(await expireBaskets(theatre.db)).toBe(1)
    const remainingRows = await theatre.db.selectFrom('seat_claim').select(['seat', 'basket_id']).where('state', '=', 'held').execute()
    expect(remainingRows).toEqual([{ seat: 1, basket_id: mine }])
  })

  it('rejects more than nine tickets and more than the limit of a price type', async () => {
    await using theatre = await openTestTheatre()
    const basket = await openBasket(theatre.db, theatre.brand)
    await addTickets(theatre, basket, actor, 'tonight', fullPriceSeats('A.1', 'A.2', 'A.3', 'A.4', 'A.5', 'A.6', 'A.7', 'A.8'))
    expect(await addTickets(theatre, basket, actor, 'tonight', fullPriceSeats('B.1', 'B.2'))).toMatchObject({
      error: { code: 'max-tickets-per-order', params: { maximum: 9, requested: 10 } },
    })
    const { tickets } = await readBasket(theatre, basket)
    for (const { id } of tickets.slice(0, 2))
      expect(await changeTicket(theatre, basket, actor, id, { priceType: 'under-26' })).toMatchObject({ ok: true })
    expect(await changeTicket(theatre, basket, actor, tickets[2]!.id, { priceType: 'under-26' })).toMatchObject({
      error: {
        code: 'ticket-limit',
        params: { maximum: 2, priceType: 'Under 26', performance: 'The Tempest', previouslyPurchased: 0, requested: 3 },
      },
    })
  })

  it('rejects a price type that the price list does not have for the seat, and an access price without an access ID', async () => {
    await using theatre = await openTestTheatre()
    const basket = await openBasket(theatre.db, theatre.brand)
    for (const [seat, priceType] of [
      ['stalls.C.1', 'under-26'],
      ['stalls.A.1', 'access'],
      ['stalls.A.1', '__proto__'],
    ] as const)
      expect(await addTickets(theatre, basket, actor, 'tonight', [{ seat, priceType }])).toMatchObject({
        error: { code: 'price-type-unavailable' },
      })
  })

  it.each([
    ['nowhere', 'instance-unavailable'],
    ['long-ago', 'instance-passed'],
    ['called-off', 'instance-cancelled'],
    ['not-yet', 'instance-off-sale'],
    ['members-first', 'instance-priority'],
  ])('rejects performance %s with %s', async (performance, code) => {
    await using theatre = await openTestTheatre()
    const basket = await openBasket(theatre.db, theatre.brand)
    expect(await addTickets(theatre, basket, actor, performance, fullPriceSeats('A.1'))).toMatchObject({ error: { code } })
  })

  it('rejects a seat of another hall', async () => {
    await using theatre = await openTestTheatre()
    const basket = await openBasket(theatre.db, theatre.brand)
    expect(await addTickets(theatre, basket, actor, 'tonight', fullPriceSeats('Z.99'))).toMatchObject({
      error: { code: 'seat-unknown', params: { seat: 'stalls.Z.99' } },
    })
  })

  it('gives a seat to one of fifty concurrent requests', async () => {
    await using theatre = await openTestTheatre()
    const baskets = await Promise.all(Array.from({ length: 50 }, () => openBasket(theatre.db, theatre.brand)))
    const results = await Promise.all(
      baskets.map((basket, i) =>
        addTickets(theatre, basket, actor, 'tonight', fullPriceSeats(`A.${(i % 5) + 1}`, `A.${((i + 1) % 5) + 1}`, `B.${(i % 7) + 1}`)),
      ),
    )
    const winners = results.flatMap((result, i) => (result.ok ? [baskets[i]!] : []))
    expect(winners.length).toBeGreaterThan(0)
    const heldSeats = await theatre.db.selectFrom('seat_claim').select(['seat', 'basket_id']).where('state', '=', 'held').execute()
    expect(heldSeats).toHaveLength(winners.length * 3)
    expect(new Set(heldSeats.map((claim) => claim.basket_id))).toEqual(new Set(winners))
    for (const result of results) if (!result.ok) expect((result.error as { code: string }).code).toBe('seats-taken')
  })
})

describe('extendBasket', () => {
  it('extends the deadline and the holds ten times, and then rejects', async () => {
    await using theatre = await openTestTheatre()
    const basket = await openBasket(theatre.db, theatre.brand)
    await addTickets(theatre, basket, actor, 'tonight', fullPriceSeats('A.1'))
    for (let time = 0; time < 10; time++) expect(await extendBasket(theatre, basket, actor)).toMatchObject({ ok: true })
    expect(await extendBasket(theatre, basket, actor)).toMatchObject({ error: { code: 'extension-limit', params: { maximum: 10 } } })
    const { rows } = await sql<{
      same: boolean
    }>`select c.until = b.deadline as same from seat_claim c join basket b on b.id = c.basket_id where c.state = 'held'`.execute(theatre.db)
    expect(rows).toEqual([{ same: true }])
  })

  it('rejects a basket without tickets', async () => {
    await using theatre = await openTestTheatre()
    const basket = await openBasket(theatre.db, theatre.brand)
    expect(await extendBasket(theatre, basket, actor)).toMatchObject({ error: { code: 'basket-empty' } })
    expect(await setNotes(theatre, basket, actor, { order: 'hello', access: '', termsAccepted: true })).toMatchObject({
      error: { code: 'basket-empty' },
    })
  })
})

async function lapse({ db }: Awaited<ReturnType<typeof openTestTheatre>>, basket: string): Promise<void> {
  await sql`update basket set deadline = now() - interval '1 second' where id = ${basket}`.execute(db)
  await sql`update seat_claim set until = now() - interval '1 second' where basket_id = ${basket}`.execute(db)
}
