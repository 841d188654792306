import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { smallHouse } from '#testing'
import { addTickets, openBasket, readBasket, sweepBaskets } from './index.ts'

const actor = { name: 'guest' }

it('a basket that can’t be ended holds up none of those that lapsed after it', async () => {
  await using house = await smallHouse()
  const [broken, other] = [await openBasket(house.db, house.brand), await openBasket(house.db, house.brand)]
  for (const [basket, seat] of [
    [broken, 'A.1'],
    [other, 'A.2'],
  ] as const)
    await addTickets(house, basket, actor, 'tonight', [{ seat: `stalls.${seat}`, priceType: 'full' }])
  await sql`update basket set deadline = now() - interval '1 minute' where id = ${other}`.execute(house.db)
  // It says that it holds a reserved order, and there is none.
  await sql`update basket set deadline = now() - interval '1 hour', reservation_id = gen_random_uuid() where id = ${broken}`.execute(
    house.db,
  )
  await expect(sweepBaskets(house.db)).rejects.toThrow('1 of 2 lapsed baskets could not be ended')
  expect(await readBasket(house, other)).toMatchObject({ state: 'expired', tickets: [] })
})
