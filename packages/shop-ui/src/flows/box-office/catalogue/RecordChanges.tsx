import type { FieldChange } from '@playhouse/domain/change'
import { recordFields } from '@playhouse/domain/record-fields'
import type { RecordField, RecordFields } from '@playhouse/domain/record-field'
import type { RecordKind } from '@playhouse/domain/record-kind'
import type { Money } from '@playhouse/domain/money'
import { useFormats, useWords } from '#i18n'
import { ChangedFields } from '../planning/ChangedFields.tsx'

type Props = { readonly kind: RecordKind; readonly fields: readonly FieldChange[] }

/** The fields of a record that changed, with the names and the forms of its screen. */
export function RecordChanges({ kind, fields }: Props) {
  const t = useWords('catalogue')
  const { list, money } = useFormats()
  const nameOf = (field: string): string | undefined => {
    if (field === 'isWithdrawn') return t('withdrawn')
    return fieldAt(recordFields[kind], field) && t(`field.${kind}.${field}.label`)
  }
  const textOf = (field: string, value: unknown): string | undefined => {
    const at = fieldAt(recordFields[kind], field)
    if (!at || value === null || value === undefined) return undefined
    if (at.input === 'amount') return money(value as Money)
    if (at.input === 'amounts') return list((value as readonly Money[]).map((amount) => money(amount)))
    if (at.input === 'choice') return t(`field.${kind}.${field}.${String(value)}`)
    if (at.input === 'choices') return list((value as readonly string[]).map((each) => t(`field.${kind}.${field}.${each}`)))
    if (at.input === 'rows')
      return list((value as readonly Record<string, unknown>[]).map((row) => String(row['name'] ?? Object.values(row)[0])))
    return undefined
  }
  return <ChangedFields fields={fields} nameOf={nameOf} textOf={textOf} />
}

/** The field at a path such as `sold.price`. */
function fieldAt(fields: RecordFields, path: string): RecordField | undefined {
  const [name = '', ...rest] = path.split('.')
  const field = fields[name]
  if (rest.length === 0 || !field) return field
  return field.input === 'group' ? fieldAt(field.fields, rest.join('.')) : undefined
}
