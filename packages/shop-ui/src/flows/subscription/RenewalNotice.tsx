import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { bookable } from '@playhouse/domain/season'
import { seriesPathOf } from '@playhouse/domain/series-path'
import { useFormats, useWords } from '#i18n'
import { seriesRenewalsQuery, useSession } from '#server-state'
import { useSeatName } from '#ticketing/SeatName'
import { Button } from '#ui/Button'
import { Notice, NoticeActions } from '#ui/Notice'
import { useSeriesDraft } from './series-draft.ts'
import type { Series } from './SeriesFrame.tsx'

/** The seats of a series that are kept for the customer who is signed in, and until when. */
export function RenewalNotice({ id, dates, view: { most } }: Series) {
  const t = useWords('subscription')
  const { instant } = useFormats()
  const nameOf = useSeatName()
  const navigate = useNavigate()
  const [, change] = useSeriesDraft(id)
  const { customer } = useSession()
  const { data } = useQuery({ ...seriesRenewalsQuery, enabled: customer !== null })
  const renewal = data?.renewals.find(({ series }) => series === id)
  if (!renewal) return null
  const takeSeats = (): void => {
    change({
      dates: dates
        .filter(({ availability }) => bookable(availability))
        .slice(0, most)
        .map(({ instance }) => instance),
      // The next step finds the default price type of each seat.
      seats: renewal.seats.map(({ seat }) => ({ seat, priceType: '' })),
    })
    void navigate(seriesPathOf(id, 'choose-prices'), { viewTransition: true })
  }
  return (
    <Notice title={t('renewal.title', { until: instant(renewal.until) })}>
      <ul>
        {renewal.seats.map((place) => (
          <li key={place.seat}>{nameOf(place)}</li>
        ))}
      </ul>
      <p>{t('renewal.text')}</p>
      <NoticeActions>
        <Button onPress={takeSeats}>{t('renewal.take')}</Button>
      </NoticeActions>
    </Notice>
  )
}
