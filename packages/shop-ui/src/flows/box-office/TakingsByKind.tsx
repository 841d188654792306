import type { Takings } from '@playhouse/api-client/contract'
import { add, type Money, zero } from '@playhouse/domain/money'
import { type KindSales, saleTenders, type SaleTender } from '@playhouse/domain/sales-by-tender'
import { useFormats, useWords } from '#i18n'
import { Price } from '#ticketing/Price'
import styles from './BoxOffice.module.css'
import { CsvButton } from './CsvButton.tsx'
import { DataTable } from './DataTable.tsx'
import { TotalCell } from './TotalCell.tsx'

const paidBy = ({ tenders }: Pick<KindSales, 'tenders'>, tender: SaleTender): Money =>
  tenders.find((cell) => cell.tender === tender)?.amount ?? zero

/** What was sold, by kind, and the part of each kind that was paid with each tender of the day. */
export function TakingsByKind({ takings: { day, kinds } }: { readonly takings: Takings }) {
  const t = useWords('box-office')
  const { number } = useFormats()
  if (kinds.length === 0) return null
  const tenders = saleTenders.filter((tender) => kinds.some((row) => paidBy(row, tender) !== 0))
  const nameOf = (tender: SaleTender): string => t(`takings.paidBy.${tender}`)
  return (
    <section className={styles['stack']} aria-labelledby="takings-by-kind">
      <div className={styles['inline']}>
        <h2 id="takings-by-kind">{t('takings.byKind')}</h2>
        <CsvButton
          label={t('takings.downloadKinds')}
          file={`sales-by-kind-${day}`}
          rows={() => [
            [t('takings.day'), ...['kind', 'count', 'amount'].map((column) => t(`takings.${column}`)), ...tenders.map(nameOf)],
            ...kinds.map((row) => [
              day,
              t(`takings.kindOf.${row.kind}`),
              row.count,
              { amount: row.amount },
              ...tenders.map((tender) => ({ amount: paidBy(row, tender) })),
            ]),
          ]}
        />
      </div>
      <DataTable
        label={t('takings.byKind')}
        columns={[
          { key: 'kind', label: t('takings.kind') },
          { key: 'count', label: t('takings.count'), isAmount: true },
          { key: 'amount', label: t('takings.amount'), isAmount: true },
          ...tenders.map((tender) => ({ key: tender, label: nameOf(tender), isAmount: true })),
        ]}
      >
        <tbody>
          {kinds.map((row) => (
            <tr key={row.kind}>
              <th scope="row">{t(`takings.kindOf.${row.kind}`)}</th>
              <td className={styles['sum']}>{number(row.count)}</td>
              {[row.amount, ...tenders.map((tender) => paidBy(row, tender))].map((amount, nth) => (
                <td key={tenders[nth - 1] ?? 'amount'} className={styles['sum']}>
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
            <TotalCell amount={add(...kinds.map(({ amount }) => amount))} />
            {tenders.map((tender) => (
              <TotalCell key={tender} amount={add(...kinds.map((row) => paidBy(row, tender)))} />
            ))}
          </tr>
        </tfoot>
      </DataTable>
      <p className={styles['soft']}>{t('takings.paidByHint')}</p>
    </section>
  )
}
