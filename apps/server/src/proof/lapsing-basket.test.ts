import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestServer, startTestServer } from './test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

it('holds seats in a new basket where the basket of the visitor lapses during the request', async () => {
  const { db } = server.theatre
  const { cookie, basket } = await server.owner()
  const add = async (seat: string) =>
    server.app.inject({
      method: 'POST',
      url: '/api/basket/tickets',
      headers: { cookie },
      payload: { instance: 'tonight', seats: [{ seat: `stalls.${seat}`, priceType: 'full' }] },
    })
  let adding: ReturnType<typeof add> | undefined
  await db.transaction().execute(async (trx) => {
    await sql`select from basket where id = ${basket} for update`.execute(trx)
    adding = add('C.2')
    // The request has found its basket open, and waits for the lock of it.
    const waiting = () =>
      sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%basket%'`.execute(
        db,
      )
    await expect.poll(async () => (await waiting()).rows.length).toBe(1)
    await sql`update basket set deadline = now() - interval '1 minute' where id = ${basket}`.execute(trx)
  })
  const result = await adding!
  expect(result.statusCode, result.body).toBe(200)
  expect(result.json()).toMatchObject({ state: 'open', tickets: [{ row: 'C', number: '2' }] })
  expect(await db.selectFrom('basket').select('state').where('id', '=', basket).executeTakeFirst()).toEqual({ state: 'expired' })
  const { rows } = await sql<{ basket_id: string }>`
    select distinct basket_id from seat_claim where state = 'held' and until > now() and basket_id is not null`.execute(db)
  expect(rows).toEqual([{ basket_id: expect.not.stringMatching(basket) }])
})
