import type { BallotView } from '@playhouse/api-client/contract'
import { useFormats, useWords } from '#i18n'
import { LinkButton } from '#ui/LinkButton'
import { Notice, NoticeActions } from '#ui/Notice'

/** The state of a ballot that accepts no entries: not open yet, closed before the draw, or drawn with the visitor's result. */
export function BallotStatus({ ballot, timeZone }: { readonly ballot: BallotView; readonly timeZone: string }) {
  const t = useWords('ballot')
  const { dateAndTime } = useFormats()
  const format = (startsAt: string): string => dateAndTime({ startsAt, timeZone })
  const { entry, state } = ballot
  const isDaySeats = ballot.kind === 'day-seats'
  if (state === 'coming')
    return (
      <Notice title={t(isDaySeats ? 'daySeats.coming' : 'state.coming')}>
        {t('state.comingDetail', { when: format(ballot.opensAt) })}
      </Notice>
    )
  if (state === 'closed')
    return (
      <Notice title={t('state.closed')}>
        {t(`${isDaySeats ? 'daySeats' : 'state'}.${entry ? 'closedIn' : 'closedOut'}`, { when: format(ballot.drawsAt) })}
      </Notice>
    )
  if (entry?.outcome !== 'won') {
    if (entry) return <Notice title={t('state.lost')}>{t(isDaySeats ? 'daySeats.lost' : 'state.lostDetail')}</Notice>
    return (
      <Notice title={t(isDaySeats ? 'daySeats.drawnTitle' : 'state.drawn')}>
        {t(isDaySeats ? 'daySeats.drawn' : 'state.drawnDetail')}
      </Notice>
    )
  }
  const performance = ballot.performances.find(({ instance }) => instance === entry.instance)
  return (
    <Notice tone="success" title={t('state.won')}>
      <p>{t('state.wonDetail', { count: entry.quantity, when: performance ? format(performance.startsAt) : '' })}</p>
      {entry.heldUntil && <p>{t('state.held', { until: format(entry.heldUntil) })}</p>}
      {isDaySeats && !entry.heldUntil ? (
        <p>{t(entry.isPaid ? 'daySeats.paid' : 'daySeats.over')}</p>
      ) : (
        <NoticeActions>
          <LinkButton look="primary" to="/account/your-orders?reserved">
            {t('state.pay')}
          </LinkButton>
        </NoticeActions>
      )}
    </Notice>
  )
}
