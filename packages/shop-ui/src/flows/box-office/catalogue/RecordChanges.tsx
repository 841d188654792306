import type { FieldChange } from '@playhouse/domain/change'
import { recordFields } from '@playhouse/domain/record-fields'
import type { RecordField, RecordFields } from '@playhouse/domain/record-field'
import type { RecordKind } from '@playhouse/domain/record-kind'
import type { SaleMoment } from '@playhouse/domain/sale-window'
import type { Money } from '@playhouse/domain/money'
import { isLocale } from '@playhouse/domain/locale'
import { localeNames, useFormats, useWords } from '#i18n'
import { ChangedFields } from '../planning/ChangedFields.tsx'
import { useWindowText } from '../planning/useWindowText.ts'

type Props = { readonly kind: RecordKind; readonly fields: readonly FieldChange[] }

/** The fields of a record that changed, with the names and the forms of its screen. */
export function RecordChanges({ kind, fields }: Props) {
  const t = useWords('catalogue')
  const { list, money } = useFormats()
  const { momentOf } = useWindowText()
  /** Fields of a translation have the name of the language too. */
  const nameOfField = (field: string): string => {
    const [group, locale, ...rest] = field.split('.')
    const language = locale !== undefined && isLocale(locale) ? ` (${localeNames[locale]})` : ''
    return t(`field.${kind}.${language === '' ? field : [group, ...rest].join('.')}.label`) + language
  }
  const nameOf = (field: string): string | undefined => {
    if (field === 'isWithdrawn') return t('withdrawn')
    return fieldAt(recordFields[kind], field) && nameOfField(field)
  }
  const textOf = (field: string, value: unknown): string | undefined => {
    const at = fieldAt(recordFields[kind], field)
    if (!at || value === null || value === undefined) return undefined
    if (at.input === 'amount') return money(value as Money)
    if (at.input === 'amounts') return list((value as readonly Money[]).map((amount) => money(amount)))
    if (at.input === 'choice') return t(`field.${kind}.${field}.${String(value)}`)
    if (at.input === 'choices') return list((value as readonly string[]).map((each) => t(`field.${kind}.${field}.${each}`)))
    if (at.input === 'sale-moment') return momentOf(value as SaleMoment)
    if (at.input === 'references' || at.input === 'lines') return list(value as readonly string[])
    if (at.input === 'rows') return list((value as readonly Record<string, unknown>[]).map((row) => rowText(at.fields, row, money)))
    return undefined
  }
  return <ChangedFields fields={fields} nameOf={nameOf} textOf={textOf} />
}

/** The field at a path such as `sold.price`. */
function fieldAt(fields: RecordFields, path: string): RecordField | undefined {
  const [name = '', ...rest] = path.split('.')
  const field = fields[name]
  if (rest.length === 0 || !field) return field
  if (field.input === 'translations') return fieldAt(field.fields, rest.slice(1).join('.'))
  return field.input === 'group' ? fieldAt(field.fields, rest.join('.')) : undefined
}

/** The texts, amounts and numbers of a row. */
const rowText = (fields: RecordFields, row: Readonly<Record<string, unknown>>, money: (amount: Money) => string): string =>
  Object.entries(fields)
    .flatMap(([name, { input }]) => {
      const value = row[name]
      if (value === undefined || value === null || value === '') return []
      if (input === 'amount') return [money(value as Money)]
      return input === 'text' || input === 'number' ? [String(value)] : []
    })
    .join(' ')
