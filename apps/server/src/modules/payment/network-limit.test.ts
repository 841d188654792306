import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { addTickets } from '#modules/hold'
import { expectInvariants, openTestTheatre } from '#testing'
import { startPayment } from './index.ts'
import { actor, createBuyer, openManualProvider } from './testing/buyer.ts'

it('checks the network limit again at the payment start: seats held from several networks cannot be paid for from one', async () => {
  await using theatre = await openTestTheatre((brand) => ({ ...brand, limits: { ...brand.limits, ticketsPerNetwork: 4 } }))
  const manual = openManualProvider(theatre)
  const shop = { ...theatre, ...manual.shop }
  const buyers = [await createBuyer(shop, ['A.1', 'A.2', 'A.3']), await createBuyer(shop, ['B.1', 'B.2']), await createBuyer(shop, ['C.1'])]
  const pay = async (nth: number, network: string) => {
    const { customer, basket, read } = buyers[nth]!
    return startPayment(shop, customer, basket, (await read()).version, 'en', { ...actor, network })
  }
  expect(await pay(0, '203.0.113.7')).toMatchObject({ ok: true })
  expect(await pay(1, '203.0.113.7')).toMatchObject({ ok: false, error: { code: 'network-limit', params: { maximum: 4 } } })
  expect(await pay(2, '203.0.113.7')).toMatchObject({ ok: true })
  expect(await pay(1, '203.0.113.8')).toMatchObject({ ok: true })
  await expectInvariants(theatre)
})

it('locks the network before the customer, as a hold does', async () => {
  await using theatre = await openTestTheatre((brand) => ({ ...brand, limits: { ...brand.limits, ticketsPerNetwork: 4 } }))
  const shop = { ...theatre, ...openManualProvider(theatre).shop }
  const { customer, basket, read } = await createBuyer(shop, ['A.1'])
  const limited = await addTickets(shop, basket, actor, 'few-each', [{ seat: 'stalls.A.1', priceType: 'full' }])
  expect(limited).toMatchObject({ ok: true })
  const network = '203.0.113.7'
  await sql`insert into network (id) values (${network})`.execute(theatre.db)
  const { version } = await read()
  const isLocked = async () => {
    const { rows } = await sql`select from network where id = ${network} for update skip locked`.execute(theatre.database.owner)
    return rows.length === 0
  }
  const { payment } = await theatre.database.owner.transaction().execute(async (trx) => {
    await sql`select from customer where id = ${customer.id} for no key update`.execute(trx)
    const started = startPayment(shop, customer, basket, version, 'en', { ...actor, network })
    await expect.poll(isLocked).toBe(true)
    return { payment: started }
  })
  expect(await payment).toMatchObject({ ok: true })
})
