import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { maxAgentSales } from '@playhouse/api-client/contract'
import { agentSums } from '@playhouse/domain/agent-return'
import { Price } from '#ticketing/Price'
import { TextField } from '#form/TextField'
import { useDayFormat, useFormats, useWords } from '#i18n'
import { Link } from '#ui/Link'
import { Notice } from '#ui/Notice'
import styles from '../BoxOffice.module.css'
import { CsvButton } from '../CsvButton.tsx'
import { DataTable } from '../DataTable.tsx'
import { QueryStatus } from '../QueryStatus.tsx'
import { TotalCell } from '../TotalCell.tsx'
import { agentSalesQuery } from './record-queries.ts'

const columns = ['order', 'performance', 'reference', 'entered', 'due', 'seats', 'gross', 'commission', 'net'] as const
const amounts: readonly string[] = ['seats', 'gross', 'commission', 'net']

/** What an agent sold by return files that were entered within some days, and what the agent owes for it. */
export function AgentSales({ agent }: { readonly agent: string }) {
  const t = useWords('catalogue')
  const { number, when } = useFormats()
  const formatDay = useDayFormat()
  const [from, setFrom] = useState('')
  const [until, setUntil] = useState('')
  const query = useQuery(agentSalesQuery(agent, { ...(from !== '' && { from }), ...(until !== '' && { until }) }))
  const { sales, hasMore } = query.data ?? { sales: [], hasMore: false }
  const sums = agentSums(sales)
  return (
    <section aria-labelledby="agent-sales">
      <h2 id="agent-sales">{t('sales.title')}</h2>
      <p>{t('sales.lead')}</p>
      <div className={styles['inline']}>
        <TextField name="sales-from" type="date" label={t('sales.from')} value={from} onChange={setFrom} optional />
        <TextField name="sales-until" type="date" label={t('sales.until')} value={until} onChange={setUntil} optional />
      </div>
      <QueryStatus query={query} height={6} />
      {query.data && sales.length === 0 && <p role="status">{t('sales.none')}</p>}
      {hasMore && <Notice tone="warning" title={t('sales.more', { count: maxAgentSales })} />}
      {sales.length > 0 && (
        <>
          <DataTable
            label={t('sales.title')}
            columns={columns.map((key) => ({ key, label: t(`sales.column.${key}`), isAmount: amounts.includes(key) }))}
          >
            <tbody>
              {sales.map((sale) => (
                <tr key={sale.order}>
                  <th scope="row">
                    <Link to={`/smart/orders/${sale.order}`}>{sale.order}</Link>
                  </th>
                  <td>
                    {sale.performance.title}, {when(sale.performance)}
                  </td>
                  <td>{sale.reference}</td>
                  <td>{formatDay(sale.enteredOn)}</td>
                  <td>{formatDay(sale.dueOn)}</td>
                  <td className={styles['sum']}>
                    {sale.returned === 0 ? number(sale.count) : t('sales.returned', { count: sale.returned, seats: number(sale.count) })}
                  </td>
                  {([sale.gross, sale.commission, sale.net] as const).map((amount, nth) => (
                    <td key={nth} className={styles['sum']}>
                      <Price amount={amount} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row" colSpan={6}>
                  {t('sales.total')}
                </th>
                <TotalCell amount={sums.gross} />
                <TotalCell amount={sums.commission} />
                <TotalCell amount={sums.net} />
              </tr>
            </tfoot>
          </DataTable>
          <div>
            <CsvButton
              label={t('sales.csv')}
              file={`sales-${agent}`}
              rows={() => [
                [...columns.slice(0, 6), 'refunded' as const, ...columns.slice(6)].map((key) => t(`sales.column.${key}`)),
                ...sales.map((sale) => [
                  ...[sale.order, `${sale.performance.title}, ${when(sale.performance)}`, sale.reference, sale.enteredOn, sale.dueOn],
                  ...[sale.count, sale.returned, { amount: sale.gross }, { amount: sale.commission }, { amount: sale.net }],
                ]),
              ]}
            />
          </div>
        </>
      )}
    </section>
  )
}
