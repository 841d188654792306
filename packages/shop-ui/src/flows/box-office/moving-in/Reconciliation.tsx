import type { MovingInSummary } from '@playhouse/domain/moving-in'
import { money } from '@playhouse/domain/money'
import { useFormats, useWords } from '#i18n'
import { Price } from '#ticketing/Price'
import { Notice } from '#ui/Notice'
import styles from '../BoxOffice.module.css'
import { DataTable } from '../DataTable.tsx'

/** The figures of the files beside those of the shop, with their differences. */
export function Reconciliation({ report: { reconciliation, differences } }: { readonly report: MovingInSummary }) {
  const t = useWords('moving-in')
  const { number } = useFormats()
  const columns = [
    { key: 'part', label: t('figures.part') },
    ...(['rowsInFile', 'rowsInShop', 'sumInFile', 'sumInShop', 'rows', 'sum'] as const).map((key) => ({
      ...{ key, label: t(`figures.${key}`), isAmount: true },
    })),
  ]
  const amount = (sum: number | null) => <td className={styles['sum']}>{sum !== null && <Price amount={money(sum)} />}</td>
  const count = (rows: number) => <td className={styles['sum']}>{number(rows)}</td>
  return (
    <>
      <h2>{t('figures.title')}</h2>
      <DataTable label={t('figures.title')} columns={columns}>
        <tbody>
          {reconciliation
            .filter(({ rowsInFile, rowsInShop }) => rowsInFile + rowsInShop > 0)
            .map(({ sheet, part, rowsInFile, rowsInShop, sumInFile, sumInShop }) => (
              <tr key={`${sheet} ${part}`}>
                <th scope="row">{part === null ? t(`sheet.${sheet}`) : t('figures.partOf', { sheet: t(`sheet.${sheet}`), part })}</th>
                {count(rowsInFile)}
                {count(rowsInShop)}
                {amount(sumInFile)}
                {amount(sumInShop)}
                {count(rowsInFile - rowsInShop)}
                {amount(sumInFile === null || sumInShop === null ? null : sumInFile - sumInShop)}
              </tr>
            ))}
        </tbody>
      </DataTable>
      {differences === 0 ? (
        <Notice tone="success" title={t('figures.same')} />
      ) : (
        <Notice tone="warning" title={t('figures.differ', { count: differences })} />
      )}
    </>
  )
}
