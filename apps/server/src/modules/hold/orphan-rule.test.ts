import { describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import type { OrphanPolicy } from '@playhouse/domain/brand'
import { bands } from '@playhouse/domain/pricing'
import { fullPriceSeats, type TestTheatre, openTestTheatre } from '#testing'
import { openBasket, readBasket, removeTicket } from '#modules/basket'
import { addTickets } from './index.ts'

const actor = { name: 'guest' }
const seatsOf = async (theatre: TestTheatre, basket: string) =>
  (await readBasket(theatre, basket)).tickets.map(({ row, number }) => row + number).sort()

/** Row A in blocks of two and three, all other seats single. */
const inBlocks = (theatre: TestTheatre) =>
  sql`update price_list set data = jsonb_set(data::jsonb, '{seatBlocks}', '[[0, 2], [2, 3]]')`.execute(theatre.db)

describe('seat blocks', () => {
  it('are held and released as a whole', async () => {
    await using theatre = await openTestTheatre()
    await inBlocks(theatre)
    const basket = await openBasket(theatre.db, theatre.brand)
    const half = await addTickets(theatre, basket, actor, 'tonight', fullPriceSeats('A.3', 'A.4', 'B.1'))
    expect(half).toEqual({ ok: false, error: { code: 'distanced-block-incomplete', params: {} } })
    expect(await addTickets(theatre, basket, actor, 'tonight', fullPriceSeats('A.3', 'A.4', 'A.5', 'B.1'))).toMatchObject({ ok: true })
    const { tickets } = await readBasket(theatre, basket)
    await removeTicket(theatre, basket, actor, tickets.find(({ number, row }) => row === 'A' && number === '4')!.id)
    expect(await seatsOf(theatre, basket)).toEqual(['B1'])
    const claims = await theatre.db.selectFrom('seat_claim').select('seat').where('basket_id', '=', basket).execute()
    expect(claims).toEqual([{ seat: 10 }])
  })

  it('are held as a whole by another visitor after a release', async () => {
    await using theatre = await openTestTheatre()
    await inBlocks(theatre)
    const [mine, theirs] = [await openBasket(theatre.db, theatre.brand), await openBasket(theatre.db, theatre.brand)]
    await addTickets(theatre, mine, actor, 'tonight', fullPriceSeats('A.1', 'A.2'))
    expect(await addTickets(theatre, theirs, actor, 'tonight', fullPriceSeats('A.1', 'A.2'))).toMatchObject({
      error: { code: 'seats-taken' },
    })
    await removeTicket(theatre, mine, actor, (await readBasket(theatre, mine)).tickets[0]!.id)
    expect(await readBasket(theatre, mine)).toMatchObject({ tickets: [], deadline: null })
    expect(await addTickets(theatre, theirs, actor, 'tonight', fullPriceSeats('A.1', 'A.2'))).toMatchObject({ ok: true })
  })
})

describe('orphan seats', () => {
  const theatreWith = (orphans: OrphanPolicy) => openTestTheatre((brand) => ({ ...brand, seating: { orphans } }))

  it('are rejected if the brand blocks them and better seats are available', async () => {
    await using theatre = await theatreWith('block-unless-nothing-better')
    const basket = await openBasket(theatre.db, theatre.brand)
    const refusal = await addTickets(theatre, basket, actor, 'tonight', fullPriceSeats('A.2', 'A.3'))
    expect(refusal).toEqual({ ok: false, error: { code: 'seat-left-alone', params: {} } })
    expect(await seatsOf(theatre, basket)).toEqual([])
    expect(await addTickets(theatre, basket, actor, 'tonight', fullPriceSeats('A.1', 'A.2'))).toMatchObject({ ok: true })
  })

  it('are accepted if no better seats are available', async () => {
    await using theatre = await theatreWith('block-unless-nothing-better')
    const [mine, theirs] = [await openBasket(theatre.db, theatre.brand), await openBasket(theatre.db, theatre.brand)]
    await sql`insert into seat_claim (performance_id, seat, state, order_id)
      select 'tonight', seat, 'sold', null from generate_series(3, 38) as seat on conflict do nothing`.execute(theatre.db)
    expect(await addTickets(theatre, mine, actor, 'tonight', fullPriceSeats('A.2', 'A.3'))).toMatchObject({ ok: true })
    expect(await addTickets(theatre, theirs, actor, 'tonight', fullPriceSeats('A.1'))).toMatchObject({ ok: true })
  })

  it('do not hide that a concurrent claim won', async () => {
    await using theatre = await theatreWith('block-unless-nothing-better')
    const [mine, theirs] = [await openBasket(theatre.db, theatre.brand), await openBasket(theatre.db, theatre.brand)]
    expect(await addTickets(theatre, theirs, actor, 'tonight', fullPriceSeats('A.3', 'A.4', 'A.5'))).toMatchObject({ ok: true })
    const late = await addTickets(theatre, mine, actor, 'tonight', fullPriceSeats('A.2', 'A.3'))
    expect(late).toMatchObject({ ok: false, error: { code: 'seats-taken', params: { seats: ['stalls.A.3'] } } })
  })

  it('are not seats that no price type sells', async () => {
    await using theatre = await theatreWith('block-unless-nothing-better')
    const [a, unsold] = [bands.indexOf('a'), bands.indexOf('c')]
    // A1 has no price: A2 and A3 leave no orphan.
    await sql`update price_list set data = jsonb_set(data::jsonb, '{seatBands}',
      ${JSON.stringify([
        [unsold, 1],
        [a, 39],
      ])}::jsonb)`.execute(theatre.db)
    const basket = await openBasket(theatre.db, theatre.brand)
    expect(await addTickets(theatre, basket, actor, 'tonight', fullPriceSeats('A.2', 'A.3'))).toMatchObject({ ok: true })
  })

  it('are accepted under the other policies', async () => {
    for (const policy of ['off', 'warn'] as const) {
      await using theatre = await theatreWith(policy)
      const basket = await openBasket(theatre.db, theatre.brand)
      expect(await addTickets(theatre, basket, actor, 'tonight', fullPriceSeats('A.2', 'A.3')), policy).toMatchObject({ ok: true })
    }
  })
})
