import { expect, it } from 'vitest'
import { type Form, formFieldSchema, formSchema } from '../../form/form.ts'
import { formOfRecord, questionKinds, recordOfForm } from './form-record.ts'
import { noFoodFacts, parseRecord, type StoredRecord } from './schema.ts'

const facts = {
  ...{ id: 'schools', now: Date.parse('2031-03-01T12:00:00Z'), before: undefined },
  brand: { timeZone: 'Europe/London', account: { birth: 'date' } } as Parameters<typeof parseRecord>[2]['brand'],
  performances: [
    { id: 'lear-1', production: 'lear', hall: 'stage', startsAt: '2030-01-01T19:30', timeZone: 'Europe/London', priceTypes: [] },
  ],
  ...{ productions: ['lear', 'hamlet'], priceTypes: [], programmePriceTypes: [], food: noFoodFacts },
  others: [{ id: 'groups', record: { productions: ['hamlet'], performances: [] } as unknown as StoredRecord<'form'> }],
}
const none = { help: '', maxLength: null, least: null, most: null, leastDays: null, mostDays: null, choices: [] as object[] }
const email = { ...none, id: 'email', kind: 'email', question: 'Your address', isRequired: true }
const text = { ...none, id: 'class', kind: 'text', question: 'Which class?', isRequired: false, maxLength: 40 }
const pupils = { ...none, id: 'pupils', kind: 'number', question: 'How many?', isRequired: true, least: 5, most: 200 }
const day = { ...none, id: 'day', kind: 'date', question: 'Until when?', isRequired: false, leastDays: -1, mostDays: 30 }
const needs = { ...none, id: 'needs', kind: 'choices', question: 'Needs?', isRequired: false, choices: [{ id: 'lift', name: 'Lift' }] }
const form = {
  ...{ name: 'School enquiry', intro: 'For schools.', translations: {}, keepDays: 90, mailTo: null },
  ...{ fields: [email, text, pupils, day, needs], productions: ['lear'], performances: ['lear-1'] },
}
const withQuestion = (nth: number, change: object) => ({ ...form, fields: form.fields.with(nth, { ...form.fields[nth]!, ...change }) })

it.each([
  ['no title', { ...form, name: '' }, ['name']],
  ['no question', { ...form, fields: [] }, ['fields']],
  ['no question for an address', { ...form, fields: [text] }, ['fields']],
  ['an address that need not be given', withQuestion(0, { isRequired: false }), ['fields']],
  ['two questions of one short name', withQuestion(1, { id: 'email' }), ['fields']],
  ['a text without a length', withQuestion(1, { maxLength: null }), ['fields.1.maxLength']],
  ['a line that is too long', withQuestion(1, { maxLength: 201 }), ['fields.1.maxLength']],
  ['a length of a number', withQuestion(2, { maxLength: 10 }), ['fields.2.maxLength']],
  ['numbers the wrong way round', withQuestion(2, { least: 300 }), ['fields.2.most']],
  ['days the wrong way round', withQuestion(3, { mostDays: -2 }), ['fields.3.mostDays']],
  ['no choices', withQuestion(4, { choices: [] }), ['fields.4.choices']],
  ['choices of an address', withQuestion(0, { choices: needs.choices }), ['fields.0.choices']],
  ['two choices of one short name', withQuestion(4, { choices: [...needs.choices, ...needs.choices] }), ['fields.4.choices']],
  ['answers that are kept for a day', { ...form, keepDays: 1 }, ['keepDays']],
  ['an address that is none', { ...form, mailTo: 'schools' }, ['mailTo']],
  ['an unknown production', { ...form, productions: ['cats'] }, ['productions']],
  ['a production of another form', { ...form, productions: ['hamlet'] }, ['productions']],
  ['a performance that is over', { ...form, performances: ['lear-0'] }, ['performances']],
])('refuses a form with %s', (_what, record, faults) => {
  expect(parseRecord('form', form, facts)).toEqual({ record: form })
  expect(parseRecord('form', record, facts)).toEqual({ faults })
})

it('makes the short names of questions and choices, and keeps those that it has', () => {
  const choices = [{ id: '', name: 'Loop' }, ...needs.choices, { id: '', name: 'Seat' }]
  const fields = [
    { ...email, id: '' },
    { ...text, id: '' },
    { ...text, id: '' },
    { ...needs, choices },
  ]
  const parsed = parseRecord('form', { ...form, fields }, facts)
  const named = 'record' in parsed ? parsed.record.fields.map((field) => [field.id, ...field.choices.map(({ id }) => id)]) : parsed.faults
  expect(named).toEqual([['email'], ['text'], ['text-2'], ['needs', 'choice', 'lift', 'choice-2']])
})

it('keeps the performance of a stored form that is over', () => {
  const stored = { ...form, performances: ['lear-0'] }
  const before = { ...(stored as unknown as StoredRecord<'form'>), isWithdrawn: false }
  expect(parseRecord('form', stored, { ...facts, before })).toEqual({ record: stored })
})

it('describes a form of every kind of question by its record without a loss', () => {
  const label = (plain: string) => ({ text: plain, translations: { sv: `${plain} (sv)` } })
  const common = (id: string) => ({ id, label: label(id), isRequired: false })
  const choices = [
    { id: 'lift', label: label('Lift') },
    { id: 'loop', label: { text: 'Loop' } },
  ]
  const definition: Form = {
    ...{ form: 'schools', title: label('Schools'), intro: { text: 'For schools.' }, keepDays: 90 },
    fields: [
      { ...common('email'), kind: 'email', isRequired: true, help: label('We reply to it.') },
      { ...common('name'), kind: 'text', maxLength: 40 },
      { ...common('notes'), kind: 'long-text', maxLength: 400, help: { text: 'Anything.' } },
      { ...common('phone'), kind: 'phone' },
      { ...common('pupils'), kind: 'number', least: 0, most: 40 },
      { ...common('born'), kind: 'date', leastDays: -400, mostDays: -1 },
      { ...common('way'), kind: 'choice', choices },
      { ...common('needs'), kind: 'choices', choices },
      { ...common('agreed'), kind: 'consent' },
    ],
  }
  const record = recordOfForm(definition, { mailTo: 'schools@example.org', productions: ['lear'], performances: [] })
  expect(parseRecord('form', record, facts)).toEqual({ record })
  expect(formOfRecord('schools', record)).toEqual(definition)
  expect(formSchema.parse(definition)).toEqual(definition)
  expect(new Set(definition.fields.map(({ kind }) => kind))).toEqual(new Set(questionKinds))
  expect(formFieldSchema.options.map(({ shape }) => shape.kind.value).toSorted()).toEqual(questionKinds.toSorted())
})
