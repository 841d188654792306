import { Navigate, useParams } from 'react-router-dom'
import { useWords } from '#i18n'
import styles from './SeatPage.module.css'
import { SeatScreen } from './SeatScreen.tsx'
import { WithHouse } from './WithHouse.tsx'

/** Choosing seats of one performance on the map or from the list. */
export function SeatPage() {
  const t = useWords('seat')
  const { view = 'all' } = useParams()
  const loading = (
    <div className={styles['dark']}>
      <p role="status">{t('loading')}</p>
    </div>
  )
  return (
    <WithHouse title="heading" loading={loading}>
      {(instance, house) =>
        view === 'all' || house.plan.views.some((one) => one.id === view) ? (
          <SeatScreen key={instance.id} instance={instance} house={house} view={view} />
        ) : (
          <Navigate to={`/events/${instance.event}/${instance.id}/syos/all`} replace />
        )
      }
    </WithHouse>
  )
}
