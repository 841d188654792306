import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { PlannedPerformance, PlannedProduction } from '@playhouse/api-client/contract'
import { problem } from '@playhouse/domain/problem'
import { isStaffAllowed } from '@playhouse/domain/staff'
import { useWords } from '#i18n'
import { Link } from '#ui/Link'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { ProblemNotice } from '#ui/ProblemNotice'
import styles from '../BoxOffice.module.css'
import { useCounterState } from '../counter-state.ts'
import { QueryStatus } from '../QueryStatus.tsx'
import { EditPerformance } from './EditPerformance.tsx'
import { MissingNotice } from './MissingNotice.tsx'
import { PerformanceValues } from './PerformanceValues.tsx'
import { plannedProductionQuery } from './planning-queries.ts'
import { useWallClock } from './wall-clock.ts'

/** A single performance: all its fields, what it lacks, its taken seats, and the form that changes it. */
export function PlannedPerformancePage() {
  const t = useWords('planning')
  const { event = '', instance = '' } = useParams()
  const { when } = useWallClock()
  const query = useQuery(plannedProductionQuery(event))
  const performance = query.data?.performances.find(({ id }) => id === instance)
  return (
    <Page>
      <PageHeading>{performance ? when(performance.startsAt) : t('performances.title')}</PageHeading>
      {query.data && (
        <p>
          <Link to={`/smart/productions/${event}`}>{query.data.production.title}</Link>
        </p>
      )}
      <QueryStatus query={query} height={20} />
      {query.data && !performance && <ProblemNotice problem={problem('instance-unavailable')} />}
      {query.data && performance && <Performance planned={query.data} performance={performance} />}
    </Page>
  )
}

type Props = { readonly planned: PlannedProduction; readonly performance: PlannedPerformance }

function Performance({ planned, performance }: Props) {
  const t = useWords('planning')
  const { role } = useCounterState().clerk
  const { id, tickets, inBaskets, web } = performance
  const missing = planned.missing.filter((each) => each.performance === id)
  return (
    <>
      <p>{t('production.state', { state: t(`state.${performance.state}`) })}</p>
      {missing.length > 0 && <MissingNotice planned={{ ...planned, missing }} />}
      <div className={styles['inline']}>
        {tickets + inBaskets > 0 && isStaffAllowed(role, 'read-book') && (
          <Link to={`/smart/audit/${id}`}>{t('bulk.taken', { count: tickets + inBaskets })}</Link>
        )}
        <Link to={`/smart/productions/${performance.production}/performances/${id}/locks`}>{t('performances.locks')}</Link>
        {isStaffAllowed(role, 'edit-programme') && web.sale !== 'cancelled' && (
          <Link to={`/smart/productions/${performance.production}/performances/${id}/plan`}>{t('performances.replan')}</Link>
        )}
        <Link to={`/smart/changes?${new URLSearchParams({ subject: 'performance', id })}`}>{t('changes.title')}</Link>
      </div>
      <PerformanceValues performance={performance} />
      {isStaffAllowed(role, 'edit-programme') && web.sale !== 'cancelled' && <EditPerformance current={performance} />}
    </>
  )
}
