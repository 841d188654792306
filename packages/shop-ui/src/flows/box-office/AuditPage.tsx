import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { useFormats, useWords } from '#i18n'
import { Link } from '#ui/Link'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { Price } from '#ticketing/Price'
import { ProblemNotice } from '#ui/ProblemNotice'
import { Loading, SkeletonBlock } from '#ui/Skeleton'
import { ProblemError } from '#server-state'
import { classNames } from '#theme'
import styles from './BoxOffice.module.css'
import { auditLogQuery, counterInstanceQuery } from './counter-state.ts'

/** The audit log of a performance: which staff user did what, the newest entry first. */
export function AuditPage() {
  const t = useWords('box-office')
  const { list, instant, dateAndTime } = useFormats()
  const { instance: id = '' } = useParams()
  const instance = useQuery(counterInstanceQuery(id))
  const { data, error } = useQuery(auditLogQuery(id))
  return (
    <Page>
      <PageHeading>{t('audit.title')}</PageHeading>
      {instance.data && (
        <p>
          <Link to={`/smart/book/${id}`}>{t('performances.line', { title: instance.data.title, when: dateAndTime(instance.data) })}</Link>
        </p>
      )}
      {error instanceof ProblemError && <ProblemNotice problem={error.problem} bare />}
      {data ? (
        <div className={styles['scroll']} role="region" aria-label={t('audit.title')} tabIndex={0}>
          <table className={classNames(styles['table'], styles['roomy'])}>
            <thead>
              <tr>
                {['at', 'who', 'what', 'seats', 'order', 'amount', 'reason'].map((column) => (
                  <th key={column} scope="col" className={column === 'amount' ? styles['sum'] : undefined}>
                    {t(`audit.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
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
          </table>
          {data.length === 0 && <p>{t('audit.none')}</p>}
        </div>
      ) : (
        !error && (
          <Loading>
            <SkeletonBlock height={16} />
          </Loading>
        )
      )}
    </Page>
  )
}
