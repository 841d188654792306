import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { problem } from '@playhouse/domain/problem'
import { useWords } from '#i18n'
import { Link } from '#ui/Link'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { ProblemNotice } from '#ui/ProblemNotice'
import type { PlanMapView } from '../hall/plan-map.ts'
import { plannedProductionQuery, planningOptionsQuery } from '../planning/planning-queries.ts'
import { useWallClock } from '../planning/wall-clock.ts'
import { QueryStatus } from '../QueryStatus.tsx'
import { Replan } from './Replan.tsx'

/** Gives a performance another plan of its hall, and each taken seat a seat of it. */
export function ReplanPage({ PlanMap }: { readonly PlanMap: PlanMapView }) {
  const t = useWords('replan')
  const { when } = useWallClock()
  const { event = '', instance = '' } = useParams()
  const planned = useQuery(plannedProductionQuery(event))
  const options = useQuery(planningOptionsQuery)
  const performance = planned.data?.performances.find(({ id }) => id === instance)
  return (
    <Page>
      <PageHeading>{t('title')}</PageHeading>
      {planned.data && performance && (
        <p>
          <Link to={`/smart/productions/${event}/performances/${instance}`}>
            {t('of', { title: planned.data.production.title, when: when(performance.startsAt) })}
          </Link>
        </p>
      )}
      <QueryStatus query={planned.error ? planned : options} height={20} />
      {planned.data && !performance && <ProblemNotice problem={problem('instance-unavailable')} />}
      {performance && options.data && <Replan key={instance} current={performance} options={options.data} PlanMap={PlanMap} />}
    </Page>
  )
}
