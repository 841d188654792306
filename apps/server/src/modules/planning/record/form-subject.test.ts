import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestTheatre } from '#testing'
import { newId } from '#db'
import { readForm, sendForm } from '#modules/form'
import { undoChange } from '../undo.ts'
import { readRecord, saveRecord, setRecordSale } from './edit-records.ts'

let theatre: Awaited<ReturnType<typeof openTestTheatre>>
beforeEach(async () => {
  theatre = await openTestTheatre()
})
afterEach(() => theatre[Symbol.asyncDispose]())

const planner = { staff: null, actor: { name: 'test' } }
const none = { help: '', maxLength: null, least: null, most: null, leastDays: null, mostDays: null, choices: [] }
const email = { ...none, id: '', kind: 'email', question: 'Your address', isRequired: true }
const record = {
  ...{ name: 'School enquiry', intro: 'For schools.', translations: {}, keepDays: 90, mailTo: null },
  ...{ fields: [email], productions: ['the-tempest'], performances: [] as string[] },
}
const of = (id: string) => ({ kind: 'form', id }) as const
const save = (id: string, version: number | null, values: object) => saveRecord(theatre, planner, of(id), { version, record: values })
const setOf = (saved: Awaited<ReturnType<typeof save>>): string => {
  if (!saved.ok) throw new Error(JSON.stringify(saved.error))
  return saved.value.changeSet!
}
const undo = (changeSet: string) => undoChange(theatre, planner, changeSet, undefined)
const formOf = async (instance: string) => (await readForm(theatre.db, { instance, event: 'the-tempest' }))?.form?.form
const uses = (id: string) => ({ error: { code: 'change-has-dependents', params: { dependents: [{ kind: 'reference', id, count: 1 }] } } })

it('shows the form of a performance in place of that of its production, and keeps what was sent', async () => {
  const { db } = theatre
  const created = setOf(await save('schools', null, record))
  setOf(await save('tonight-only', null, { ...record, productions: [], performances: ['tonight'] }))
  expect([await formOf('tonight'), await formOf('tomorrow')]).toEqual(['tonight-only', 'schools'])
  const { form } = (await readForm(db, { instance: 'tomorrow', event: 'the-tempest' }))!
  const sent = { performance: 'tomorrow', key: newId(), locale: 'en', mayConfirm: async () => false } as const
  await sendForm(db, { ...sent, form: form!, answers: { email: 'ada@example.org' } })
  setOf(await save('schools', 1, { ...record, fields: [{ ...email, question: 'Where do we reply?' }] }))
  const entry = await db.selectFrom('form_entry').select('fields').executeTakeFirstOrThrow()
  expect(entry.fields).toMatchObject([{ label: { text: 'Your address' }, answer: 'ada@example.org' }])
  expect((await setRecordSale(theatre, planner, of('schools'), { version: 2, isWithdrawn: true })).ok).toBe(true)
  expect([await formOf('tonight'), await formOf('tomorrow')]).toEqual(['tonight-only', undefined])
  const entries = { kind: 'reference', id: 'form_entry', count: 1 }
  expect(await undo(created)).toMatchObject({ error: { params: { dependents: expect.arrayContaining([entries]) } } })
})

it('gives a production one form when two staff users name it at the same time', async () => {
  const saved = await Promise.all(['schools', 'groups', 'talks'].map((id) => save(id, null, record)))
  expect(saved.filter(({ ok }) => ok)).toHaveLength(1)
  const refused = { ok: false, error: { code: 'invalid-input', params: { fields: ['record.productions'] } } }
  expect(saved.filter(({ ok }) => !ok)).toEqual([expect.objectContaining(refused), expect.objectContaining(refused)])
})

it('gives a production no second form, also by an undo', async () => {
  setOf(await save('schools', null, record))
  expect(await save('groups', null, record)).toMatchObject({ error: { code: 'invalid-input', params: { fields: ['record.productions'] } } })
  const moved = setOf(await save('schools', 1, { ...record, productions: [] }))
  const groups = setOf(await save('groups', null, record))
  expect(await undo(moved)).toMatchObject(uses('form_attachment'))
  expect((await undo(groups)).ok).toBe(true)
  expect((await undo(moved)).ok).toBe(true)
  expect(await formOf('tonight')).toBe('schools')
  expect(await readRecord(theatre, of('groups'))).toBe(undefined)
})

it('refuses an undo that would name a production that was removed since', async () => {
  const { db } = theatre
  await sql`
    insert into production select (jsonb_populate_record(p, '{"id": "removed"}')).* from production p where id = 'the-tempest'`.execute(db)
  setOf(await save('schools', null, { ...record, productions: ['removed'] }))
  const moved = setOf(await save('schools', 1, record))
  await db.deleteFrom('production').where('id', '=', 'removed').execute()
  expect(await undo(moved)).toMatchObject({
    error: { code: 'change-has-dependents', params: { dependents: [{ kind: 'missing', id: 'production', count: 1 }] } },
  })
  expect((await readRecord(theatre, of('schools')))!.record).toMatchObject({ productions: ['the-tempest'] })
})
