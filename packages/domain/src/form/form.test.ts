import { describe, expect, it } from 'vitest'
import {
  type Answer,
  type AnswerFault,
  answeredFields,
  answeredFieldSchema,
  type Answers,
  blankAnswers,
  faultsOf,
  type Form,
  formSchema,
  unknownFields,
} from './form.ts'

const label = { text: 'Label' }
const optional = { label, isRequired: false }
const form: Form = formSchema.parse({
  form: 'school',
  title: { text: 'School enquiry', translations: { de: 'Anfrage einer Schule' } },
  intro: label,
  keepDays: 90,
  fields: [
    { ...optional, id: 'email', kind: 'email', isRequired: true },
    { ...optional, id: 'name', kind: 'text', maxLength: 5 },
    { ...optional, id: 'note', kind: 'long-text', maxLength: 10 },
    { ...optional, id: 'phone', kind: 'phone' },
    { ...optional, id: 'pupils', kind: 'number', least: 10, most: 60 },
    { ...optional, id: 'day', kind: 'date', leastDays: 0, mostDays: 30 },
    {
      ...optional,
      id: 'stage',
      kind: 'choice',
      choices: [
        { id: 'a', label },
        { id: 'b', label },
      ],
    },
    {
      ...optional,
      id: 'needs',
      kind: 'choices',
      choices: [
        { id: 'a', label },
        { id: 'b', label },
      ],
    },
    { ...optional, id: 'agreed', kind: 'consent', isRequired: true },
  ],
})
const valid: Answers = { email: 'ada@example.org', agreed: true }
const today = '2027-03-01'

describe('faultsOf', () => {
  it('names the required fields of blank answers', () => {
    expect(faultsOf(form, blankAnswers(form), today)).toEqual({ email: 'required', agreed: 'required' })
    expect(faultsOf(form, {}, today)).toEqual({ email: 'required', agreed: 'required' })
    expect(faultsOf(form, valid, today)).toEqual({})
  })

  it.each([
    ['email', 'ada@', 'email'],
    ['email', '   ', 'required'],
    ['name', 'Ada Q.', 'too-long'],
    ['name', true, 'too-long'],
    ['note', 'eleven char', 'too-long'],
    ['phone', '12 34', 'phone'],
    ['phone', '+44 (20) 7946-0000', undefined],
    ['pupils', 'ten', 'number'],
    ['pupils', '9', 'range'],
    ['pupils', '61', 'range'],
    ['pupils', '60', undefined],
    ['pupils', '1e1', 'number'],
    ['day', '2027-02-31', 'date'],
    ['day', '2027-02-28', 'days'],
    ['day', '2027-03-01', undefined],
    ['day', '2027-03-31', undefined],
    ['day', '2027-04-01', 'days'],
    ['stage', 'c', 'choice'],
    ['stage', 'b', undefined],
    ['needs', 'a', 'choice'],
    ['needs', ['a', 'c'], 'choice'],
    ['needs', ['a', 'a'], 'choice'],
    ['needs', ['a', 'b'], undefined],
    ['needs', [], undefined],
    ['agreed', false, 'required'],
    ['agreed', 'yes', 'required'],
  ] as [string, Answer, AnswerFault | undefined][])('returns for %s = %j: %s', (field, answer, fault) => {
    expect(faultsOf(form, { ...valid, [field]: answer }, today)).toEqual(fault === undefined ? {} : { [field]: fault })
  })
})

it('stores answers by the labels that were shown, trimmed and without blank ones, and names unknown fields', () => {
  const choices = [{ text: 'First' }, { text: 'Second', translations: { de: 'Zweite' } }]
  const { fields } = {
    fields: form.fields.map((field) =>
      'choices' in field
        ? {
            ...field,
            choices: [
              { id: 'a', label: choices[0]! },
              { id: 'b', label: choices[1]! },
            ],
          }
        : field,
    ),
  }
  const answers = { ...valid, name: ' A\u202Eda ', note: ' ', needs: ['b', 'a'], stage: 'b' }
  expect(answeredFields({ fields }, answers)).toEqual([
    { id: 'email', kind: 'email', label, answer: 'ada@example.org' },
    { id: 'name', kind: 'text', label, answer: 'Ada' },
    { id: 'stage', kind: 'choice', label, answer: [choices[1]] },
    { id: 'needs', kind: 'choices', label, answer: choices },
    { id: 'agreed', kind: 'consent', label, answer: true },
  ])
  expect(answeredFieldSchema.array().safeParse(answeredFields({ fields }, answers)).success).toBe(true)
  expect(unknownFields(form, { ...valid, colour: 'red' })).toEqual(['colour'])
})

describe('formSchema', () => {
  it.each([
    ['without an address of the sender', { fields: form.fields.filter(({ id }) => id !== 'email') }],
    ['with an optional address', { fields: form.fields.map((field) => ({ ...field, isRequired: false })) }],
    ['with two fields of one id', { fields: [...form.fields, form.fields[0]!] }],
    ['with contradicting limits', { fields: [form.fields[0], { ...form.fields[4], least: 70 }] }],
    ['with an unknown kind', { fields: [form.fields[0], { ...form.fields[1], kind: 'file' }] }],
  ])('rejects a form %s', (_what, change) => {
    expect(formSchema.safeParse({ ...form, ...change }).success).toBe(false)
  })
})
