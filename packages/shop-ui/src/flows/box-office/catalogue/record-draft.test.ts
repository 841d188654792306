import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { brandSchema } from '@playhouse/domain/brand'
import { recordsOfBrand } from '@playhouse/domain/brand-records'
import { recordFields } from '@playhouse/domain/record-fields'
import type { RecordFields } from '@playhouse/domain/record-field'
import { recordKinds } from '@playhouse/domain/record-kind'
import { draftOf, mergeRecordDrafts, recordOf } from './record-draft.ts'

const root = join(import.meta.dirname, '../../../../../..')

it.each(readdirSync(join(root, 'brands')))('returns the levels and funds of %s unchanged when nothing is typed', (folder) => {
  const brand = brandSchema.parse(JSON.parse(readFileSync(join(root, 'brands', folder, 'brand.json'), 'utf8')))
  for (const [kind, records] of Object.entries(recordsOfBrand(brand)))
    for (const { record } of records) {
      const { isWithdrawn: _, ...values } = record
      const fields = recordFields[kind as keyof typeof recordFields]
      expect(recordOf(fields, draftOf(fields, values))).toEqual({ record: values, faults: new Map() })
    }
})

it('names each field that is not what it must be', () => {
  const fields = recordFields['membership-level']
  const draft = draftOf(fields, { position: 1, sold: { price: 5_00, months: 12 } })
  const sold = draft['sold'] as { readonly fields: object }
  const typed = { ...draft, sold: { isOn: true, fields: { ...sold.fields, price: 'five', months: '500' } } }
  expect(recordOf(fields, typed).faults).toEqual(
    new Map([
      ['name', { kind: 'missing' }],
      ['sold.price', { kind: 'amount' }],
      ['sold.months', { kind: 'number', least: 1, most: 120 }],
    ]),
  )
  expect(recordOf(fields, { ...typed, sold: { ...typed.sold, isOn: false }, name: 'Friend' })).toEqual({
    record: { name: 'Friend', position: 1 },
    faults: new Map(),
  })
})

it('requires the fields that the kind of a question has, and empties the others', () => {
  const { fields } = recordFields.form['fields'] as { readonly fields: RecordFields }
  const question = { kind: 'number', question: 'How many are you?', isRequired: true, maxLength: 200, choices: [{ id: 'a', name: 'One' }] }
  const draft = draftOf(fields, question)
  expect([...recordOf(fields, draft).faults]).toEqual([
    ['least', { kind: 'missing' }],
    ['most', { kind: 'missing' }],
  ])
  expect(recordOf(fields, { ...draft, least: '1', most: '30' })).toMatchObject({
    record: { least: 1, most: 30, maxLength: null, leastDays: null, mostDays: null, choices: [] },
    faults: new Map(),
  })
  expect([...recordOf(fields, { ...draft, kind: 'text', maxLength: '' }).faults]).toEqual([['maxLength', { kind: 'missing' }]])
})

it('keeps what was typed and takes what another staff user changed', () => {
  const fields = recordFields.fund
  const base = { name: 'Roof', presets: [5_00], appeals: [{ appeal: 'a', name: 'A' }] }
  const typed = { ...draftOf(fields, base), name: 'The roof' }
  const current = draftOf(fields, { name: 'Roof!', presets: [5_00, 10_00], appeals: [{ appeal: 'b', name: 'B' }] })
  const merged = mergeRecordDrafts(draftOf(fields, base), typed, current)
  expect(merged['name']).toBe('The roof')
  expect(merged['presets']).toBe('5.00\n10.00')
  expect(recordOf(fields, merged).record['appeals']).toEqual([{ appeal: 'b', name: 'B' }])
})

it('has a label and a help for each field, and a name for each choice and each kind', () => {
  const texts = JSON.parse(readFileSync(join(root, 'packages/shop-ui/src/i18n/words/en/catalogue.json'), 'utf8')) as object
  const textAt = (key: string): unknown => key.split('.').reduce<unknown>((tree, part) => (tree as Record<string, unknown>)?.[part], texts)
  const keysOf = (fields: RecordFields, path: string): string[] =>
    Object.entries(fields).flatMap(([name, field]) => [
      ...[`${path}.${name}.label`, `${path}.${name}.hint`],
      ...('options' in field ? field.options.map((option) => `${path}.${name}.${option}`) : []),
      ...('fields' in field ? keysOf(field.fields, `${path}.${name}`) : []),
    ])
  const keys = recordKinds.flatMap((kind) => [
    ...['title', 'one', 'create', 'lead'].map((name) => `kinds.${kind}.${name}`),
    ...keysOf(recordFields[kind], `field.${kind}`),
  ])
  expect(keys.filter((key) => typeof textAt(key) !== 'string')).toEqual([])
})
