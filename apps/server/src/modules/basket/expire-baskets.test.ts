import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { expectInvariants, openTestTheatre } from '#testing'
import { openBasket, readBasket, expireBaskets } from './index.ts'
import { addTickets } from '#modules/hold'

const actor = { name: 'guest' }

it('a basket that can’t be expired does not delay the others', async () => {
  await using theatre = await openTestTheatre()
  const [brokenBasket, intactBasket] = [await openBasket(theatre.db, theatre.brand), await openBasket(theatre.db, theatre.brand)]
  for (const [basket, seat] of [
    [brokenBasket, 'A.1'],
    [intactBasket, 'A.2'],
  ] as const)
    await addTickets(theatre, basket, actor, 'tonight', [{ seat: `stalls.${seat}`, priceType: 'full' }])
  await sql`update basket set deadline = now() - interval '1 minute' where id = ${intactBasket}`.execute(theatre.db)
  // Its row refers to a reserved order that does not exist.
  await sql`update basket set deadline = now() - interval '1 hour', reservation_id = gen_random_uuid() where id = ${brokenBasket}`.execute(
    theatre.db,
  )
  await expect(expireBaskets(theatre.db)).rejects.toThrow('1 of 1 lapsed baskets could not be expired')
  expect(await readBasket(theatre, intactBasket)).toMatchObject({ state: 'expired', tickets: [] })
})

it('expires all baskets of an on-sale that lapse at once, with the same result as one by one', async () => {
  await using theatre = await openTestTheatre((brand) => brand, { rows: 100, seatsInRow: 100, sold: [] })
  const expiredBasket = await openBasket(theatre.db, theatre.brand)
  await addTickets(theatre, expiredBasket, actor, 'tonight', [
    { seat: 'stalls.A.1', priceType: 'full' },
    { seat: 'stalls.A.2', priceType: 'full' },
  ])
  await addTickets(theatre, expiredBasket, actor, 'tomorrow', [{ seat: 'stalls.B.7', priceType: 'full' }])
  const openedBasket = await openBasket(theatre.db, theatre.brand)
  await addTickets(theatre, openedBasket, actor, 'tonight', [{ seat: 'stalls.A.3', priceType: 'full' }])
  // Fewer than 10,000 holds, four per basket.
  await sql`
    with many as (select gen_random_uuid() as id, nth from generate_series(2, 2498) as nth),
    baskets as (insert into basket (id, state, delivery, notes, deadline) select id, 'open', '{}', '{}', now() + interval '1 hour' from many),
    claims as (
      insert into seat_claim (performance_id, seat, state, basket_id, until)
      select 'tonight', nth * 4 + place, 'held', id, now() + interval '1 hour' from many, generate_series(0, 3) as place)
    insert into basket_ticket (id, basket_id, performance_id, seat, band, price_type, price, fee)
    select gen_random_uuid(), id, 'tonight', nth * 4 + place, 'a', 'full', 4500, 450 from many, generate_series(0, 3) as place`.execute(
    theatre.db,
  )
  await sql`update basket set deadline = now() - interval '1 second' where id <> ${openedBasket}`.execute(theatre.db)
  await sql`update seat_claim set until = now() - interval '1 second' where basket_id <> ${openedBasket}`.execute(theatre.db)
  const version = async () =>
    (await theatre.db.selectFrom('basket').select('version').where('id', '=', expiredBasket).executeTakeFirstOrThrow()).version
  const before = await version()
  const swept = await Promise.all([expireBaskets(theatre.db), expireBaskets(theatre.db)])
  expect(swept[0]! + swept[1]!).toBe(2_498)
  expect(await expireBaskets(theatre.db)).toBe(0)
  expect(await theatre.db.selectFrom('seat_claim').select(['seat', 'basket_id']).execute()).toEqual([{ seat: 2, basket_id: openedBasket }])
  const { state, lapsed } = await theatre.db
    .selectFrom('basket')
    .select(['state', 'lapsed'])
    .where('id', '=', expiredBasket)
    .executeTakeFirstOrThrow()
  expect([state, await version()]).toEqual(['expired', before + 1])
  expect(lapsed).toEqual([
    { performance: 'tomorrow', seats: [106] },
    { performance: 'tonight', seats: [0, 1] },
  ])
  const trail = await theatre.db
    .selectFrom('audit')
    .selectAll()
    .where('subject_id', '=', expiredBasket)
    .where('verb', '=', 'expire')
    .execute()
  expect(trail).toMatchObject([{ actor: 'sweeper', from_state: 'open', to_state: 'expired', detail: { tickets: 3 } }])
  await expectInvariants(theatre)
})
