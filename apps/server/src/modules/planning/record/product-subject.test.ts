import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestTheatre } from '#testing'
import { openBasket } from '#modules/basket'
import { seedProducts } from '#modules/product'
import { recordSchemas } from '@playhouse/domain/record'
import { dishes, products } from '@playhouse/fixtures'
import { undoChange } from '../undo.ts'
import { readRecord, saveRecord } from './edit-records.ts'
import { changeStock } from './change-stock.ts'
import { readStocks } from './product-stock.ts'

let theatre: Awaited<ReturnType<typeof openTestTheatre>>
beforeAll(async () => {
  theatre = await openTestTheatre()
  await seedProducts(theatre.db, [...products('kingston'), ...dishes('kingston')])
})
afterAll(() => theatre[Symbol.asyncDispose]())

const planner = { staff: null, actor: { name: 'test' } }
const depsOf = () => ({ ...theatre, brand: { ...theatre.brand, productTypes: [{ type: 'merchandise', name: 'Shop' }] } })

it('reads every product and dish of the fixtures as a valid record', async () => {
  const ids = [...products('kingston'), ...dishes('kingston')].map(({ product }) => product)
  for (const id of ids) {
    const { isWithdrawn, ...record } = (await readRecord(theatre.db, { kind: 'product', id }))!.record
    expect(isWithdrawn).toBe(false)
    expect(recordSchemas.product.parse(record), id).toEqual(record)
  }
})

it('keeps a variant that is in a basket or in an order, and keeps the stock of the others', async () => {
  const { db, brand } = theatre
  const of = { kind: 'product', id: 'swan-uppers-poster' } as const
  const stockOf = async () =>
    await db.selectFrom('product_stock').select(['key', 'total']).where('product_id', '=', of.id).orderBy('key').execute()
  const before = (await readRecord(db, of))!
  const { isWithdrawn: _, ...record } = before.record as typeof before.record & {
    readonly variants: readonly { readonly variant: string }[]
  }
  const basket = await openBasket(db, brand, {})
  const item = (product: string) => sql`
    insert into basket_item (id, basket_id, kind, product, quantity, amount, detail)
    values (gen_random_uuid(), ${basket}, 'product', ${product}, 1, 1200, '{}')`
  await item(`${of.id}/a2;frame:oak`).execute(db)
  const without = (variant: string) => ({ ...record, variants: record.variants.filter((each) => each.variant !== variant) })
  const save = (changed: object, version = before.version) => saveRecord(depsOf(), planner, of, { version, record: changed })
  expect(await save(without('a2'))).toMatchObject({
    error: { code: 'change-has-dependents', params: { dependents: [{ kind: 'reference', id: 'basket_item', count: 1 }] } },
  })
  const stocks = await stockOf()
  const saved = await save(without('a2-signed'))
  if (!saved.ok) throw new Error(saved.error.code)
  expect(await stockOf()).toEqual(stocks.filter(({ key }) => key !== `${of.id}/a2-signed`))
  expect((await readRecord(db, of))!.version).toBe(before.version + 1)

  const added = {
    ...without('a2-signed'),
    variants: [...without('a2-signed').variants, { variant: 'a1', name: 'A1', price: 2000, fee: 0 }],
  }
  const adding = await save(added, before.version + 1)
  if (!adding.ok) throw new Error(adding.error.code)
  await item(`${of.id}/a1`).execute(db)
  expect(await undoChange(depsOf(), planner, adding.value.changeSet!, undefined)).toMatchObject({
    error: { code: 'change-has-dependents', params: { dependents: [{ kind: 'reference', id: 'basket_item', count: 1 }] } },
  })
  await sql`delete from basket_item where product = ${`${of.id}/a1`}`.execute(db)
  expect((await undoChange(depsOf(), planner, adding.value.changeSet!, undefined)).ok).toBe(true)
  expect((await undoChange(depsOf(), planner, saved.value.changeSet!, undefined)).ok).toBe(true)
  expect((await readRecord(db, of))!.record).toEqual(before.record)
})

it('adds what two people count at once, keeps pieces that are held, and undoes a count', async () => {
  const { db, brand } = theatre
  const id = 'swan-uppers-poster'
  const key = `${id}/a3`
  const stockNow = async () => (await readStocks(db, id))!.stocks.find((each) => each.key === key)!
  const { total } = await stockNow()
  const both = await Promise.all([5, 7].map((delta) => changeStock(depsOf(), planner, id, { key, delta, reason: 'Delivery' })))
  expect(both.map(({ ok }) => ok)).toEqual([true, true])
  expect((await stockNow()).total).toBe(total! + 12)
  const basket = await openBasket(db, brand, {})
  await sql`insert into basket_item (id, basket_id, kind, product, quantity, amount, detail)
    values (gen_random_uuid(), ${basket}, 'product', ${key}, 4, 1200, '{}')`.execute(db)
  expect(await changeStock(depsOf(), planner, id, { key, delta: -(total! + 9), reason: 'Fire' })).toMatchObject({
    error: { code: 'invalid-input', params: { fields: ['delta'] } },
  })
  const emptied = await changeStock(depsOf(), planner, id, { key, delta: -(total! + 8), reason: 'Fire' })
  if (!emptied.ok) throw new Error(emptied.error.code)
  expect(await stockNow()).toMatchObject({ total: 4, held: 4 })
  expect((await undoChange(depsOf(), planner, emptied.value.changeSet!, undefined)).ok).toBe(true)
  expect((await stockNow()).total).toBe(total! + 12)
})

it('lists the stock of each performance of a product, and counts one of them', async () => {
  const { db } = theatre
  const { rows } = await sql<{ id: string; key: string }>`
    select o.product_id as id, o.product_id || '/' || o.variant_id || '@' || o.instance_id as key
    from product_performance o join performance f on f.id = o.instance_id
    where f.sale = 'on-sale' and f.starts_at > now() order by o.instance_id limit 1`.execute(db)
  const { id, key } = rows[0]!
  const before = (await readStocks(db, id))!.stocks.find((each) => each.key === key)!
  expect(before.performance).toMatchObject({ id: key.split('@')[1] })
  const changed = await changeStock(depsOf(), planner, id, { key, delta: 3, reason: 'Delivery' })
  expect(changed.ok).toBe(true)
  expect((await readStocks(db, id))!.stocks.find((each) => each.key === key)!.total).toBe((before.total ?? 0) + 3)
  expect(await changeStock(depsOf(), planner, id, { key: `${id}/none`, delta: 3, reason: 'Delivery' })).toMatchObject({
    error: { code: 'invalid-input', params: { fields: ['key'] } },
  })
})
