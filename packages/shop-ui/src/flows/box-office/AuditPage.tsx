import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { useFormats, useWords } from '#i18n'
import { Link } from '#ui/Link'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { Price } from '#ticketing/Price'
import styles from './BoxOffice.module.css'
import { auditLogQuery, counterInstanceQuery } from './counter-state.ts'
import { DataTable } from './DataTable.tsx'
import { QueryStatus } from './QueryStatus.tsx'

const auditColumns = ['at', 'who', 'what', 'seats', 'order', 'amount', 'reason'] as const

/** The audit log of a performance: which staff user did what, the newest entry first. */
export function AuditPage() {
  const t = useWords('box-office')
  const { list, instant, dateAndTime } = useFormats()
  const { instance: id = '' } = useParams()
  const instance = useQuery(counterInstanceQuery(id))
  const log = useQuery(auditLogQuery(id))
  const { data } = log
  return (
    <Page>
      <PageHeading>{t('audit.title')}</PageHeading>
      {instance.data && (
        <p>
          <Link to={`/smart/book/${id}`}>{t('performances.line', { title: instance.data.title, when: dateAndTime(instance.data) })}</Link>
        </p>
      )}
      <QueryStatus query={log} height={16} />
      {data && (
        <DataTable
          label={t('audit.title')}
          columns={auditColumns.map((key) => ({ key, label: t(`audit.${key}`), isAmount: key === 'amount' }))}
          className={styles['roomy']}
          footer={data.length === 0 && <p>{t('audit.none')}</p>}
        >
          <tbody>
            {data.map((entry) => (
              <tr key={entry.id}>
                <td>{instant(entry.at)}</td>
                <th scope="row">{entry.who}</th>
                <td>{t(`verb.${entry.verb}`, { defaultValue: entry.verb })}</td>
                <td>{list(entry.seats)}</td>
                <td>{entry.order !== null && <Link to={`/smart/orders/${entry.order}`}>{entry.order}</Link>}</td>
                <td className={styles['sum']}>{entry.amount !== null && <Price amount={entry.amount} />}</td>
                <td>{entry.reason}</td>
              </tr>
            ))}
          </tbody>
        </DataTable>
      )}
    </Page>
  )
}
