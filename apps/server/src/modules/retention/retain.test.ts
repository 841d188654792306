import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { audit, newId, publish, transact } from '#db'
import { addTickets, openBasket, resetBasket } from '#modules/basket'
import { smallHouse } from '#testing'
import { forgetOld } from './index.ts'

it('forgets what was kept long enough, and neither what is young nor the audit', async () => {
  await using house = await smallHouse()
  const actor = { name: 'guest', network: '203.0.113.9' }
  const [old, young] = [await openBasket(house.db, house.brand), await openBasket(house.db, house.brand)]
  for (const [basket, seat] of [
    [old, 'stalls.A.1'],
    [young, 'stalls.A.2'],
  ] as const) {
    await addTickets(house, basket, actor, 'tonight', [{ seat, priceType: 'full' }])
    await resetBasket(house, basket, actor)
  }
  await sql`update basket set created_at = now() - interval '31 days', notes = '{"order":"call me","access":""}' where id = ${old}`.execute(
    house.db,
  )
  await transact(house.db, async (trx) => {
    await publish(trx, 'mail.welcome', 'somebody', {})
    await audit(trx, { actor: 'somebody', subject: 'basket', subjectId: newId(), verb: 'look' })
  })
  await sql`update outbox set done_at = now() - interval '31 days'`.execute(house.db)
  await sql`update audit set at = now() - interval '10 years'`.execute(house.db)
  const trail = () => house.db.selectFrom('audit').select('id').execute()
  const before = await trail()

  const forgotten = await forgetOld(house.db)
  expect(Object.fromEntries(forgotten)).toEqual({
    'tickets of baskets that came to nothing': 1,
    'notes and addresses of baskets that came to nothing': 1,
    'messages that were sent': 1,
  })
  expect(await trail()).toEqual(before)
  const left = await house.db.selectFrom('basket').select(['id', 'network', 'notes']).orderBy('created_at').execute()
  expect(left.filter(({ id }) => id === old)).toEqual([{ id: old, network: null, notes: { order: '', access: '' } }])
  expect(left.filter(({ id }) => id === young)).toMatchObject([{ network: '203.0.113.9' }])
  expect((await forgetOld(house.db)).size).toBe(0)
})
