import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { addTickets, openBasket } from '#modules/basket'
import { customerOf, smallHouse } from '#testing'
import { beginVisit, resumeVisit, sweepVisits } from './index.ts'

const idle = 1_200

async function open() {
  const house = await smallHouse()
  onTestFinished(house[Symbol.asyncDispose])
  const customer = await customerOf(house)
  const basket = await openBasket(house.db, house.brand, { customer_id: customer.id })
  await addTickets(house, basket, { name: 'guest' }, 'tonight', [{ seat: 'stalls.A.1', priceType: 'full' }])
  const { secret, key } = await beginVisit(house.db, { customer: customer.id, basket })
  return {
    house,
    resume: () => resumeVisit(house.db, secret, idle),
    pass: (seconds: number) =>
      house.db
        .updateTable('session')
        .set({ seen_at: sql<Date>`seen_at - make_interval(secs => ${seconds})` })
        .where('id_hash', '=', key)
        .execute(),
    hold: (seconds: number) =>
      house.db
        .updateTable('basket')
        .set({ deadline: sql<Date>`now() + make_interval(secs => ${seconds})` })
        .where('id', '=', basket)
        .execute(),
  }
}

test('a visit is over after 1,200 seconds without a sign', async () => {
  const { resume, pass, hold } = await open()
  await hold(-1)
  await pass(idle - 5)
  expect(await resume()).toBeDefined()
  await pass(idle + 1)
  expect(await resume()).toBeUndefined()
})

test('a visit is never shorter than the hold of its basket, and is not swept before', async () => {
  const { house, resume, pass, hold } = await open()
  await hold(60)
  await pass(2 * idle)
  await sweepVisits(house.db, idle)
  expect(await resume()).toMatchObject({ customer: { first_name: 'Ada' } })
  await hold(-1)
  await pass(2 * idle)
  expect(await resume()).toBeUndefined()
  await sweepVisits(house.db, idle)
  expect(await house.db.selectFrom('session').select('id_hash').execute()).toEqual([])
})
