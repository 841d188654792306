import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openBasket } from '#modules/basket'
import { addTickets } from '#modules/hold'
import { customerOf, openTestTheatre } from '#testing'
import { beginSession, resumeSession, sweepSessions } from './index.ts'

const idle = 1_200

async function open() {
  const theatre = await openTestTheatre()
  onTestFinished(theatre[Symbol.asyncDispose])
  const customer = await customerOf(theatre)
  const basket = await openBasket(theatre.db, theatre.brand, { customer_id: customer.id })
  await addTickets(theatre, basket, { name: 'guest' }, 'tonight', [{ seat: 'stalls.A.1', priceType: 'full' }])
  const { secret, key } = await beginSession(theatre.db, { customer: customer.id, basket })
  return {
    theatre,
    resume: () => resumeSession(theatre.db, secret, idle),
    pass: (seconds: number) =>
      theatre.db
        .updateTable('session')
        .set({ seen_at: sql<Date>`seen_at - make_interval(secs => ${seconds})` })
        .where('id_hash', '=', key)
        .execute(),
    hold: (seconds: number) =>
      theatre.db
        .updateTable('basket')
        .set({ deadline: sql<Date>`now() + make_interval(secs => ${seconds})` })
        .where('id', '=', basket)
        .execute(),
  }
}

test('a session expires after 1,200 idle seconds', async () => {
  const { resume, pass, hold } = await open()
  await hold(-1)
  await pass(idle - 5)
  expect(await resume()).toBeDefined()
  await pass(idle + 1)
  expect(await resume()).toBeUndefined()
})

test('a session lasts at least as long as the hold of its basket, and is not deleted before', async () => {
  const { theatre, resume, pass, hold } = await open()
  await hold(60)
  await pass(2 * idle)
  await sweepSessions(theatre.db, idle)
  expect(await resume()).toMatchObject({ customer: { first_name: 'Ada' } })
  await hold(-1)
  await pass(2 * idle)
  expect(await resume()).toBeUndefined()
  await sweepSessions(theatre.db, idle)
  expect(await theatre.db.selectFrom('session').select('id_hash').execute()).toEqual([])
})
