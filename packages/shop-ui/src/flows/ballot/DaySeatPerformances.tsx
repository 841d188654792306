import type { BallotView } from '@playhouse/api-client/contract'
import { useFormats, useWords } from '#i18n'
import { Link } from '#ui/Link'
import { classNames } from '#theme'
import styles from './Ballot.module.css'

/** The performances for which lots are drawn for day seats, each with its times in the zone of the theatre. */
export function DaySeatPerformances({ ballot, event }: { readonly ballot: BallotView; readonly event: string }) {
  const t = useWords('ballot')
  const { dateAndTime } = useFormats()
  const performances = ballot.performances.flatMap(({ times, ...performance }) => (times ? [{ ...performance, times }] : []))
  if (performances.length === 0) return null
  return (
    <section aria-labelledby="day-seats-all" className={classNames(styles.how)}>
      <h2 id="day-seats-all">{t('daySeats.performances')}</h2>
      <ul>
        {performances.map(({ times, timeZone, ...performance }) => {
          const format = (startsAt: string): string => dateAndTime({ startsAt, timeZone })
          return (
            <li key={performance.instance}>
              <Link to={`/events/${event}/${performance.instance}/register/first-choice`}>{format(performance.startsAt)}</Link>
              <br />
              {t('daySeats.times', {
                ...{ opens: format(times.opensAt), closes: format(times.closesAt) },
                ...{ draws: format(times.drawsAt), payUntil: format(times.payUntil) },
              })}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
