import { isSameValue } from '@playhouse/domain/change'
import { type WholeRange, wholeRanges } from '@playhouse/domain/planning-limits'
import { isFieldOptional, isFieldShown, type RecordField, type RecordFields } from '@playhouse/domain/record-field'
import type { SaleMoment } from '@playhouse/domain/sale-window'
import { formatAmount, parseAmount } from '@playhouse/domain/typed-amount'
import { isTimeOfDay } from '../planning/field-fault.ts'
import { draftOfMoment, type MomentDraft, momentOf } from '../planning/window-draft.ts'

/** A row that is being edited. `key` stays with it when it moves. */
export type RowDraft = { readonly key: string; readonly fields: RecordDraft }
/** A group that is being edited. What was typed stays when it is switched off. */
export type GroupDraft = { readonly isOn: boolean; readonly fields: RecordDraft }
/** Texts that are being edited, by language. */
export type NamesDraft = Readonly<Record<string, string>>
/** Fields that are being edited, by language. */
export type TranslationsDraft = Readonly<Record<string, RecordDraft>>
/** What is typed in one field: a text, a choice or several, a yes or no, a group, rows, a moment, or texts by language. */
export type FieldDraft =
  | string
  | MomentDraft
  | boolean
  | readonly string[]
  | GroupDraft
  | readonly RowDraft[]
  | NamesDraft
  | TranslationsDraft
/** What is typed in the fields of a record. */
export type RecordDraft = { readonly [name: string]: FieldDraft }

/** Why a field is invalid: its text is `fault.<kind>`. */
export type FieldFault =
  | { readonly kind: 'missing' | 'amount' | 'amounts' | 'moment' }
  | { readonly kind: 'number'; readonly least: number; readonly most: number }

let rowCount = 0
const newKey = (): string => `row-${++rowCount}`

/** A new row with empty fields. */
export const newRow = (fields: RecordFields): RowDraft => ({ key: newKey(), fields: draftOf(fields, {}) })

/** What a form shows for a record. */
export const draftOf = (fields: RecordFields, record: Readonly<Record<string, unknown>>): RecordDraft =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, draftOfValue(field, record[name] ?? undefined)]))

function draftOfValue(field: RecordField, value: unknown): FieldDraft {
  switch (field.input) {
    case 'yes-no':
      return value === true
    case 'choices':
    case 'references':
      return (value as readonly string[] | undefined) ?? []
    case 'lines':
      return ((value as readonly string[] | undefined) ?? []).join('\n')
    case 'amount':
      return value === undefined ? '' : formatAmount(value as never)
    case 'amounts':
      return ((value as readonly number[] | undefined) ?? []).map((amount) => formatAmount(amount as never)).join('\n')
    case 'group':
      return { isOn: value !== undefined || !field.empty, fields: draftOf(field.fields, (value as Record<string, unknown>) ?? {}) }
    case 'rows':
      return ((value as readonly Record<string, unknown>[] | undefined) ?? []).map((row) => ({
        key: newKey(),
        fields: draftOf(field.fields, row),
      }))
    case 'names':
      return (value as NamesDraft | undefined) ?? {}
    case 'sale-moment':
      return draftOfMoment((value as SaleMoment | undefined) ?? { kind: 'days-before', days: 0, time: '10:00' })
    case 'translations':
      return Object.fromEntries(
        Object.entries((value as Record<string, Record<string, unknown>> | undefined) ?? {}).map(([locale, texts]) => [
          locale,
          draftOf(field.fields, texts),
        ]),
      )
    case 'choice':
      return value === undefined ? (field.empty ? '' : field.options[0]!) : String(value)
    default:
      return value === undefined ? '' : String(value)
  }
}

/** The record that a form describes, and the fields that are not what they must be, by their path such as `sold.price`. */
export function recordOf(
  fields: RecordFields,
  draft: RecordDraft,
): { readonly record: Record<string, unknown>; readonly faults: ReadonlyMap<string, FieldFault> } {
  const faults = new Map<string, FieldFault>()
  return { record: recordAt(fields, draft, '', faults), faults }
}

function recordAt(fields: RecordFields, draft: RecordDraft, path: string, faults: Map<string, FieldFault>): Record<string, unknown> {
  const entries = Object.entries(fields).map(([name, field]) => {
    const value = isFieldShown(field, draft) ? valueOf(field, draft[name]!, path + name, faults) : emptyOf(field)
    return [name, value] as const
  })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

const emptyValues = { absent: undefined, null: null, list: [], text: '' } as const
const emptyOf = ({ empty }: RecordField): unknown => empty && emptyValues[empty]

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

function valueOf(field: RecordField, draft: FieldDraft, path: string, faults: Map<string, FieldFault>): unknown {
  const emptyValue = emptyOf(field)
  const missing = (): unknown => {
    if (!isFieldOptional(field)) faults.set(path, { kind: 'missing' })
    return emptyValue
  }
  const orFault = <Value>(value: Value | undefined, fault: FieldFault): Value | undefined => {
    if (value === undefined) faults.set(path, fault)
    return value
  }
  switch (field.input) {
    case 'yes-no':
      return draft
    case 'choices':
    case 'references':
      return (draft as readonly string[]).length === 0 ? missing() : draft
    case 'group': {
      const { isOn, fields } = draft as GroupDraft
      return isOn ? recordAt(field.fields, fields, `${path}.`, faults) : emptyValue
    }
    case 'names': {
      const names = Object.entries(draft as NamesDraft).flatMap(([locale, text]) => (text.trim() === '' ? [] : [[locale, text.trim()]]))
      return names.length === 0 ? missing() : Object.fromEntries(names)
    }
    case 'sale-moment': {
      const moment = momentOf(draft as MomentDraft)
      return orFault(moment && isMoment(moment) ? moment : undefined, { kind: 'moment' })
    }
    case 'translations':
      return Object.fromEntries(
        Object.entries(draft as TranslationsDraft)
          .filter(([, texts]) => Object.values(texts).some((text) => text !== ''))
          .map(([locale, texts]) => [locale, recordAt(field.fields, texts, `${path}.${locale}.`, faults)]),
      )
    case 'rows': {
      const rows = (draft as readonly RowDraft[]).map((row, nth) => recordAt(field.fields, row.fields, `${path}.${nth}.`, faults))
      return rows.length === 0 ? missing() : rows
    }
    default: {
      const text = (draft as string).trim()
      if (text === '') return missing()
      if (field.input === 'number') {
        const number = /^-?\d{1,10}$/.test(text) ? Number(text) : Number.NaN
        const { least, most } = field
        return orFault(number >= least && number <= most ? number : undefined, { kind: 'number', least, most })
      }
      if (field.input === 'amount') return orFault(parseAmount(text), { kind: 'amount' })
      if (field.input === 'amounts') {
        const amounts = linesOf(text).map(parseAmount)
        return orFault(amounts.includes(undefined) ? undefined : amounts, { kind: 'amounts' })
      }
      return field.input === 'lines' ? linesOf(text) : text
    }
  }
}

const isInRange = ({ least, most }: WholeRange, number: number): boolean => number >= least && number <= most

/** Whether a typed moment can be sent: the server checks its date. */
function isMoment(moment: SaleMoment): boolean {
  switch (moment.kind) {
    case 'at':
      return /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(moment.at)
    case 'days-before':
      return isInRange(wholeRanges.daysBefore, moment.days) && isTimeOfDay(moment.time)
    case 'minutes-before':
      return isInRange(wholeRanges.minutesBefore, moment.minutes)
  }
}

/** What was typed, with the fields that another staff user changed meanwhile and that were not typed here. */
export const mergeRecordDrafts = (base: RecordDraft, typed: RecordDraft, current: RecordDraft): RecordDraft =>
  Object.fromEntries(
    Object.entries(typed).map(([name, value]) => [name, isSameValue(withoutKeys(value), withoutKeys(base[name])) ? current[name]! : value]),
  )

/** Rows are the same whatever their keys. */
const withoutKeys = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value ?? null, (name, each: unknown) => (name === 'key' ? undefined : each)))
