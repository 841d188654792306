import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useParams } from 'react-router'
import type { PlannedHall } from '@playhouse/api-client/contract'
import { type PlanData, readPlan } from '@playhouse/domain/plan'
import { bands } from '@playhouse/domain/pricing'
import { planNumberOf } from '@playhouse/domain/hall-plan'
import { isStaffAllowed } from '@playhouse/domain/staff'
import { useFormats, useWords } from '#i18n'
import { useBrand } from '#server-state'
import { Disclosure } from '#ui/Disclosure'
import { Link } from '#ui/Link'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import styles from '../BoxOffice.module.css'
import { useCounterState } from '../counter-state.ts'
import { plannedHallQuery, planQuery } from '../planning/planning-queries.ts'
import { QueryStatus } from '../QueryStatus.tsx'
import type { PlanMapView } from './plan-map.ts'
import { PlanForm } from './PlanForm.tsx'

/** A hall: its plans, its price lists, and a form that adds a newer plan. */
export function HallPage({ PlanMap }: { readonly PlanMap: PlanMapView }) {
  const t = useWords('hall')
  const { hall = '' } = useParams()
  const query = useQuery(plannedHallQuery(hall))
  return (
    <Page>
      <PageHeading>{query.data?.name ?? t('title')}</PageHeading>
      <p>
        <Link to="/smart/halls">{t('title')}</Link>
      </p>
      <QueryStatus query={query} height={20} />
      {query.data && <Hall key={hall} current={query.data} PlanMap={PlanMap} />}
    </Page>
  )
}

function Hall({ current, PlanMap }: { readonly current: PlannedHall; readonly PlanMap: PlanMapView }) {
  const t = useWords('hall')
  const { dateAndTime } = useFormats()
  const { timeZone } = useBrand()
  const { role } = useCounterState().clerk
  const { hall, plans, priceLists } = current
  const newest = plans[0]!.planVersion
  const plan = useQuery(planQuery(hall, newest))
  return (
    <>
      <h2>{t('plans')}</h2>
      <ul role="list" className={styles['evenings']}>
        {plans.map(({ planVersion, seats, addedAt, performances }) => (
          <li key={planVersion}>
            <span>
              {t('plan', { version: planNumberOf(planVersion) })}
              {planVersion === newest && plans.length > 1 && ` · ${t('newest')}`}
            </span>
            <span>
              {t('seats', { count: seats })} · {t('addedAt', { when: dateAndTime({ startsAt: addedAt, timeZone }) })}
            </span>
            <span className={styles['soft']}>{t('ahead', { count: performances })}</span>
          </li>
        ))}
      </ul>
      <h2>{t('priceLists')}</h2>
      <ul role="list" className={styles['evenings']}>
        {priceLists.map(({ id, name, planVersion }) => (
          <li key={id}>
            <Link to={`/smart/prices/${id}`}>{name}</Link>
            {planVersion !== null && <span className={styles['soft']}>{t('forPlan', { version: planNumberOf(planVersion) })}</span>}
          </li>
        ))}
      </ul>
      <h2>{t('map')}</h2>
      <QueryStatus query={plan} height={20} />
      {plan.data && <Drawn data={plan.data} PlanMap={PlanMap} />}
      {isStaffAllowed(role, 'edit-plans') && (
        <Disclosure level={2} label={t('addPlan')}>
          <PlanForm PlanMap={PlanMap} current={current} />
        </Disclosure>
      )}
    </>
  )
}

/** A stored plan; its bands are those of price lists, so all seats are drawn alike. */
function Drawn({ data, PlanMap }: { readonly data: PlanData; readonly PlanMap: PlanMapView }) {
  const plan = useMemo(() => readPlan(data), [data])
  const bandOf = useMemo(() => new Uint8Array(plan.seatCount).fill(bands.indexOf('a')), [plan])
  return <PlanMap plan={plan} bandOf={bandOf} />
}
