import { Fragment, type ReactNode } from 'react'
import { weeksOf } from '@playhouse/domain/month-weeks'
import { useWords } from '#i18n'
import { classNames } from '#theme'
import styles from './MonthTable.module.css'

export type MonthTableProps<Performance> = {
  /** `2026-02` */
  readonly month: string
  readonly caption: string
  readonly performances: readonly Performance[]
  readonly keyOf: (performance: Performance) => string
  /** A performance in the cell of its day. */
  readonly children: (performance: Performance) => ReactNode
}

/** A month as a table of weeks with the performances of each day. */
export function MonthTable<Performance extends { readonly startsAtLocal: string }>({
  month,
  caption,
  performances,
  keyOf,
  children,
}: MonthTableProps<Performance>) {
  const t = useWords('browse')
  return (
    <table className={classNames(styles.calendar)}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {[1, 2, 3, 4, 5, 6, 7].map((weekday) => (
            <th key={weekday} scope="col">
              {t(`weekday.${weekday}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month, performances).map((week, index) => (
          <tr key={index}>
            {week.map((cell, place) => (
              <td key={place} className={classNames(!cell && styles.outside, cell?.instances.length === 0 && styles.free)}>
                {cell && <span className={styles.day}>{cell.day}</span>}
                {cell?.instances.map((performance) => (
                  <Fragment key={keyOf(performance)}>{children(performance)}</Fragment>
                ))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
