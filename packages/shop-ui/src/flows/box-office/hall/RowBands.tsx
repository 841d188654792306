import { useState } from 'react'
import { isStandingArea, type Plan } from '@playhouse/domain/plan'
import { type Band, bands } from '@playhouse/domain/pricing'
import { useWords } from '#i18n'
import styles from '../BoxOffice.module.css'
import { DataTable } from '../DataTable.tsx'
import { OptionField } from '../planning/OptionField.tsx'
import { commonBand, seatsOf } from './painting.ts'

type Props = {
  readonly plan: Plan
  readonly bandOf: Uint8Array
  /** Absent where the staff user only reads. */
  readonly onPaint?: (seats: readonly number[], band: Band) => void
}

/** The bands of rows as a table, one area at a time: the map for those who do not use it. */
export function RowBands({ plan, bandOf, onPaint }: Props) {
  const t = useWords('hall')
  const [chosen, setChosen] = useState('0')
  const area = plan.areas[Number(chosen)]!
  const rows = isStandingArea(plan, area.index) ? [] : plan.rows.slice(area.firstRow, area.firstRow + area.rowCount)
  const parts = [
    { key: 'area', name: t('paint.wholeArea', { area: area.name }), extent: area },
    ...rows.map((row) => ({ key: String(row.index), name: t(row.table ? 'paint.table' : 'paint.row', { row: row.label }), extent: row })),
  ]
  return (
    <section aria-labelledby="row-bands" className={styles['stack']}>
      <h2 id="row-bands">{t('paint.rows')}</h2>
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
        label={t('paint.rows')}
        className={styles['held']}
        columns={[
          { key: 'row', label: t('paint.place') },
          { key: 'seats', label: t('paint.count'), isAmount: true },
          { key: 'band', label: t('paint.bandColumn') },
        ]}
      >
        <tbody>
          {parts.map(({ key, name, extent }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td className={styles['sum']}>{extent.seatCount}</td>
              <td>
                <BandOf
                  name={name}
                  band={commonBand(bandOf, extent)}
                  {...(onPaint && { onPick: (band) => onPaint(seatsOf(extent), band) })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </DataTable>
    </section>
  )
}

type BandOfProps = { readonly name: string; readonly band: Band | undefined; readonly onPick?: (band: Band) => void }

function BandOf({ name, band, onPick }: BandOfProps) {
  const t = useWords('hall')
  const words = useWords('planning')
  if (!onPick) return band ? words(`band.${band}`) : t('paint.several')
  return (
    <select
      aria-label={t('paint.bandOfPart', { part: name })}
      className={styles['choice']}
      value={band ?? ''}
      onChange={({ target }) => {
        const picked = bands.find((each) => each === target.value)
        if (picked) onPick(picked)
      }}
    >
      {!band && <option value="">{t('paint.several')}</option>}
      {bands.map((each) => (
        <option key={each} value={each}>
          {words(`band.${each}`)}
        </option>
      ))}
    </select>
  )
}
