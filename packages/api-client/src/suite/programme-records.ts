import { expect, it } from 'vitest'
import type { ApiClient } from '#client'
import { code, value } from './visitor.ts'

type Parts = { readonly programmer: () => Promise<ApiClient> }

/** Programmes as records of the catalogue. A shop without programmes stores them, and shows none. */
export function describeProgrammeRecords({ programmer: signIn }: Parts): void {
  it('stores a programme that staff created, refuses times that are the wrong way round, and undoes all', async () => {
    const programmer = await signIn()
    const id = `schools-${Date.now()}`
    const params = { kind: 'programme', id } as const
    const record = {
      ...{ name: 'Schools', text: 'For schools.', translations: { sv: { name: 'Skolor', text: '' } } },
      ...{ opensAt: '2026-01-10T10:00', closesAt: '2040-05-02T10:00', opensPriceTypes: [] as string[] },
    }
    const save = (version: number | null, change: object = {}) =>
      programmer.records.save({ params, body: { version, record: { ...record, ...change } } })
    const created = value(await save(null))
    expect(created.record).toEqual({ ...params, version: 1, isWithdrawn: false, record })
    expect(code(await save(null))).toBe('id-taken')
    expect(value(await programmer.planning.options()).programmes).toContainEqual({
      id,
      name: { text: 'Schools', translations: { sv: 'Skolor' } },
    })
    const faultsOf = async (change: object) => {
      const reply = await save(1, change)
      return reply.ok || reply.error.code !== 'invalid-input' ? reply : reply.error.params.fields
    }
    expect(await faultsOf({ closesAt: '2026-01-09T10:00' })).toEqual(['record.closesAt'])
    expect(await faultsOf({ opensAt: '2026-02-30T10:00' })).toEqual(['record.opensAt'])
    expect(await faultsOf({ opensPriceTypes: ['full'] })).toEqual(['record.opensPriceTypes'])
    expect(await faultsOf({ name: ' ' })).toEqual(['record.name'])
    const edited = value(await save(1, { opensAt: null, closesAt: null }))
    expect(edited.record).toMatchObject({ version: 2, record: { opensAt: null, closesAt: null } })
    const withdrawn = value(await programmer.records.setSale({ params, body: { version: 2, isWithdrawn: true } }))
    for (const { changeSet } of [withdrawn, edited, created])
      value(await programmer.planning.undo({ params: { change: changeSet! }, body: {} }))
    expect(code(await programmer.records.one({ params }))).toBe('page-not-found')
  })

  it('adds and withdraws access codes of a programme, counts those in effect, and undoes both', async () => {
    const programmer = await signIn()
    const programme = `codes-${Date.now()}`
    const record = {
      ...{ name: 'Schools', text: 'For schools.', translations: {} },
      ...{ opensAt: null, closesAt: null, opensPriceTypes: [] },
    }
    value(await programmer.records.save({ params: { kind: 'programme', id: programme }, body: { version: null, record } }))
    const params = { programme }
    const counts = async () => value(await programmer.programmeCodes.read({ params }))
    expect(await counts()).toEqual({ programme, forAnyone: 0, forNames: 0 })
    const codes = [
      { code: 'CHALK-1', lastName: null },
      { code: 'chalk1', lastName: null },
      { code: 'SLATE-2', lastName: 'Quill' },
    ]
    const added = value(await programmer.programmeCodes.change({ params, body: { action: 'add', codes, reason: 'A letter' } }))
    expect(added).toMatchObject({ forAnyone: 1, forNames: 1, changed: 2 })
    expect(value(await programmer.programmeCodes.change({ params, body: { action: 'add', codes } }))).toMatchObject({
      changed: 0,
      changeSet: null,
    })
    const short = { action: 'add' as const, codes: [{ code: 'A-1', lastName: null }] }
    expect(await programmer.programmeCodes.change({ params, body: short })).toMatchObject({
      error: { code: 'invalid-input', params: { fields: ['codes.0.code'] } },
    })
    const unknown = { action: 'withdraw' as const, codes: [codes[0]!, { code: 'OTHER-3', lastName: null }] }
    expect(await programmer.programmeCodes.change({ params, body: unknown })).toMatchObject({
      error: { code: 'invalid-input', params: { fields: ['codes.1'] } },
    })
    const body = { action: 'withdraw' as const, codes: [{ code: 'slate 2', lastName: null }] }
    const withdrawn = value(await programmer.programmeCodes.change({ params, body }))
    expect(withdrawn).toMatchObject({ forAnyone: 1, forNames: 0, changed: 1 })
    value(await programmer.planning.undo({ params: { change: withdrawn.changeSet! }, body: {} }))
    expect(await counts()).toMatchObject({ forAnyone: 1, forNames: 1 })
    value(await programmer.planning.undo({ params: { change: added.changeSet! }, body: {} }))
    expect(await counts()).toMatchObject({ forAnyone: 0, forNames: 0 })
    expect(code(await programmer.programmeCodes.read({ params: { programme: 'unknown' } }))).toBe('page-not-found')
  })
}
