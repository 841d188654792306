import type { ReactNode } from 'react'
import { classNames } from '#theme'
import { ScrollRegion } from '#ui/ScrollRegion'
import styles from './BoxOffice.module.css'

type Props = {
  readonly label: string
  readonly columns: readonly { readonly key: string; readonly label: ReactNode; readonly isAmount?: boolean }[]
  /** Whether a narrow screen shows each row as a list, in which `data-label` of a cell names it. */
  readonly isStacked?: boolean
  /** A class besides that of every table. */
  readonly className?: string | undefined
  /** The body of the table, and its foot. */
  readonly children: ReactNode
  /** Below the table, within the scrolling region. */
  readonly footer?: ReactNode
}

/** A table with headings that scrolls sideways in a named region, which the keyboard can reach. */
export const DataTable = ({ label, columns, isStacked, className, children, footer }: Props) => (
  <ScrollRegion label={label}>
    <table className={classNames(styles['table'], isStacked && styles['stacked'], className)}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.key} scope="col" className={column.isAmount ? styles['sum'] : undefined}>
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      {children}
    </table>
    {footer}
  </ScrollRegion>
)
