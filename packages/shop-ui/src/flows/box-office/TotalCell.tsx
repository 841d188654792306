import type { Money } from '@playhouse/domain/money'
import { Price } from '#ticketing/Price'
import styles from './BoxOffice.module.css'

/** The cell of a table's foot that has the sum of a column. */
export const TotalCell = ({ amount }: { readonly amount: Money }) => (
  <td className={styles['sum']}>
    <strong>
      <Price amount={amount} />
    </strong>
  </td>
)
