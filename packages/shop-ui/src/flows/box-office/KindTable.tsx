import { add, type Money } from '@playhouse/domain/money'
import type { LineKind } from '@playhouse/domain/pricing'
import { useFormats, useWords } from '#i18n'
import { Price } from '#ticketing/Price'
import styles from './BoxOffice.module.css'
import { CsvButton } from './CsvButton.tsx'
import { DataTable } from './DataTable.tsx'
import { TotalCell } from './TotalCell.tsx'

/** `parts`: what of the amount belongs to each column, in their order; minor units. */
type Row = { readonly kind: LineKind; readonly count: number; readonly amount: Money; readonly parts: readonly Money[] }
type Props = {
  /** The id of the heading. */
  readonly id: string
  readonly title: string
  readonly day: string
  readonly rows: readonly Row[]
  /** The parts of each amount. */
  readonly columns: readonly { readonly key: string; readonly label: string }[]
  readonly csv: { readonly label: string; readonly file: string }
  readonly hint: string
}

/** A table of the sales report: an amount for each kind, divided into columns, with totals and a download. Nothing without rows. */
export function KindTable({ id, title, day, rows, columns, csv, hint }: Props) {
  const t = useWords('box-office')
  const { number } = useFormats()
  if (rows.length === 0) return null
  const amountsOf = ({ amount, parts }: Row): Money[] => [amount, ...parts]
  return (
    <section className={styles['stack']} aria-labelledby={id}>
      <div className={styles['inline']}>
        <h2 id={id}>{title}</h2>
        <CsvButton
          label={csv.label}
          file={`${csv.file}-${day}`}
          rows={() => [
            [
              t('takings.day'),
              ...['kind', 'count', 'amount'].map((column) => t(`takings.${column}`)),
              ...columns.map(({ label }) => label),
            ],
            ...rows.map((row) => [day, t(`takings.kindOf.${row.kind}`), row.count, ...amountsOf(row).map((amount) => ({ amount }))]),
          ]}
        />
      </div>
      <DataTable
        label={title}
        columns={[
          { key: 'kind', label: t('takings.kind') },
          { key: 'count', label: t('takings.count'), isAmount: true },
          { key: 'amount', label: t('takings.amount'), isAmount: true },
          ...columns.map((column) => ({ ...column, isAmount: true })),
        ]}
      >
        <tbody>
          {rows.map((row) => (
            <tr key={row.kind}>
              <th scope="row">{t(`takings.kindOf.${row.kind}`)}</th>
              <td className={styles['sum']}>{number(row.count)}</td>
              {amountsOf(row).map((amount, nth) => (
                <td key={columns[nth - 1]?.key ?? 'amount'} className={styles['sum']}>
                  <Price amount={amount} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              {t('takings.all')}
            </th>
            <TotalCell amount={add(...rows.map(({ amount }) => amount))} />
            {columns.map(({ key }, nth) => (
              <TotalCell key={key} amount={add(...rows.map(({ parts }) => parts[nth]!))} />
            ))}
          </tr>
        </tfoot>
      </DataTable>
      <p className={styles['soft']}>{hint}</p>
    </section>
  )
}
