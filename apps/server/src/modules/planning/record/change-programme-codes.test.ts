import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestTheatre } from '#testing'
import { isProgrammeCode, saveProgramme } from '#modules/programme'
import { undoChange } from '../undo.ts'
import { saveRecord } from './edit-records.ts'
import { changeProgrammeCodes, countProgrammeCodes } from './change-programme-codes.ts'

let theatre: Awaited<ReturnType<typeof openTestTheatre>>
beforeEach(async () => {
  theatre = await openTestTheatre()
})
afterEach(() => theatre[Symbol.asyncDispose]())

const planner = { staff: null, actor: { name: 'test' } }
const of = { kind: 'programme', id: 'schools' } as const
const record = { ...{ name: 'Schools', text: 'For schools.', translations: {} }, ...{ opensAt: null, closesAt: null, opensPriceTypes: [] } }
const setOf = <Value extends { readonly changeSet: string | null }>(
  saved: { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: unknown },
) => {
  if (!saved.ok) throw new Error(JSON.stringify(saved.error))
  return saved.value.changeSet!
}
const change = async (action: 'add' | 'withdraw', ...codes: (readonly [code: string, lastName?: string])[]) =>
  changeProgrammeCodes(theatre, planner, of.id, { action, codes: codes.map(([code, lastName = null]) => ({ code, lastName })) })
const undo = (changeSet: string) => undoChange(theatre, planner, changeSet, undefined)
/** Whether codes open the programme for an account of this last name. */
const open = (lastName: string, ...codes: readonly string[]) =>
  Promise.all(codes.map((code) => isProgrammeCode(theatre.db, { programme: of.id, code, lastName })))
const counts = async () => {
  const { forAnyone, forNames } = (await countProgrammeCodes(theatre.db, of.id))!
  return [forAnyone, forNames]
}

it('adds and withdraws codes, undoes both and the undo itself, and keeps neither codes nor names in the history', async () => {
  const created = setOf(await saveRecord(theatre, planner, of, { version: null, record }))
  const added = setOf(await change('add', ['CHALK-1'], ['chalk 1'], ['SLATE-2', 'Quill']))
  expect(await counts()).toEqual([1, 1])
  expect(await open('Quill', 'chalk1', 'SLATE-2', 'OTHER-3')).toEqual([true, true, false])
  expect(await open('Vanbrugh', 'CHALK-1', 'SLATE-2')).toEqual([true, false])
  expect(await change('add', ['CHALK-1'])).toMatchObject({ ok: true, value: { changed: 0, changeSet: null } })

  expect(await change('withdraw', ['CHALK-1'], ['OTHER-3'])).toMatchObject({
    error: { code: 'invalid-input', params: { fields: ['codes.1'] } },
  })
  const withdrawn = setOf(await change('withdraw', ['SLATE-2']))
  expect([await counts(), await open('Quill', 'CHALK-1', 'SLATE-2')]).toEqual([
    [1, 0],
    [true, false],
  ])
  const again = setOf(await change('add', ['SLATE-2', 'Quill']))
  expect(await open('Quill', 'SLATE-2')).toEqual([true])
  expect((await undo(again)).ok).toBe(true)
  expect(await open('Quill', 'SLATE-2')).toEqual([false])
  const undone = await undo(withdrawn)
  expect(await open('Quill', 'SLATE-2')).toEqual([true])
  if (!undone.ok) throw new Error('the withdrawal was not undone')
  expect((await undo(undone.value)).ok).toBe(true)
  expect(await open('Quill', 'SLATE-2')).toEqual([false])
  expect((await undo(added)).ok).toBe(true)
  expect([await counts(), await open('Quill', 'CHALK-1')]).toEqual([[0, 0], [false]])

  const { rows } = await sql<{ history: string }>`
    select concat(before, after) as history from change_row where subject = 'programme-codes'`.execute(theatre.db)
  expect(rows.length).toBeGreaterThan(5)
  const digests = await theatre.db.selectFrom('programme_code').select('digest').execute()
  for (const secret of ['CHALK', 'SLATE', 'Quill', ...digests.map(({ digest }) => digest)])
    expect(rows.filter(({ history }) => history.includes(secret))).toEqual([])
  expect(await undo(created)).toMatchObject({ error: { code: 'change-has-dependents' } })
})

it('withdraws codes that were entered in the database, each for one name or for all', async () => {
  const programme = { id: of.id, name: { text: 'Schools' }, text: { text: 'For schools.' }, opensPriceTypes: [] }
  const codes = [
    { code: 'CHALK-1', lastName: 'Quill' },
    { code: 'CHALK-1', lastName: 'Vanbrugh' },
  ]
  await saveProgramme(theatre.db, programme, codes, { name: 'test' })
  await saveProgramme(theatre.db, programme, codes, { name: 'test' })
  expect(await counts()).toEqual([0, 2])
  setOf(await change('withdraw', ['CHALK-1', 'Quill']))
  expect([await open('Quill', 'CHALK-1'), await open('Vanbrugh', 'CHALK-1')]).toEqual([[false], [true]])
  setOf(await change('withdraw', ['CHALK-1']))
  expect(await counts()).toEqual([0, 0])
  expect(await changeProgrammeCodes(theatre, planner, 'unknown', { action: 'add', codes })).toMatchObject({
    error: { code: 'page-not-found' },
  })
})
