import { sql } from 'kysely'
import { itemKindNames } from '@playhouse/domain/item-kind'
import { expect, it } from 'vitest'
import { openTestTheatre } from '#testing'

it('stores every kind of item that is sold, and no other', async () => {
  await using theatre = await openTestTheatre()
  const { rows } = await sql<{ rule: string }>`
    select pg_get_constraintdef(oid) as rule from pg_constraint where conname = 'basket_item_kind_check'`.execute(theatre.db)
  const stored = [...rows[0]!.rule.matchAll(/'([\w-]+)'/g)].map(([, kind]) => kind)
  expect(stored.toSorted()).toEqual([...itemKindNames].toSorted())
})
