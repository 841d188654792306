import type { MovingInSummary } from '@playhouse/domain/moving-in'
import { money } from '@playhouse/domain/money'
import { useFormats, useWords } from '#i18n'
import { Price } from '#ticketing/Price'
import styles from '../BoxOffice.module.css'
import { DataTable } from '../DataTable.tsx'

/** What happens to the rows of each sheet, and which rows change nothing because the shop keeps what it has. */
export function MovedCounts({ report: { counts, kept } }: { readonly report: MovingInSummary }) {
  const t = useWords('moving-in')
  const { number, list } = useFormats()
  const used = counts.filter(({ created, changed, unchanged, kept: keptRows }) => created + changed + unchanged + keptRows > 0)
  const figures = ['created', 'changed', 'unchanged', 'kept'] as const
  const columns = [
    { key: 'sheet', label: t('rows.sheet') },
    ...[...figures, 'spentSince' as const].map((key) => ({ key, label: t(`rows.${key}`), isAmount: true })),
  ]
  return (
    <>
      <DataTable label={t('rows.title')} columns={columns}>
        <tbody>
          {used.map(({ spentSince, ...each }) => (
            <tr key={each.sheet}>
              <th scope="row">{t(`sheet.${each.sheet}`)}</th>
              {figures.map((figure) => (
                <td key={figure} className={styles['sum']}>
                  {number(each[figure])}
                </td>
              ))}
              <td className={styles['sum']}>{spentSince !== 0 && <Price amount={money(spentSince)} />}</td>
            </tr>
          ))}
        </tbody>
      </DataTable>
      {kept.length > 0 && (
        <ul>
          {[...new Set(kept.map(({ reason }) => reason))].map((reason) => {
            const rows = kept.filter((each) => each.reason === reason)
            return (
              <li key={reason}>
                {t(`kept.${reason}`, { rows: list(rows.map(({ sheet, row }) => t('keptRow', { sheet: t(`sheet.${sheet}`), row }))) })}
              </li>
            )
          })}
        </ul>
      )}
    </>
  )
}
