import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { expireBaskets } from '#modules/basket'
import { expectInvariants } from '#testing'
import { createItemBuyer, openSupperTheatre, supperFor } from '../payment/testing/item-buyer.ts'
import { applyRetention } from './index.ts'

it('erases the note of an order of food 30 days after its performance, everywhere, and the rest of the order stays', async () => {
  await using theatre = await openSupperTheatre(10)
  const { db } = theatre
  await (await createItemBuyer(theatre, [supperFor(2)])).pay()
  const stored = async () => {
    const { rows } = await sql<{ note: string; menu: string }>`
      select detail ->> 'note' as note, detail ->> 'menu' as menu from order_item
      union all select detail ->> 'note', detail ->> 'menu' from basket_item
      union all select quote #>> '{items,0,detail,note}', quote #>> '{items,0,detail,menu}' from payment_attempt`.execute(db)
    return rows
  }
  await sql`update customer_order set placed_at = now() - interval '60 days'`.execute(db)
  await sql`update performance set starts_at = now() - interval '29 days' where id = 'tonight'`.execute(db)
  await applyRetention(db)
  expect((await stored()).every(({ note }) => note === 'No nuts')).toBe(true)
  await sql`update performance set starts_at = now() - interval '31 days' where id = 'tonight'`.execute(db)
  await applyRetention(db)
  expect(new Set((await stored()).map(({ note, menu }) => `${note}/${menu}`))).toEqual(new Set(['/supper']))
  await expectInvariants(theatre)
})

it('erases the notes of food that was not bought after 30 days', async () => {
  await using theatre = await openSupperTheatre(10)
  const { db } = theatre
  const { start, end } = await createItemBuyer(theatre, [supperFor(2)])
  const started = await start()
  if (!started.ok) throw new Error(started.error.code)
  end(started.value.payment, 'cancelled')
  await createItemBuyer(theatre, [supperFor(1)])
  await sql`update payment_attempt set state = 'cancelled'`.execute(db)
  await sql`update basket set state = 'open', created_at = now() - interval '31 days', deadline = now() - interval '30 days'`.execute(db)
  await sql`update payment_attempt set created_at = now() - interval '31 days'`.execute(db)
  await expireBaskets(db)
  await applyRetention(db)
  const { rows } = await sql<{ text: string }>`
    select detail::text as text from basket_item union all select lapsed_items::text from basket
    union all select quote::text from payment_attempt`.execute(db)
  expect(rows.filter(({ text }) => text.includes('No nuts'))).toEqual([])
})
