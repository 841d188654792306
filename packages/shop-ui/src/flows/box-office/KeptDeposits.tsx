import type { Takings } from '@playhouse/api-client/contract'
import { add } from '@playhouse/domain/money'
import { useWords } from '#i18n'
import { Price } from '#ticketing/Price'
import styles from './BoxOffice.module.css'
import { CsvButton } from './CsvButton.tsx'
import { DataTable } from './DataTable.tsx'
import { TotalCell } from './TotalCell.tsx'

/** The deposits that the theatre kept of group bookings cancelled on a day. Nothing without any. */
export function KeptDeposits({ takings: { day, keptDeposits } }: { readonly takings: Pick<Takings, 'day' | 'keptDeposits'> }) {
  const t = useWords('box-office')
  if (keptDeposits.length === 0) return null
  return (
    <section className={styles['stack']} aria-labelledby="takings-deposits">
      <h2 id="takings-deposits">{t('takings.deposits')}</h2>
      <DataTable
        label={t('takings.deposits')}
        columns={[
          { key: 'booking', label: t('takings.booking') },
          { key: 'group', label: t('takings.group') },
          { key: 'amount', label: t('takings.amount'), isAmount: true },
        ]}
      >
        <tbody>
          {keptDeposits.map(({ number, name, amount }) => (
            <tr key={number}>
              <th scope="row">{number}</th>
              <td>{name}</td>
              <td className={styles['sum']}>
                <Price amount={amount} />
              </td>
            </tr>
          ))}
        </tbody>
        {keptDeposits.length > 1 && (
          <tfoot>
            <tr>
              <th scope="row" colSpan={2}>
                {t('takings.all')}
              </th>
              <TotalCell amount={add(...keptDeposits.map(({ amount }) => amount))} />
            </tr>
          </tfoot>
        )}
      </DataTable>
      <p className={styles['soft']}>{t('takings.depositsHint')}</p>
      <CsvButton
        label={t('takings.downloadDeposits')}
        file={`kept-deposits-${day}`}
        rows={() => [
          [t('takings.day'), t('takings.booking'), t('takings.group'), t('takings.amount')],
          ...keptDeposits.map(({ number, name, amount }) => [day, number, name, { amount }]),
        ]}
      />
    </section>
  )
}
