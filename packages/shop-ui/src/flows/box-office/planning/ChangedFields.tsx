import type { FieldChange } from '@playhouse/domain/change'
import type { RichText } from '@playhouse/domain/season'
import { useFormats, useWords } from '#i18n'
import styles from '../BoxOffice.module.css'
import { textOfSynopsis } from './synopsis-text.ts'
import { useWallClock } from './wall-clock.ts'

const plainTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/

/** Fields with their values before and after; fields of an object one by one. */
export function ChangedFields({ fields }: { readonly fields: readonly FieldChange[] }) {
  const t = useWords('planning')
  const textOf = useValueText()
  return (
    <ul className={styles['their']}>
      {fields.flatMap(flatten).map(({ field, before, after }) => (
        <li key={field}>
          {t('change.field', {
            field: t(`field.${field}`, { defaultValue: field }),
            before: textOf(field, before),
            after: textOf(field, after),
          })}
        </li>
      ))}
    </ul>
  )
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A change of an object as the changes of its fields. */
function flatten({ field, before, after }: FieldChange): FieldChange[] {
  if (!isObject(before) && !isObject(after)) return [{ field, before, after }]
  const [from, to] = [isObject(before) ? before : {}, isObject(after) ? after : {}]
  return [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .filter((name) => from[name] !== to[name])
    .map((name) => ({ field: `${field}.${name}`, before: from[name] ?? null, after: to[name] ?? null }))
}

/** Returns a value of a production or a performance as a text. */
function useValueText(): (field: string, value: unknown) => string {
  const t = useWords('planning')
  const { list } = useFormats()
  const { when } = useWallClock()
  return (field, value) => {
    if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return t('change.nothing')
    if (typeof value === 'boolean') return t(value ? 'choice.yes' : 'choice.no')
    if (field === 'synopsis') return textOfSynopsis(value as RichText)
    if (field === 'state' || field === 'web.sale') return t(`state.${String(value)}`)
    if (Array.isArray(value)) return list(value.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))))
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
    return plainTime.test(text) ? when(text) : text
  }
}
