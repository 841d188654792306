import type { ReactNode } from 'react'
import type { Money } from '@playhouse/domain/money'
import { useFormats } from '#i18n'
import { Price } from '#ticketing/Price'
import { ScrollRegion } from '#ui/ScrollRegion'
import styles from './AccountPage.module.css'

type Props = {
  readonly label: string
  /** Headings: the date, the other cells, the amount. */
  readonly columns: readonly string[]
  readonly entries: readonly { readonly at: string; readonly cells: readonly ReactNode[]; readonly amount: Money }[]
}

/** A table of dated entries with an amount in the last column. */
export function EntryTable({ label, columns, entries }: Props) {
  const { instant } = useFormats()
  return (
    <ScrollRegion label={label}>
      <table className={styles.table}>
        <caption className="visually-hidden">{label}</caption>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th key={index} scope="col" className={index === columns.length - 1 ? styles.number : undefined}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map(({ at, cells, amount }, index) => (
            <tr key={index}>
              <td>
                <time dateTime={at}>{instant(at)}</time>
              </td>
              {cells.map((cell, column) => (
                <td key={column}>{cell}</td>
              ))}
              <td className={styles.number}>
                <Price amount={amount} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
