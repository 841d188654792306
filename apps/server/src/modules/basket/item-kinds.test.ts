import { sql } from 'kysely'
import { itemKindNames, itemKinds } from '@playhouse/domain/item-kind'
import { expect, it } from 'vitest'
import { openTestTheatre } from '#testing'

it('stores every kind of item that is sold, and no other', async () => {
  await using theatre = await openTestTheatre()
  const { rows } = await sql<{ rule: string }>`
    select pg_get_constraintdef(oid) as rule from pg_constraint where conname = 'basket_item_kind_check'`.execute(theatre.db)
  expect(namesIn(rows[0]!.rule)).toEqual(itemKindNames.toSorted())
})

it('has a unique index of the products of every kind that a basket holds once, or once of each product', async () => {
  await using theatre = await openTestTheatre()
  const { rows } = await sql<{ rule: string }>`
    select indexdef as rule from pg_indexes where indexname = 'basket_item_product' and schemaname = current_schema()`.execute(theatre.db)
  const isUnique = (kind: keyof typeof itemKinds): boolean => (itemKinds[kind].quantity as string) !== 'many'
  expect(namesIn(rows[0]!.rule)).toEqual(itemKindNames.filter(isUnique).toSorted())
})

/** The quoted names in a definition, sorted. */
const namesIn = (rule: string): string[] => [...rule.matchAll(/'([\w-]+)'/g)].map(([, name]) => name!).toSorted()
