import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { transact } from '#db'
import { addItem, openBasket, readBasket } from '#modules/basket'
import { readFoodOffer, serveMenus } from '#modules/food'
import type { StoredPerformance } from '@playhouse/domain/performance-plan'
import { timeLimit } from '@playhouse/testing/time-limit'
import { addLargeSeason, expectInvariants, type TestTheatre } from '#testing'
import { actor } from '../../payment/testing/buyer.ts'
import { createItemBuyer, openSupperTheatre, supperFor } from '../../payment/testing/item-buyer.ts'
import { applyChanges } from '../apply-changes.ts'
import { performanceSubject } from '../performance-subject.ts'
import { undoChange } from '../undo.ts'
import { readRecord, saveRecord, setRecordSale } from './edit-records.ts'

let theatre: TestTheatre
beforeEach(async () => {
  theatre = await openSupperTheatre(10)
})
afterEach(() => theatre[Symbol.asyncDispose]())

const planner = { staff: null, actor: { name: 'test' } }
const supper = { kind: 'menu', id: 'supper' } as const
const restaurant = { kind: 'collection-point', id: 'restaurant' } as const
const save = (of: typeof supper | typeof restaurant, version: number | null, record: object) =>
  saveRecord(theatre, planner, of, { version, record })
const read = async (of: typeof supper | typeof restaurant) => {
  const { record, version } = (await readRecord(theatre, of))!
  const { isWithdrawn: _, ...values } = record
  return { values, version }
}
/** Changes the servings of supper, in the restaurant and in the bar. Orders end with the service. */
const serve = async (change: (servings: object[]) => object[]) => {
  const { values, version } = await read(supper)
  const { servings } = values as { readonly servings: readonly object[] }
  return save(supper, version, { ...values, servings: change(servings.map((each) => ({ ...each, closesBefore: 120 }))) })
}
const setOf = (saved: Awaited<ReturnType<typeof save>>): string => {
  if (!saved.ok) throw new Error(JSON.stringify(saved.error))
  return saved.value.changeSet!
}
const undo = (changeSet: string) => undoChange(theatre, planner, changeSet, undefined)
const uses = (id: string, count: number) => ({
  error: { code: 'change-has-dependents', params: { dependents: [{ kind: 'reference', id, count }] } },
})
const servedAt = async (instance: string) => {
  const { rows } = await sql<{ point: string; guests: number | null }>`
    select point_id as point, guests from menu_performance where menu_id = 'supper' and performance_id = ${instance} order by 1`.execute(
    theatre.db,
  )
  return Object.fromEntries(rows.map(({ point, guests }) => [point, guests]))
}

it('keeps price, dishes and room of what was ordered, and refuses what would take them away', async () => {
  const { db } = theatre
  const buyer = await createItemBuyer(theatre, [supperFor(4)])
  const number = await buyer.pay()
  const { values, version } = await read(supper)
  const { courses } = values as { readonly courses: readonly { readonly dishes: readonly object[] }[] }
  // The soup that was ordered is taken off the menu, which costs more.
  const [starter, main] = courses
  const lighter = { ...starter!, name: 'To begin', dishes: starter!.dishes.slice(1) }
  const [first, ...others] = (values as { readonly servings: readonly object[] }).servings
  const edited = { ...values, price: 50_00, courses: [lighter, main], servings: [{ ...first, closesBefore: 120 }, ...others] }
  const change = setOf(await save(supper, version, edited))
  const { rows } = await sql<{ amount: number; course: string; dish: string }>`
    select i.amount, i.detail #>> '{courses,0,name}' as course, i.detail #>> '{courses,0,dishes,0,name}' as dish
    from order_item i join customer_order o on o.id = i.order_id where o.number = ${number} and i.kind = 'food'`.execute(db)
  expect(rows).toEqual([{ amount: 120_00, course: 'Starter', dish: 'The soup' }])
  expect(await serve(([, bar]) => [bar!])).toMatchObject(uses('order_item', 4))
  expect(await serve(([one, bar]) => [{ ...one, guests: 3 }, bar!])).toMatchObject(uses('order_item', 4))
  expect(await serve(([one, bar]) => [{ ...one, productions: [], performances: ['tomorrow'] }, bar!])).toMatchObject(uses('order_item', 4))
  const fewer = setOf(await serve(([one, bar]) => [{ ...one, guests: 4 }, bar!]))
  expect((await readFoodOffer(db, 'tonight'))!.menus[0]!.servings).toMatchObject([{ point: 'restaurant', placesLeft: 0 }, { point: 'bar' }])
  const withdrawn = await setRecordSale(theatre, planner, supper, { version: version + 2, isWithdrawn: true })
  expect((await readFoodOffer(db, 'tonight'))!.menus).toEqual([])
  for (const changeSet of [setOf(withdrawn), fewer, change]) expect((await undo(changeSet)).ok).toBe(true)
  expect((await readFoodOffer(db, 'tonight'))!.menus[0]).toMatchObject({ price: 30_00, courses: [{ name: 'Starter' }, {}] })
  await expectInvariants(theatre)
})

it('does not undo the creation of a menu, a collection point or a dish that was ordered', async () => {
  const { db } = theatre
  const { values, version } = await read(restaurant)
  const created = setOf(await save({ ...restaurant, id: 'roof' as 'restaurant' }, null, { ...values, name: 'The roof' }))
  const moved = setOf(await serve(([one, bar]) => [{ ...one, point: 'roof' }, bar!]))
  expect(await undo(created)).toMatchObject(uses('menu_serving', 1))
  const basket = await openBasket(db, theatre.brand)
  expect(await addItem(theatre, basket, actor, supperFor(2, 'roof'))).toMatchObject({ ok: true })
  expect(await undo(moved)).toMatchObject(uses('basket_item', 2))
  expect((await readBasket(theatre, basket)).items).toMatchObject([{ detail: { pointName: 'The roof' } }])
  await db.deleteFrom('basket_item').where('basket_id', '=', basket).execute()
  for (const changeSet of [moved, created]) expect((await undo(changeSet)).ok).toBe(true)
  expect(await readRecord(theatre, { ...restaurant, id: 'roof' })).toBe(undefined)
  expect(await servedAt('tonight')).toEqual({ bar: null, restaurant: 10 })
  expect((await read(restaurant)).version).toBe(version)
})

it('serves its menus at a new performance, whose creation can be undone until they are ordered', async () => {
  const { db } = theatre
  const extra = (await transact(db, async (trx) => {
    const tonight = (await performanceSubject.read(trx, ['tonight'], theatre)).get('tonight')!.value as StoredPerformance
    const change = (): StoredPerformance => ({ ...tonight, id: 'extra', startsAt: tonight.startsAt.replace(/T.*/, 'T11:00') })
    return applyChanges(trx, theatre, planner, { kind: 'create-performances' }, [
      { subject: 'performance', id: 'extra', version: 'new', change },
    ])
  })) as Extract<Awaited<ReturnType<typeof applyChanges>>, { ok: true }>
  await sql`update performance set starts_at = now() + interval '10 days' where id = 'extra'`.execute(db)
  await transact(db, (trx) => serveMenus(trx, { performances: ['extra'] }))
  expect(await servedAt('extra')).toEqual({ bar: null, restaurant: 10 })
  const basket = await openBasket(db, theatre.brand)
  expect(await addItem(theatre, basket, actor, { ...supperFor(1), instance: 'extra' })).toMatchObject({ ok: true })
  expect(await undo(extra.value.changeSet!)).toMatchObject(uses('basket_item', 1))
  await db.deleteFrom('basket_item').where('basket_id', '=', basket).execute()
  expect((await undo(extra.value.changeSet!)).ok).toBe(true)
  expect(await servedAt('extra')).toEqual({})
})

it('serves at 3,000 performances, also where statistics of the database are as old as its first season', async () => {
  const performances = await addLargeSeason(theatre)
  // The second time every row exists, and each is compared. A statement ends after 5 s.
  for (let times = 0; times < 2; times++) await transact(theatre.db, (trx) => serveMenus(trx, { performances }))
  expect(await servedAt('season-2999')).toEqual({ bar: null, restaurant: 10 })
})

it('serves at the performances of the hall of a collection point, and leaves what was ordered where a performance moved', async () => {
  const { db } = theatre
  const { values, version } = await read(restaurant)
  expect(await save(restaurant, version, { ...values, hall: 'garden' })).toMatchObject({
    error: { code: 'invalid-input', params: { fields: ['record.hall'] } },
  })
  setOf(await save(restaurant, version, { ...values, hall: 'small' }))
  await createItemBuyer(theatre, [supperFor(2)]).then((buyer) => buyer.pay())
  await sql`insert into hall_plan select (jsonb_populate_record(h, '{"hall": "garden"}')).* from hall_plan h where hall = 'small'`.execute(
    db,
  )
  await sql`update performance set hall = 'garden' where id in ('tonight', 'tomorrow')`.execute(db)
  await transact(db, (trx) => serveMenus(trx, { performances: ['tonight', 'tomorrow'] }))
  expect([await servedAt('tonight'), await servedAt('tomorrow')]).toEqual([{ bar: null, restaurant: 10 }, { bar: null }])
  // The menu can still change: no rule takes the order away.
  setOf(await serve(([one, bar]) => [{ ...one, guests: 5 }, bar!]))
  expect(await servedAt('tonight')).toEqual({ bar: null, restaurant: 10 })
  await sql`update performance set hall = 'small' where id in ('tonight', 'tomorrow')`.execute(db)
  expect((await serve(([one, bar]) => [{ ...one, guests: 1 }, bar!])).ok).toBe(false)
  await expectInvariants(theatre)
})

it(
  'never leaves more guests than there is room for while visitors order and staff change the room',
  async () => {
    const order = async (): Promise<boolean> => {
      const basket = await openBasket(theatre.db, theatre.brand)
      return (await addItem(theatre, basket, actor, supperFor(1))).ok
    }
    const resize = async (guests: number): Promise<string> => {
      const saved = await serve(([one, bar]) => [{ ...one, guests }, bar!])
      return saved.ok ? 'ok' : saved.error.code
    }
    const [outcomes] = await Promise.all([
      (async () => {
        const codes: string[] = []
        for (const guests of [9, 3, 8, 2, 7, 1]) codes.push(await resize(guests))
        return codes
      })(),
      Promise.all(Array.from({ length: 12 }, order)),
    ])
    expect(outcomes.every((code) => code === 'ok' || code === 'change-has-dependents')).toBe(true)
    await expectInvariants(theatre)
    const { rows } = await sql<{ held: number }>`
      select coalesce(sum(quantity), 0)::int as held from basket_item where kind = 'food' and not has_ended`.execute(theatre.db)
    const guests = (await servedAt('tonight'))['restaurant']!
    expect(rows[0]!.held).toBeLessThanOrEqual(guests)
    expect(rows[0]!.held).toBeGreaterThan(0)
  },
  timeLimit(60_000),
)
