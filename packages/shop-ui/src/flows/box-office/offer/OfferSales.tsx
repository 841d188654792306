import { useQuery } from '@tanstack/react-query'
import type { contract, PlannedOffer, ReplyOf } from '@playhouse/api-client/contract'
import { useFormats, useWords } from '#i18n'
import styles from '../BoxOffice.module.css'
import { CsvButton } from '../CsvButton.tsx'
import { DataTable } from '../DataTable.tsx'
import { QueryStatus } from '../QueryStatus.tsx'
import { offerSalesQuery } from './offer-queries.ts'

type CodeSales = ReplyOf<typeof contract.offers.sales>['codes'][number]

/** The orders of an offer by the code that customers typed: which advertisement sold. */
export function OfferSales({ offer: { id, offer } }: { readonly offer: PlannedOffer }) {
  const t = useWords('offer')
  const { money, number } = useFormats()
  const query = useQuery(offerSalesQuery(id))
  const nameOf = ({ kind, code }: CodeSales): string =>
    kind === 'single-use' ? t('codes.title') : kind === 'own' && offer.rule.automatic ? t('noCode') : (code ?? '')
  const stateOf = ({ state }: CodeSales): string =>
    state === null ? '' : t(state === 'withdrawn' ? 'codes.states.withdrawn' : `states.${state}`)
  return (
    <section className={styles['panel']} aria-labelledby="offer-sales">
      <h2 id="offer-sales">{t('sales.title')}</h2>
      <p>{t('sales.lead')}</p>
      <QueryStatus query={query} height={8} />
      {query.data && (
        <>
          <CsvButton
            label={t('codes.download')}
            file={`sales-${id}`}
            rows={() => [
              [t('codes.code'), t('named.label'), t('state'), t('column.used'), t('sales.tickets'), t('sales.discount'), t('sales.total')],
              ...query.data.codes.map((row) => [
                ...[nameOf(row), row.label ?? '', stateOf(row), row.orders, row.tickets],
                ...[{ amount: row.discount }, { amount: row.total }],
              ]),
            ]}
          />
          <DataTable
            label={t('sales.title')}
            columns={[
              { key: 'code', label: t('codes.code') },
              { key: 'state', label: t('state') },
              { key: 'used', label: t('column.used'), isAmount: true },
              { key: 'tickets', label: t('sales.tickets'), isAmount: true },
              { key: 'discount', label: t('sales.discount'), isAmount: true },
              { key: 'total', label: t('sales.total'), isAmount: true },
            ]}
          >
            <tbody>
              {query.data.codes.map((row) => (
                <tr key={`${row.kind} ${row.code}`}>
                  <th scope="row">{row.label === undefined ? nameOf(row) : t('entry', { code: nameOf(row), name: row.label })}</th>
                  <td>{stateOf(row)}</td>
                  <td className={styles['sum']}>
                    {row.maxUses === null ? number(row.used) : t('column.usedOf', { count: row.used, most: row.maxUses })}
                  </td>
                  <td className={styles['sum']}>{number(row.tickets)}</td>
                  <td className={styles['sum']}>{money(row.discount)}</td>
                  <td className={styles['sum']}>{money(row.total)}</td>
                </tr>
              ))}
            </tbody>
          </DataTable>
        </>
      )}
    </section>
  )
}
