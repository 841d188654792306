import { expect, it } from 'vitest'
import { money } from '@playhouse/domain/money'
import { openTestTheatre } from '#testing'
import { startPayment } from './index.ts'
import { actor } from './testing/buyer.ts'
import { createItemBuyer, gift, selling } from './testing/item-buyer.ts'

it('removes a donation whose fund has closed since from the basket, names it, and takes payment for the rest', async () => {
  await using theatre = await openTestTheatre(selling)
  const { shop, customer, basket, read } = await createItemBuyer(theatre, [gift(20_00), gift(30_00, 'roof')])
  const giving = theatre.brand.giving.map((fund) => (fund.fund === 'roof' ? { ...fund, closesOn: '2020-12-31' } : fund))
  const closed = { ...shop, brand: { ...shop.brand, giving } }
  const start = async () => startPayment(closed, { ...customer, is_guest: false }, basket, (await read()).version, 'en', actor)
  expect(await start()).toMatchObject({ error: { code: 'fund-closed', params: { name: 'The roof appeal' } } })
  expect(await read()).toMatchObject({ items: [{ name: 'The stage fund' }], totals: { total: money(20_00) } })
  expect((await start()).ok).toBe(true)
})
