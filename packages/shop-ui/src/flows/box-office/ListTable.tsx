import { type ReactNode, useSyncExternalStore } from 'react'
import { hasWords } from '@playhouse/domain/change-search'
import { useLocale, useWords } from '#i18n'
import { CheckboxGroup } from '#form/CheckboxGroup'
import { TextField } from '#form/TextField'
import { Button } from '#ui/Button'
import { Disclosure } from '#ui/Disclosure'
import { ScrollRegion } from '#ui/ScrollRegion'
import styles from './BoxOffice.module.css'
import { hideQueryOf, sortedRows, useListState } from './list-state.ts'
import { OptionField } from './planning/OptionField.tsx'

/** A column of a list. */
export type ListColumn<Row> = {
  readonly id: string
  readonly label: string
  readonly renderCell: (row: Row) => ReactNode
  /** What the rows are sorted by; null last. Without it, as for buttons, the column sorts nothing. */
  readonly value?: (row: Row) => string | number | null
  readonly isAmount?: boolean
  /** Whether a narrow screen hides it until staff choose it. */
  readonly isLesser?: boolean
}

const narrowScreen = '(max-width: 40rem)'
const watchWidth = (onChange: () => void): (() => void) => {
  const query = matchMedia(narrowScreen)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

type Props<Row, Filter extends string> = {
  /** Before the names of its fields, such as `offer`. */
  readonly name: string
  readonly label: string
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** The first names the row and cannot be hidden. */
  readonly columns: readonly [ListColumn<Row>, ...ListColumn<Row>[]]
  /** Without `textOf`, the server searches and filters: the rows are what it found. */
  readonly search: { readonly label: string; readonly textOf?: (row: Row) => string }
  readonly filter?: {
    readonly label: string
    readonly options: readonly { readonly value: Filter | 'all'; readonly label: string }[]
    readonly of?: (row: Row) => Filter
  }
  /** The number of rows in words. */
  readonly count: (count: number) => string
}

/** A list of things that staff plan, with search, filter, order and a choice of columns, which stay in the URL. */
export function ListTable<Row, Filter extends string = never>(props: Props<Row, Filter>) {
  const { name, label, rows, keyOf, columns, search, filter, count } = props
  const t = useWords('box-office')
  const locale = useLocale()
  const [first, ...others] = columns
  const isNarrow = useSyncExternalStore(watchWidth, () => matchMedia(narrowScreen).matches)
  const initial = isNarrow ? others.flatMap(({ id, isLesser }) => (isLesser ? [id] : [])) : []
  const [state, set] = useListState({
    filters: (filter?.options ?? []).flatMap(({ value }) => (value === 'all' ? [] : [value])),
    columns: columns.map(({ id }) => id),
    hidden: initial,
  })
  const { text, sort, hidden } = state
  const matches = rows.filter(
    (row) =>
      (!filter?.of || state.filter === 'all' || filter.of(row) === state.filter) && (!search.textOf || hasWords(search.textOf(row), text)),
  )
  const sortColumn = columns.find(({ id }) => id === sort?.column)
  const sorted = sort && sortColumn?.value ? sortedRows(matches, sortColumn.value, sort.isDescending, locale) : matches
  const shown = [first, ...others.filter(({ id }) => !hidden.includes(id))]
  const sortBy = (id: string): void => set('sort', sort?.column !== id ? id : sort.isDescending ? '' : `-${id}`)
  const sortOf = (id: string) => (sort?.column !== id ? 'none' : sort.isDescending ? 'descending' : 'ascending')
  return (
    <>
      <search className={styles['inline']}>
        <TextField name={`${name}-word`} label={search.label} type="search" value={text} onChange={(value) => set('q', value)} />
        {filter && (
          <OptionField<Filter | 'all'>
            name={`${name}-state`}
            label={filter.label}
            value={state.filter}
            onChange={(value) => set('state', value === 'all' ? '' : value)}
            options={filter.options}
          />
        )}
      </search>
      <Disclosure label={t('columns.title')}>
        <CheckboxGroup
          name={`${name}-columns`}
          label={t('columns.shown')}
          optional
          value={others.flatMap(({ id }) => (hidden.includes(id) ? [] : [id]))}
          onChange={(chosen) =>
            set(
              'hide',
              hideQueryOf(
                others.flatMap(({ id }) => (chosen.includes(id) ? [] : [id])),
                initial,
              ),
            )
          }
          boxes={others.map((column) => ({ value: column.id, label: column.label }))}
        />
      </Disclosure>
      <p role="status">{count(sorted.length)}</p>
      <ScrollRegion label={label}>
        <table className={styles['table']}>
          <thead>
            <tr>
              {shown.map((column) => (
                <th
                  key={column.id}
                  scope="col"
                  aria-sort={column.value && sortOf(column.id)}
                  className={column.isAmount ? styles['sum'] : undefined}
                >
                  {column.value ? (
                    <Button look="quiet" onPress={() => sortBy(column.id)}>
                      {column.label}
                      {/* Without an arrow, a space: short names are wide enough to press. Those of amounts end where the amounts do. */}
                      {(!column.isAmount || sort?.column === column.id) && (
                        <span aria-hidden="true">{{ none: '', ascending: '↑', descending: '↓' }[sortOf(column.id)]}</span>
                      )}
                    </Button>
                  ) : (
                    column.label
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted.map((row) => (
              <tr key={keyOf(row)}>
                <th scope="row">{first.renderCell(row)}</th>
                {shown.slice(1).map((column) => (
                  <td key={column.id} className={column.isAmount ? styles['sum'] : undefined}>
                    {column.renderCell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </>
  )
}
