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
import { changeProductPerformances } from './change-product-performances.ts'
import { readProductPerformances } from './product-performances.ts'
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
    const { isWithdrawn, ...record } = (await readRecord(theatre, { kind: 'product', id }))!.record
    expect(isWithdrawn).toBe(false)
    expect(recordSchemas.product.parse(record), id).toEqual(record)
  }
})

it('keeps a variant that is in a basket or in an order, and keeps the stock of the others', async () => {
  const { db, brand } = theatre
  const of = { kind: 'product', id: 'swan-uppers-poster' } as const
  const stockOf = async () =>
    await db.selectFrom('product_stock').select(['key', 'total']).where('product_id', '=', of.id).orderBy('key').execute()
  const before = (await readRecord(theatre, of))!
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
  expect((await readRecord(theatre, of))!.version).toBe(before.version + 1)

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
  expect((await readRecord(theatre, of))!.record).toEqual(before.record)
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

it('ends the sale for a performance with its stock, restores both, and keeps what is in a basket', async () => {
  const { db, brand } = theatre
  const { rows } = await sql<{ id: string; instance: string; variant: string }>`
    select o.product_id as id, o.instance_id as instance, o.variant_id as variant
    from product_stock s join product_performance o using (product_id, variant_id, instance_id) join performance f on f.id = o.instance_id
    where f.sale = 'on-sale' and f.starts_at > now() order by f.id desc limit 1`.execute(db)
  const { id, instance, variant } = rows[0]!
  const key = `${id}/${variant}@${instance}`
  const tables = async () => {
    const ofProduct = db.selectFrom('product_performance').selectAll().where('product_id', '=', id)
    const offers = await ofProduct.orderBy('instance_id').orderBy('variant_id').execute()
    const stocks = await db.selectFrom('product_stock').select(['key', 'total']).where('product_id', '=', id).orderBy('key').execute()
    return { offers, stocks }
  }
  const before = await tables()
  const end = async () =>
    changeProductPerformances(depsOf(), planner, id, {
      ...{ version: (await readProductPerformances(db, id))!.version, instances: [instance], variants: null },
    })
  const basket = await openBasket(db, brand, {})
  await sql`insert into basket_item (id, basket_id, kind, product, performance_id, quantity, amount, detail)
    values (gen_random_uuid(), ${basket}, 'product', ${`${key};frame:oak`}, ${instance}, 1, 1200, '{}')`.execute(db)
  expect(await end()).toMatchObject({
    error: { code: 'change-has-dependents', params: { dependents: [{ kind: 'reference', id: 'basket_item', count: 1 }] } },
  })
  expect(await tables()).toEqual(before)
  await sql`delete from basket_item where basket_id = ${basket}`.execute(db)
  const ended = await end()
  if (!ended.ok) throw new Error(ended.error.code)
  const after = await tables()
  expect(after.offers).toEqual(before.offers.filter(({ instance_id }) => instance_id !== instance))
  expect(after.stocks).toEqual(before.stocks.filter((each) => !each.key.endsWith(`@${instance}`)))
  expect((await undoChange(depsOf(), planner, ended.value.changeSet!, undefined)).ok).toBe(true)
  expect(await tables()).toEqual(before)
})

it('keeps a performance that a change added, once its pieces are counted', async () => {
  const { db } = theatre
  const id = 'swan-uppers-poster'
  const { rows } = await sql<{ id: string }>`
    select id from performance where sale <> 'cancelled' and starts_at > now() order by id limit 1`.execute(db)
  const instance = rows[0]!.id
  const { version } = (await readProductPerformances(db, id))!
  const sold = await changeProductPerformances(depsOf(), planner, id, { version, instances: [instance], variants: { a3: null } })
  if (!sold.ok) throw new Error(sold.error.code)
  const key = `${id}/a3@${instance}`
  const counted = await changeStock(depsOf(), planner, id, { key, delta: 8, reason: 'Delivery' })
  if (!counted.ok) throw new Error(counted.error.code)
  const undo = (changeSet: string | null) => undoChange(depsOf(), planner, changeSet!, undefined)
  expect(await undo(sold.value.changeSet)).toMatchObject({
    error: { code: 'change-has-dependents', params: { dependents: [{ kind: 'reference', id: 'product_stock', count: 1 }] } },
  })
  expect((await undo(counted.value.changeSet)).ok).toBe(true)
  expect((await undo(sold.value.changeSet)).ok).toBe(true)
  expect((await readProductPerformances(db, id))!.version).toBe(version)
})
