import { useQuery } from '@tanstack/react-query'
import { isStaffAllowed } from '@playhouse/domain/staff'
import { useWords } from '#i18n'
import { classNames } from '#theme'
import { Link } from '#ui/Link'
import { LinkButton } from '#ui/LinkButton'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import styles from '../BoxOffice.module.css'
import { useCounterState } from '../counter-state.ts'
import { hallsQuery } from '../planning/planning-queries.ts'
import { QueryStatus } from '../QueryStatus.tsx'

/** All halls with their newest plan. */
export function HallsPage() {
  const t = useWords('hall')
  const plan = useWords('planning')
  const { role } = useCounterState().clerk
  const query = useQuery(hallsQuery)
  return (
    <Page>
      <PageHeading>{t('title')}</PageHeading>
      <p>
        <Link to="/smart/productions">{plan('list.title')}</Link>
      </p>
      <p>{t('lead')}</p>
      {isStaffAllowed(role, 'edit-plans') && (
        <div className={classNames(styles['inline'], styles['line'])}>
          <LinkButton to="/smart/halls/new">{t('new')}</LinkButton>
        </div>
      )}
      <QueryStatus query={query} height={16} />
      <ul role="list" className={styles['evenings']}>
        {(query.data ?? []).map(({ hall, name, seats, performances }) => (
          <li key={hall}>
            <Link to={`/smart/halls/${hall}`}>{name}</Link>
            <span>{t('seats', { count: seats })}</span>
            <span className={styles['soft']}>{t('ahead', { count: performances })}</span>
          </li>
        ))}
      </ul>
    </Page>
  )
}
