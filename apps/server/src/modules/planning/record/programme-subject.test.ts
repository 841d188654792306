import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { customerOf, openTestTheatre } from '#testing'
import { findProgramme, isProgrammeCode, saveProgramme } from '#modules/programme'
import { undoChange } from '../undo.ts'
import { readRecord, saveRecord, setRecordSale } from './edit-records.ts'

let theatre: Awaited<ReturnType<typeof openTestTheatre>>
beforeEach(async () => {
  theatre = await openTestTheatre()
})
afterEach(() => theatre[Symbol.asyncDispose]())

const planner = { staff: null, actor: { name: 'test' } }
const of = { kind: 'programme', id: 'schools' } as const
const record = {
  ...{ name: 'Schools', text: 'For schools.', translations: {} },
  ...{ opensAt: '2020-01-10T10:00', closesAt: null as string | null, opensPriceTypes: ['school'] },
}
const save = (version: number | null, values: object) => saveRecord(theatre, planner, of, { version, record: values })
const setOf = (saved: Awaited<ReturnType<typeof save>>): string => {
  if (!saved.ok) throw new Error(JSON.stringify(saved.error))
  return saved.value.changeSet!
}

it('exists for visitors between its times, until staff withdraw it, and keeps its times when the clocks change', async () => {
  const { db } = theatre
  const { id: customer } = await customerOf(theatre)
  const seen = async () => (await findProgramme(db, of.id, { customer, session: undefined }))?.programme.name.text
  const opens = () => isProgrammeCode(db, { programme: of.id, code: 'CHALK-1', lastName: 'Quill' })
  expect(await save(null, record)).toMatchObject({ error: { params: { fields: ['record.opensPriceTypes'] } } })
  await sql`
    update price_list set data = jsonb_set(data, '{priceTypes}',
      (data -> 'priceTypes') || '[{"id": "school", "name": "School", "kind": "programme"}]'::jsonb)`.execute(db)
  setOf(await save(null, record))
  expect([await seen(), await opens()]).toEqual(['Schools', false])
  await saveProgramme(
    db,
    { id: of.id, name: { text: 'Schools' }, text: { text: 'x' }, opensPriceTypes: [] },
    [{ code: 'CHALK-1', lastName: null }],
    {
      name: 'test',
    },
  )
  expect(await opens()).toBe(true)
  const { version } = (await readRecord(theatre, of))!
  setOf(await save(version, { ...record, opensAt: '2020-07-10T10:00', closesAt: '2040-01-10T10:00' }))
  expect((await readRecord(theatre, of))!.record).toMatchObject({ opensAt: '2020-07-10T10:00', closesAt: '2040-01-10T10:00' })
  expect(await seen()).toBe('Schools')
  setOf(await save(version + 1, { ...record, opensAt: '2039-07-10T10:00' }))
  expect([await seen(), await opens()]).toEqual([undefined, false])
  setOf(await save(version + 2, record))
  const withdrawn = await setRecordSale(theatre, planner, of, { version: version + 3, isWithdrawn: true })
  expect([await seen(), await opens()]).toEqual([undefined, false])
  expect((await undoChange(theatre, planner, setOf(withdrawn), undefined)).ok).toBe(true)
  expect([await seen(), await opens()]).toEqual(['Schools', true])
})

it('is not removed by an undo while a performance has it, or keeps seats for it', async () => {
  const { db } = theatre
  const created = setOf(await save(null, { ...record, opensPriceTypes: [] }))
  const undo = () => undoChange(theatre, planner, created, undefined)
  const refused = { error: { code: 'change-has-dependents', params: { dependents: [{ kind: 'reference', id: 'performance', count: 1 }] } } }
  await sql`update performance set programme_id = ${of.id} where id = 'tonight'`.execute(db)
  expect(await undo()).toMatchObject(refused)
  await sql`
    update performance set programme_id = null,
      kept = '[{"for": [{"kind": "programme", "programmes": ["schools"]}], "seats": []}]'::jsonb where id = 'tonight'`.execute(db)
  expect(await undo()).toMatchObject(refused)
  await sql`update performance set kept = '[]'::jsonb where id = 'tonight'`.execute(db)
  expect((await undo()).ok).toBe(true)
})
