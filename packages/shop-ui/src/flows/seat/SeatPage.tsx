import { Navigate, useLocation, useParams } from 'react-router'
import { areLevelsStacked, type Plan } from '@playhouse/domain/plan'
import { useWords } from '#i18n'
import { SeatFrame } from './SeatFrame.tsx'
import styles from './SeatPage.module.css'
import { SeatScreen } from './SeatScreen.tsx'
import { SeatsLoading } from './SeatsLoading.tsx'
import { WithSeatingModel } from './model/WithSeatingModel.tsx'
import { useSeatDisplay } from './useSeatDisplay.ts'

/** Seat selection for a performance, on the map or from the list. */
export function SeatPage() {
  const t = useWords('seat')
  const { view = 'all' } = useParams()
  const { search } = useLocation()
  const display = useSeatDisplay()
  return (
    <WithSeatingModel
      title="heading"
      renderLoading={(known) =>
        known ? (
          <SeatFrame key={known.instance.id} instance={known.instance} as="map">
            <SeatsLoading prices={known.prices} />
          </SeatFrame>
        ) : (
          <div className={styles['dark']}>
            <p role="status">{t('loading')}</p>
          </div>
        )
      }
    >
      {(instance, model) => {
        const first = firstView(model.plan)
        return (view === 'all' && first === 'all') || model.plan.views.some((one) => one.id === view) ? (
          <SeatFrame key={instance.id} instance={instance} as={display[0]}>
            <SeatScreen key={model.plan.version} instance={instance} model={model} view={view} display={display} />
          </SeatFrame>
        ) : (
          <Navigate to={{ pathname: `/events/${instance.event}/${instance.id}/syos/${encodeURIComponent(first)}`, search }} replace />
        )
      }}
    </WithSeatingModel>
  )
}

/** Id of the first view: the whole hall, or the lowest level where levels are stacked. */
const firstView = (plan: Plan): string => (areLevelsStacked(plan) ? plan.views[0]!.id : 'all')
