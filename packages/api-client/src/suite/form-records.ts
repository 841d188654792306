import { expect, it } from 'vitest'
import { longestWait } from '@playhouse/testing/time-limit'
import type { ApiClient } from '#client'
import { openPerformances } from './product-performances.ts'
import { code, value } from './visitor.ts'

type Parts = { readonly visitor: () => ApiClient; readonly programmer: () => Promise<ApiClient> }

/** Forms as records of the catalogue. A shop without forms stores them, and shows none. */
export function describeFormRecords({ visitor, programmer: signIn }: Parts): void {
  it('shows a form that staff created with its questions, until they withdraw it, and undoes all', async () => {
    const programmer = await signIn()
    const anyone = visitor()
    const hasForms = value(await anyone.site.site()).brand.features.forms
    const id = `schools-${Date.now()}`
    const params = { kind: 'form', id } as const
    const [performance] = await openPerformances(programmer)
    const none = { help: '', maxLength: null, least: null, most: null, leastDays: null, mostDays: null, choices: [] }
    const email = { ...none, id: '', kind: 'email', question: 'Your address', questions: { sv: 'Din adress' }, isRequired: true }
    const needs = { ...none, id: '', kind: 'choices', question: 'Needs', isRequired: false, choices: [{ id: '', name: 'Lift' }] }
    const record = {
      ...{ name: 'School enquiry', intro: 'For schools.', translations: { sv: { name: 'Skolor', intro: '' } }, keepDays: 90 },
      ...{ mailTo: null, fields: [email, needs], productions: [], performances: [performance!.id] },
    }
    const named = {
      ...record,
      fields: [
        { ...email, id: 'email' },
        { ...needs, id: 'choices', choices: [{ id: 'choice', name: 'Lift' }] },
      ],
    }
    const save = (version: number | null, change: object = {}) =>
      programmer.records.save({ params, body: { version, record: { ...record, ...change } } })
    const created = value(await save(null))
    expect(created.record).toEqual({ ...params, version: 1, isWithdrawn: false, record: named })
    const shown = async () => {
      const reply = await anyone.forms.read({ params: { instance: performance!.id } })
      return reply.ok ? reply.value.form.form : reply.error.code
    }
    await expect.poll(shown, { timeout: longestWait }).toBe(hasForms ? id : 'page-not-found')
    const faultsOf = async (change: object) => {
      const reply = await save(1, change)
      return reply.ok || reply.error.code !== 'invalid-input' ? reply : reply.error.params.fields
    }
    expect(await faultsOf({ fields: [needs] })).toEqual(['record.fields'])
    expect(await faultsOf({ fields: [email, { ...needs, choices: [] }] })).toEqual(['record.fields.1.choices'])
    expect(await faultsOf({ mailTo: 'schools' })).toEqual(['record.mailTo'])
    expect(await faultsOf({ performances: ['long-ago'] })).toEqual(['record.performances'])
    const edited = value(await save(1, { keepDays: 30 }))
    expect(edited.record).toMatchObject({ version: 2, record: { keepDays: 30 } })
    const withdrawn = value(await programmer.records.setSale({ params, body: { version: 2, isWithdrawn: true } }))
    await expect.poll(shown, { timeout: longestWait }).not.toBe(id)
    for (const { changeSet } of [withdrawn, edited, created])
      value(await programmer.planning.undo({ params: { change: changeSet! }, body: {} }))
    expect(code(await programmer.records.one({ params }))).toBe('page-not-found')
  })
}
