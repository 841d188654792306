import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { transact } from '#db'
import { addItem, openBasket, readBasket } from '#modules/basket'
import { readSittings, serveTables } from '#modules/table'
import type { StoredPerformance } from '@playhouse/domain/performance-plan'
import type { RestaurantRecord, SittingRule } from '@playhouse/domain/restaurant-record'
import { timeLimit } from '@playhouse/testing/time-limit'
import { addLargeSeason, expectInvariants, type TestTheatre } from '#testing'
import { actor } from '../../payment/testing/buyer.ts'
import { createItemBuyer, openTableTheatre, tableFor } from '../../payment/testing/item-buyer.ts'
import { applyChanges } from '../apply-changes.ts'
import { performanceSubject } from '../performance-subject.ts'
import { undoChange } from '../undo.ts'
import { readRecord, saveRecord, setRecordSale } from './edit-records.ts'

let theatre: TestTheatre
beforeEach(async () => {
  theatre = await openTableTheatre()
})
afterEach(() => theatre[Symbol.asyncDispose]())

const planner = { staff: null, actor: { name: 'test' } }
const foyer = { kind: 'restaurant', id: 'foyer' } as const
const save = (version: number | null, record: object, id = 'foyer') => saveRecord(theatre, planner, { ...foyer, id }, { version, record })
/** Reads the restaurant with its early and its late sitting. Bookings end with the sitting. */
const read = async () => {
  const { record, version } = (await readRecord(theatre, foyer))!
  const { isWithdrawn: _, ...values } = record as RestaurantRecord & { isWithdrawn: boolean }
  const [early, late] = values.sittings.map((each) => ({ ...each, closesBefore: 120 }))
  return { values, version, early: early!, late: late! }
}
/** Saves other sittings. */
const change = async (to: (early: SittingRule, late: SittingRule) => readonly SittingRule[], rest: object = {}) => {
  const { values, version, early, late } = await read()
  return save(version, { ...values, ...rest, sittings: to(early, late) })
}
const setOf = (saved: Awaited<ReturnType<typeof save>>): string => {
  if (!saved.ok) throw new Error(JSON.stringify(saved.error))
  return saved.value.changeSet!
}
const undo = (changeSet: string) => undoChange(theatre, planner, changeSet, undefined)
const uses = (id: string, count: number) => ({
  error: { code: 'change-has-dependents', params: { dependents: [{ kind: 'reference', id, count }] } },
})
/** The sittings for a performance, such as `early 120 7: 2x2 1x4`: minutes before the start, covers, tables by size. */
const servedAt = async (instance: string): Promise<string[]> =>
  (await readSittings(theatre.db, instance))!.sittings.map(
    ({ sitting, startsBefore, coversLeft, tables }) =>
      `${sitting} ${startsBefore} ${coversLeft}: ${tables.map(({ size, free }) => `${free}x${size}`).join(' ')}`,
  )
const first = ['early 120 7: 2x2 1x4', 'late -150 4: 1x4']

it('keeps table, time and price of what was booked, and refuses what would take them away', async () => {
  const buyer = await createItemBuyer(theatre, [tableFor(3)])
  const number = await buyer.pay()
  const left = (more: Partial<SittingRule>) => change((early, late) => [{ ...early, ...more }, late])
  const pairs = { size: 2, tables: 2, least: 1 }
  for (const taken of [
    await change((_early, late) => [late]),
    await left({ startsBefore: 110 }),
    await left({ minutes: 60 }),
    await left({ covers: 2 }),
    await left({ tables: [pairs] }),
    await left({ tables: [pairs, { size: 4, tables: 0, least: 2 }] }),
    await left({ performances: ['tomorrow'] }),
  ])
    expect(taken).toMatchObject(uses('order_item', 3))
  const dearer = setOf(await left({ price: 9_00 as SittingRule['price'], covers: 3, tables: [{ size: 4, tables: 1, least: 4 }] }))
  expect(await servedAt('tonight')).toEqual(['early 120 0: 0x4', first[1]])
  expect(await servedAt('tomorrow')).toEqual(['early 120 3: 1x4', first[1]])
  const { rows } = await sql<object>`
    select i.amount, (i.detail ->> 'table')::int as table, (i.detail ->> 'startsBefore')::int as "startsBefore"
    from order_item i join customer_order o on o.id = i.order_id where o.number = ${number} and i.kind = 'table'`.execute(theatre.db)
  expect(rows).toEqual([{ amount: 15_00, table: 4, startsBefore: 120 }])
  const { version } = (await readRecord(theatre, foyer))!
  const closed = setOf(await setRecordSale(theatre, planner, foyer, { version, isWithdrawn: true }))
  expect(await servedAt('tonight')).toEqual([])
  for (const changeSet of [closed, dearer]) expect((await undo(changeSet)).ok).toBe(true)
  expect(await servedAt('tonight')).toEqual(['early 120 4: 2x2 0x4', first[1]])
  await expectInvariants(theatre)
})

it('does not undo the creation of a restaurant, nor a change, once tables are booked', async () => {
  const { values, early } = await read()
  const roof = { ...values, name: 'The roof', sittings: [{ ...early, sitting: '', covers: 2 }] }
  expect(await save(null, { ...roof, sittings: [early] }, 'roof')).toMatchObject({
    error: { code: 'invalid-input', params: { fields: ['record.sittings.0.sitting'] } },
  })
  const created = setOf(await save(null, roof, 'roof'))
  expect(await servedAt('tonight')).toContain('sitting 120 2: 2x2 1x4')
  const added = setOf(await change((one, late) => [one, late, { ...one, sitting: 'lunch', startsBefore: 100 }]))
  const basket = await openBasket(theatre.db, theatre.brand)
  for (const sitting of ['sitting', 'lunch'])
    expect(await addItem(theatre, basket, actor, tableFor(2, sitting)), sitting).toMatchObject({ ok: true })
  expect(await undo(created)).toMatchObject(uses('basket_item', 1))
  expect(await undo(added)).toMatchObject(uses('basket_item', 2))
  expect((await readBasket(theatre, basket)).items).toMatchObject([{ name: 'The roof' }, { name: 'The foyer' }])
  await theatre.db.deleteFrom('basket_item').where('basket_id', '=', basket).execute()
  for (const changeSet of [added, created]) expect((await undo(changeSet)).ok).toBe(true)
  expect(await readRecord(theatre, { ...foyer, id: 'roof' })).toBe(undefined)
  expect(await servedAt('tonight')).toEqual(first)
  await expectInvariants(theatre)
})

it('refuses the second of two editors, and unknown versions', async () => {
  const { values, version } = await read()
  const sittings = [{ ...values.sittings[0]!, closesBefore: 120 }]
  setOf(await save(version, { ...values, name: 'The stalls room', sittings }))
  expect(await save(version, { ...values, name: 'The circle room', sittings })).toMatchObject({ error: { code: 'changed-meanwhile' } })
  expect((await read()).values).toMatchObject({ name: 'The stalls room', access: 'The way in has no steps.' })
})

it('gives its sittings to a new performance, whose creation can be undone until a table is booked', async () => {
  const { db } = theatre
  const extra = (await transact(db, async (trx) => {
    const tonight = (await performanceSubject.read(trx, ['tonight'], theatre)).get('tonight')!.value as StoredPerformance
    const value = (): StoredPerformance => ({ ...tonight, id: 'extra', startsAt: tonight.startsAt.replace(/T.*/, 'T11:00') })
    return applyChanges(trx, theatre, planner, { kind: 'create-performances' }, [
      { subject: 'performance', id: 'extra', version: 'new', change: value },
    ])
  })) as Extract<Awaited<ReturnType<typeof applyChanges>>, { ok: true }>
  await sql`update performance set starts_at = now() + interval '10 days' where id = 'extra'`.execute(db)
  await transact(db, (trx) => serveTables(trx, { performances: ['extra'] }))
  expect(await servedAt('extra')).toEqual(first)
  const basket = await openBasket(db, theatre.brand)
  expect(await addItem(theatre, basket, actor, { ...tableFor(1), instance: 'extra' })).toMatchObject({ ok: true })
  expect(await undo(extra.value.changeSet!)).toMatchObject(uses('basket_item', 1))
  await db.deleteFrom('basket_item').where('basket_id', '=', basket).execute()
  expect((await undo(extra.value.changeSet!)).ok).toBe(true)
  expect(await readSittings(db, 'extra')).toBe(undefined)
})

it('serves at 3,000 performances, also where statistics of the database are as old as its first season', async () => {
  const performances = await addLargeSeason(theatre)
  // The second time every row exists, and each is compared. A statement ends after 5 s.
  for (let times = 0; times < 2; times++) await transact(theatre.db, (trx) => serveTables(trx, { performances }))
  expect(await servedAt('season-2999')).toEqual(first)
})

it('serves performances of its hall and its hours, and leaves what was booked where a performance moved', async () => {
  const { db } = theatre
  expect(await change((early) => [early], { hall: 'garden' })).toMatchObject({
    error: { code: 'invalid-input', params: { fields: ['record.hall'] } },
  })
  const both = setOf(await change((early, late) => [{ ...early, fromHour: 18 }, late], { hall: 'small' }))
  await sql`update performance set starts_local = '2030-01-01T19:00' where id in ('tonight', 'tomorrow')`.execute(db)
  const serve = () => transact(db, (trx) => serveTables(trx, { performances: ['tonight', 'tomorrow'] }))
  await serve()
  await createItemBuyer(theatre, [tableFor(2)]).then((buyer) => buyer.pay())
  await sql`update performance set starts_local = '2030-01-01T14:00' where id in ('tonight', 'tomorrow')`.execute(db)
  await serve()
  expect([await servedAt('tonight'), await servedAt('tomorrow')]).toEqual([['early 120 5: 1x2 1x4', first[1]], [first[1]]])
  // The sitting can still change: no rule takes the booking away. The row keeps its time.
  setOf(await change((early, late) => [{ ...early, startsBefore: 90, covers: 1 }, late], { hall: 'small' }))
  expect(await servedAt('tonight')).toEqual(['early 120 5: 1x2 1x4', first[1]])
  await sql`update performance set starts_local = '2030-01-01T19:00' where id in ('tonight', 'tomorrow')`.execute(db)
  await serve()
  expect([await servedAt('tonight'), await servedAt('tomorrow')]).toEqual([
    ['early 120 0: 1x2 1x4', first[1]],
    ['early 90 1: 2x2 1x4', first[1]],
  ])
  expect((await undo(both)).ok).toBe(false)
  await expectInvariants(theatre)
})

it(
  'never leaves more bookings than tables while visitors book and staff change the tables',
  async () => {
    const book = async (): Promise<boolean> => {
      const basket = await openBasket(theatre.db, theatre.brand)
      return (await addItem(theatre, basket, actor, tableFor(1))).ok
    }
    const resize = async (tables: number): Promise<string> => {
      const saved = await change((early, late) => [{ ...early, covers: 2 * tables, tables: [{ size: 2, tables, least: 1 }] }, late])
      return saved.ok ? 'ok' : saved.error.code
    }
    const [outcomes] = await Promise.all([
      (async () => {
        const codes: string[] = []
        for (const tables of [9, 3, 8, 2, 7, 1]) codes.push(await resize(tables))
        return codes
      })(),
      Promise.all(Array.from({ length: 12 }, book)),
    ])
    expect(outcomes.every((code) => code === 'ok' || code === 'change-has-dependents')).toBe(true)
    await expectInvariants(theatre)
    const { rows } = await sql<{ held: number }>`
      select count(*)::int as held from basket_item where kind = 'table' and not has_ended`.execute(theatre.db)
    expect(rows[0]!.held).toBeGreaterThan(0)
  },
  timeLimit(60_000),
)
