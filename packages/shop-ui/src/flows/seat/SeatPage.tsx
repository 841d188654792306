import { Navigate, useLocation, useParams } from 'react-router'
import { areLevelsStacked, type Plan } from '@playhouse/domain/plan'
import { useWords } from '#i18n'
import styles from './SeatPage.module.css'
import { SeatScreen } from './SeatScreen.tsx'
import { WithSeatingModel } from './model/WithSeatingModel.tsx'

/** Seat selection for a performance, on the map or from the list. */
export function SeatPage() {
  const t = useWords('seat')
  const { view = 'all' } = useParams()
  const { search } = useLocation()
  const loading = (
    <div className={styles['dark']}>
      <p role="status">{t('loading')}</p>
    </div>
  )
  return (
    <WithSeatingModel title="heading" loading={loading}>
      {(instance, model) => {
        const first = firstView(model.plan)
        return (view === 'all' && first === 'all') || model.plan.views.some((one) => one.id === view) ? (
          <SeatScreen key={instance.id} instance={instance} model={model} view={view} />
        ) : (
          <Navigate to={{ pathname: `/events/${instance.event}/${instance.id}/syos/${encodeURIComponent(first)}`, search }} replace />
        )
      }}
    </WithSeatingModel>
  )
}

/** Id of the first view: the whole hall, or the lowest level where levels are stacked. */
const firstView = (plan: Plan): string => (areLevelsStacked(plan) ? plan.views[0]!.id : 'all')
