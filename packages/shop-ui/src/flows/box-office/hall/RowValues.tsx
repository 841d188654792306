import { useState } from 'react'
import { isStandingArea, type Plan } from '@playhouse/domain/plan'
import { useWords } from '#i18n'
import styles from '../BoxOffice.module.css'
import { DataTable } from '../DataTable.tsx'
import { OptionField } from '../planning/OptionField.tsx'
import { commonValue, seatsOf } from './painting.ts'

type Value = { readonly value: string; readonly label: string }
type Props = {
  readonly plan: Plan
  readonly title: string
  /** The heading of the column with the values, and the name of the control of a row or an area. */
  readonly column: string
  readonly labelOf: (part: string) => string
  readonly values: readonly Value[]
  /** The value of a seat; undefined for a seat that cannot be painted. */
  readonly seatValue: (seat: number) => string | undefined
  /** Absent where the staff user only reads. */
  readonly onPaint?: (seats: readonly number[], value: string) => void
}

/** What is painted, as a table of rows, one area at a time: the map for those who do not use it. */
export function RowValues({ plan, title, column, labelOf, values, seatValue, onPaint }: Props) {
  const t = useWords('hall')
  const [chosen, setChosen] = useState('0')
  const area = plan.areas[Number(chosen)]!
  const rows = isStandingArea(plan, area.index) ? [] : plan.rows.slice(area.firstRow, area.firstRow + area.rowCount)
  const parts = [
    { key: 'area', name: t('paint.wholeArea', { area: area.name }), extent: area },
    ...rows.map((row) => ({ key: String(row.index), name: t(row.table ? 'paint.table' : 'paint.row', { row: row.label }), extent: row })),
  ]
  return (
    <section aria-labelledby="row-values" className={styles['stack']}>
      <h2 id="row-values">{title}</h2>
      {plan.areas.length > 1 && (
        <OptionField
          name="paint-area"
          label={t('paint.area')}
          value={chosen}
          onChange={setChosen}
          options={plan.areas.map(({ index, name }) => ({ value: String(index), label: name }))}
        />
      )}
      <DataTable
        label={title}
        className={styles['held']}
        columns={[
          { key: 'row', label: t('paint.place') },
          { key: 'seats', label: t('paint.count'), isAmount: true },
          { key: 'value', label: column },
        ]}
      >
        <tbody>
          {parts.map(({ key, name, extent }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td className={styles['sum']}>{extent.seatCount}</td>
              <td>
                <PartValue
                  label={labelOf(name)}
                  value={commonValue(extent, seatValue)}
                  values={values}
                  {...(onPaint && { onPick: (value) => onPaint(seatsOf(extent), value) })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </DataTable>
    </section>
  )
}

type PartProps = {
  readonly label: string
  readonly value: string | undefined
  readonly values: readonly Value[]
  readonly onPick?: (value: string) => void
}

function PartValue({ label, value, values, onPick }: PartProps) {
  const t = useWords('hall')
  if (!onPick) return values.find((each) => each.value === value)?.label ?? t('paint.several')
  return (
    <select
      aria-label={label}
      className={styles['choice']}
      value={value ?? ''}
      onChange={({ target }) => {
        if (target.value !== '') onPick(target.value)
      }}
    >
      {value === undefined && <option value="">{t('paint.several')}</option>}
      {values.map((each) => (
        <option key={each.value} value={each.value}>
          {each.label}
        </option>
      ))}
    </select>
  )
}
