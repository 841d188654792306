import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { readOrderById } from '#modules/order'
import { announcePromo } from '#modules/promo'
import { applyPromo, changeTicket } from '#modules/basket'
import { expectInvariants, openTestTheatre, type TestTheatre } from '#testing'
import { checkPayment, startPayment } from './index.ts'
import { actor, createBuyer, openManualProvider } from './testing/buyer.ts'

const levy = { name: { text: 'restoration levy' }, basisPoints: 1_000 }

/** Sets rate, proof and levy of the price type `under-26`; the other types keep the rate of the brand. */
async function setRules({ db, catalogue }: TestTheatre, vatBasisPoints: number, proof: string): Promise<void> {
  await sql`update price_list set data = jsonb_set(data, '{priceTypes}', (
    select jsonb_agg(case when t ->> 'id' = 'under-26' then t || jsonb_build_object('vatBasisPoints', ${vatBasisPoints}::int,
      'proofAtDoor', jsonb_build_object('text', ${proof}::text), 'levy', ${JSON.stringify(levy)}::jsonb) else t end order by n)
    from jsonb_array_elements(data -> 'priceTypes') with ordinality as types (t, n)))`.execute(db)
  await catalogue.refresh()
}

it('freezes the tax, the levy and the proof of each price type into the order', async () => {
  await using theatre = await openTestTheatre()
  await setRules(theatre, 0, 'a student card')
  const code = {
    code: 'HALF',
    name: 'Half',
    maxUses: 5,
    rule: { opensPriority: false, opensPriceTypes: [], discount: { kind: 'percent' as const, percent: 50 } },
  }
  await announcePromo(theatre.db, code, actor)
  const { shop, end } = openManualProvider(theatre)
  const { customer, basket, read } = await createBuyer({ ...theatre, ...shop }, ['A.1', 'A.2'])
  const [, young] = (await read()).tickets
  await changeTicket(theatre, basket, actor, young!.id, { priceType: 'under-26' })
  await applyPromo(theatre, basket, actor, 'HALF')
  const { version, quote, totals, tickets } = await read()
  expect(tickets.map(({ proofAtDoor }) => proofAtDoor)).toEqual([undefined, { text: 'a student card' }])
  const [full, reduced] = tickets.map(({ price }) => price / 2) as [number, number]
  const vat = Math.round(full / 6)
  const taxes = [
    { vatBasisPoints: 2000, net: full - vat, vat },
    { vatBasisPoints: 0, net: reduced, vat: 0 },
  ]
  const levies = [{ name: levy.name, amount: Math.round(reduced / 10) }]
  expect(tickets.map(({ levy: within }) => within)).toEqual([undefined, levies[0]])
  expect(totals).toMatchObject({ total: full + reduced, vat, taxes, levies })
  const start = await startPayment(shop, customer, basket, version, 'en', actor, quote)
  if (!start.ok) throw new Error(start.error.code)
  end(start.value.payment, 'succeeded')
  expect(await checkPayment(shop, customer.id, start.value.payment, actor)).toMatchObject({ value: { state: 'succeeded' } })

  await setRules(theatre, 500, 'a passport')
  const { id } = await theatre.db.selectFrom('customer_order').select('id').executeTakeFirstOrThrow()
  const order = (await readOrderById(theatre, id))!.order
  expect(order.totals).toMatchObject({ total: full + reduced, vat, taxes, levies })
  expect(order.tickets.map(({ proofAtDoor }) => proofAtDoor)).toEqual([undefined, { text: 'a student card' }])
  const lines = await theatre.db.selectFrom('order_line').select(['kind', 'vat_basis_points as rate']).orderBy('position').execute()
  expect(lines).toEqual([
    { kind: 'ticket', rate: null },
    { kind: 'ticket', rate: 0 },
    { kind: 'discount', rate: null },
    { kind: 'discount', rate: 0 },
  ])
  await expectInvariants(theatre)
})
