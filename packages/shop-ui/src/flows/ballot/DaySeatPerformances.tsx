import type { BallotView } from '@playhouse/api-client/contract'
import { useFormats, useWords } from '#i18n'
import { Link } from '#ui/Link'
import { classNames } from '#theme'
import { ProductionTitle } from '#ticketing/ProductionTitle'
import styles from './Ballot.module.css'
import { hasSeveralProductions } from './several-productions.ts'

/** The performances for which lots are drawn for day seats, each with its times in the zone of the theatre. */
export function DaySeatPerformances({ ballot }: { readonly ballot: BallotView }) {
  const t = useWords('ballot')
  const { dateAndTime, when } = useFormats()
  const hasTitles = hasSeveralProductions(ballot)
  const performances = ballot.performances.flatMap(({ times, ...performance }) => (times ? [{ ...performance, times }] : []))
  if (performances.length === 0) return null
  return (
    <section aria-labelledby="day-seats-all" className={classNames(styles.how)}>
      <h2 id="day-seats-all">{t('daySeats.performances')}</h2>
      <ul>
        {performances.map(({ times, timeZone, ...performance }) => {
          const format = (startsAt: string): string => when({ startsAt, timeZone })
          return (
            <li key={performance.instance}>
              <Link to={`/events/${performance.event}/${performance.instance}/register/first-choice`}>
                {hasTitles && (
                  <>
                    <ProductionTitle of={performance} />,{' '}
                  </>
                )}
                {dateAndTime({ startsAt: performance.startsAt, timeZone })}
              </Link>
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
