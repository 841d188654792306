import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { newId } from '#db'
import { openTestTheatre } from '#testing'
import { openBasket } from '#modules/basket'
import { readDefinitions } from '#modules/package'
import { undoChange } from '../undo.ts'
import { readRecord, saveRecord, setRecordSale } from './edit-records.ts'

let theatre: Awaited<ReturnType<typeof openTestTheatre>>
beforeEach(async () => {
  theatre = await openTestTheatre()
})
afterEach(() => theatre[Symbol.asyncDispose]())

const planner = { staff: null, actor: { name: 'test' } }
const production = 'the-tempest'
const date = (instance: string) => ({ part: instance, production, performances: [instance] })
const dates = { id: 'dates', name: 'Dates', least: 2, most: 3, parts: ['tonight', 'tomorrow', 'few-each'].map(date), packages: [] }
const series = {
  ...{ kind: 'series', name: 'Three nights', summary: 'The same seats.', translations: {}, position: 3, bands: [], prices: [] },
  ...{ saleFrom: null, saleUntil: null, groups: [dates], steps: [{ performances: 2, basisPoints: 1_000, priceTypes: [] }] },
}
const of = (id: string) => ({ kind: 'package', id }) as const
const save = (id: string, version: number | null, record: object) => saveRecord(theatre, planner, of(id), { version, record })
const setOf = (saved: Awaited<ReturnType<typeof save>>): string => {
  if (!saved.ok) throw new Error(JSON.stringify(saved.error))
  return saved.value.changeSet!
}
const undo = (changeSet: string) => undoChange(theatre, planner, changeSet, undefined)
const idsOnSale = async () => (await readDefinitions(theatre.db)).map((each) => each.package)
const uses = (id: string) => ({ error: { code: 'change-has-dependents', params: { dependents: [{ kind: 'reference', id, count: 1 }] } } })

it('keeps the dates of a series that is in a basket, adds others, and takes it off sale', async () => {
  const { db, brand } = theatre
  expect(await save('three-nights', null, { ...series, groups: [{ ...dates, parts: [...dates.parts, date('long-ago')] }] })).toMatchObject({
    error: { code: 'invalid-input', params: { fields: ['record.groups.0.parts.3.performances'] } },
  })
  const two = { ...dates, most: 2, parts: dates.parts.slice(0, 2) }
  const created = setOf(await save('three-nights', null, { ...series, groups: [two] }))
  expect(await readDefinitions(db)).toMatchObject([{ package: 'three-nights', kind: 'series', groups: [{ most: 2 }] }])
  // Without a sale its dates may change.
  setOf(await save('three-nights', 1, { ...series, groups: [{ ...two, parts: dates.parts.slice(1) }] }))
  setOf(await save('three-nights', 2, { ...series, groups: [two] }))
  const basket = await openBasket(db, brand)
  const choice = JSON.stringify([{ package: null, part: 'tonight', instance: 'tonight' }])
  await sql`insert into basket_package (id, basket_id, package_id, kind, name, choice, saved)
    values (${newId()}, ${basket}, 'three-nights', 'series', '{"text":"Three nights"}', ${choice}, 0)`.execute(db)
  const added = setOf(await save('three-nights', 3, { ...series, groups: [dates] }))
  expect(await save('three-nights', 4, { ...series, groups: [two] })).toMatchObject(uses('basket_package'))
  expect(await undo(added), 'an undo takes a date away too').toMatchObject(uses('basket_package'))
  expect(await undo(created)).toMatchObject({ ok: false })
  const renamed = setOf(await save('three-nights', 4, { ...series, name: 'Nights', groups: [dates] }))
  expect((await undo(renamed)).ok).toBe(true)
  expect((await setRecordSale(theatre, planner, of('three-nights'), { version: 6, isWithdrawn: true })).ok).toBe(true)
  expect(await idsOnSale()).toEqual([])
  expect((await readRecord(theatre, of('three-nights')))!.record).toMatchObject({ name: 'Three nights', isWithdrawn: true })
})

it('keeps a package of which a super package consists, and no super package within another', async () => {
  const fixed = {
    ...series,
    kind: 'fixed',
    name: 'The Tempest',
    groups: [{ ...dates, least: 1, most: 1, parts: [{ ...date('tonight'), performances: [] }] }],
  }
  const created = setOf(await save('one', null, fixed))
  const all = { ...series, kind: 'super', groups: [{ ...dates, least: 1, most: 1, parts: [], packages: ['one'] }] }
  const outer = setOf(await save('all', null, all))
  expect(await save('other', null, { ...all, groups: [{ ...all.groups[0]!, packages: ['all'] }] })).toMatchObject({
    error: { code: 'invalid-input', params: { fields: ['record.groups.0.packages'] } },
  })
  expect(await undo(created)).toMatchObject(uses('package_part'))
  expect((await undo(outer)).ok).toBe(true)
  expect((await undo(created)).ok).toBe(true)
  expect(await idsOnSale()).toEqual([])
  expect(await readRecord(theatre, of('one'))).toBe(undefined)
})

it('does not let a super package name a package that an undo removes at the same time', async () => {
  const fixed = { ...series, kind: 'fixed', groups: [{ ...dates, least: 1, most: 1, parts: [date('tonight')] }] }
  const created = setOf(await save('one', null, fixed))
  const all = { ...series, kind: 'super', groups: [{ ...dates, least: 1, most: 1, parts: [], packages: ['one'] }] }
  const [removed, saved] = await Promise.all([undo(created), save('all', null, all)])
  // Whichever came first refuses the other.
  expect([removed.ok, saved.ok].toSorted()).toEqual([false, true])
  const refusal = removed.ok ? saved : removed
  expect(refusal).toMatchObject({ error: { code: removed.ok ? 'invalid-input' : 'change-has-dependents' } })
})
