import { type ReactNode, useRef, useState } from 'react'
import type { RecordFields } from '@playhouse/domain/record-field'
import { useWords } from '#i18n'
import { classNames } from '#theme'
import { announce } from '#ui/announce'
import { Button } from '#ui/Button'
import { Disclosure } from '#ui/Disclosure'
import styles from '../BoxOffice.module.css'
import { newRow, type RecordDraft, type RowDraft } from './record-draft.ts'

/** A row with more fields is closed, so that a list of many rows is read and ordered on one screen. */
const mostOpenFields = 6

/** The fields of a row, its path with its dot, and what changes it. */
type RowParts = { readonly draft: RecordDraft; readonly path: string; readonly onChange: (draft: RecordDraft) => void }

type RowsProps = {
  readonly path: string
  readonly fields: RecordFields
  readonly rows: readonly RowDraft[]
  readonly onChange: (rows: readonly RowDraft[]) => void
  readonly label: string
  readonly hint: string
  readonly error: string | undefined
  /** Whether a field below a path is invalid. */
  readonly hasErrorIn: (path: string) => boolean
  readonly renderFields: (row: RowParts) => ReactNode
}

/** Rows of fields, which can be added, removed and moved. The focus follows a row that moves. */
export function RecordRows({ path, fields, rows, onChange, label, hint, error, hasErrorIn, renderFields }: RowsProps) {
  const t = useWords('catalogue')
  const list = useRef<HTMLFieldSetElement>(null)
  /** The keys of the rows that were there when the form was opened. */
  const [initial] = useState(() => new Set(rows.map(({ key }) => key)))
  const isLong = Object.keys(fields).length > mostOpenFields
  const focusRow = (nth: number): void =>
    requestAnimationFrame(() => {
      const target = list.current?.querySelectorAll<HTMLElement>(`[data-row-of="${path}"]`)[nth]
      ;(target ?? list.current?.querySelector<HTMLElement>(`[data-add-to="${path}"]`))?.focus()
    }) as unknown as void
  const nameOf = (nth: number): string => t('rows.row', { label, number: nth + 1 })
  const move = (from: number, to: number): void => {
    const next = rows.toSpliced(from, 1)
    onChange(next.toSpliced(to, 0, rows[from]!))
    announce(t('rows.moved', { row: nameOf(from), number: to + 1 }))
    focusRow(to)
  }
  const remove = (nth: number): void => {
    onChange(rows.toSpliced(nth, 1))
    announce(t('rows.removed', { row: nameOf(nth) }))
    focusRow(Math.min(nth, rows.length - 2))
  }
  const add = (): void => {
    onChange([...rows, newRow(fields)])
    focusRow(rows.length)
  }
  return (
    <fieldset ref={list} className={styles['panel']}>
      <legend>{label}</legend>
      <p>{hint}</p>
      {error && <p role="alert">{error}</p>}
      {rows.map((row, nth) => {
        const form = renderFields({
          draft: row.fields,
          path: `${path}.${nth}.`,
          onChange: (next) => onChange(rows.with(nth, { ...row, fields: next })),
        })
        return (
          <fieldset key={row.key} className={classNames(styles['panel'], styles['wide'])} tabIndex={-1} data-row-of={path}>
            <legend>{nameOf(nth)}</legend>
            {/* Invalid fields are never closed: the focus goes to the first of them. */}
            {isLong && !hasErrorIn(`${path}.${nth}.`) ? (
              <Disclosure label={titleOf(fields, row.fields) ?? t('rows.untitled')} isInitiallyOpen={!initial.has(row.key)}>
                <div className={styles['stack']}>{form}</div>
              </Disclosure>
            ) : (
              form
            )}
            <div className={styles['inline']}>
              {nth > 0 && (
                <Button look="quiet" onPress={() => move(nth, nth - 1)} aria-label={t('rows.upOf', { row: nameOf(nth) })}>
                  {t('rows.up')}
                </Button>
              )}
              {nth < rows.length - 1 && (
                <Button look="quiet" onPress={() => move(nth, nth + 1)} aria-label={t('rows.downOf', { row: nameOf(nth) })}>
                  {t('rows.down')}
                </Button>
              )}
              <Button look="quiet" onPress={() => remove(nth)} aria-label={t('rows.removeOf', { row: nameOf(nth) })}>
                {t('rows.remove')}
              </Button>
            </div>
          </fieldset>
        )
      })}
      <span>
        <Button onPress={add} data-add-to={path}>
          {t('rows.add', { label })}
        </Button>
      </span>
    </fieldset>
  )
}

/** The first text of a row, such as a question; undefined where none is typed. */
function titleOf(fields: RecordFields, draft: RecordDraft): string | undefined {
  const name = Object.keys(fields).find((each) => fields[each]!.input === 'text')
  const typed = name === undefined ? '' : String(draft[name] ?? '').trim()
  return typed === '' ? undefined : typed
}
