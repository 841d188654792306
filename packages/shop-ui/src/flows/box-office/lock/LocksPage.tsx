import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useParams } from 'react-router'
import { readPlan } from '@playhouse/domain/plan'
import { useWords } from '#i18n'
import { Link } from '#ui/Link'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import type { PlanMapView } from '../hall/plan-map.ts'
import { planQuery, seatLocksQuery } from '../planning/planning-queries.ts'
import { useWallClock } from '../planning/wall-clock.ts'
import { QueryStatus } from '../QueryStatus.tsx'
import { Locks } from './Locks.tsx'

/** The locks of a performance, painted on the map of its plan. */
export function LocksPage({ PlanMap }: { readonly PlanMap: PlanMapView }) {
  const t = useWords('lock')
  const { when } = useWallClock()
  const { event = '', instance = '' } = useParams()
  const locks = useQuery(seatLocksQuery(instance))
  const place = locks.data ?? { hall: '', planVersion: '' }
  const drawn = useQuery({ ...planQuery(place.hall, place.planVersion), enabled: locks.data !== undefined })
  const plan = useMemo(() => drawn.data && readPlan(drawn.data), [drawn.data])
  return (
    <Page>
      <PageHeading>{t('title')}</PageHeading>
      {locks.data && (
        <p>
          <Link to={`/smart/productions/${event}/performances/${instance}`}>
            {t('of', { title: locks.data.title, when: when(locks.data.startsAt) })}
          </Link>
        </p>
      )}
      <QueryStatus query={locks.error ? locks : drawn} height={20} />
      {locks.data && plan && <Locks key={instance} current={locks.data} plan={plan} PlanMap={PlanMap} />}
    </Page>
  )
}
