import type { BallotView } from '@playhouse/api-client/contract'
import { useFormats, useWords } from '#i18n'
import { Disclosure } from '#ui/Disclosure'
import { classNames } from '#theme'
import styles from './Ballot.module.css'

/** The times of the ballot and the proof of a fair draw: the hash of the seed is published before entries open, the seed after they close. */
export function DrawDetails({ ballot, timeZone }: { readonly ballot: BallotView; readonly timeZone: string }) {
  const t = useWords('ballot')
  const { dateAndTime } = useFormats()
  const format = (startsAt: string): string => dateAndTime({ startsAt, timeZone })
  const times = [
    ...(['opensAt', 'closesAt', 'drawsAt'] as const).map((time) => [`how.${time}`, ballot[time]] as const),
    ...(ballot.payUntil === undefined ? [] : [['daySeats.payUntil', ballot.payUntil] as const]),
  ]
  return (
    <section aria-labelledby="ballot-how" className={classNames(styles.how)}>
      <h2 id="ballot-how">{t('how.title')}</h2>
      <dl className={styles.times}>
        {times.map(([name, time]) => (
          <div key={name}>
            <dt>{t(name)}</dt>
            <dd>
              <time dateTime={time}>{format(time)}</time>
            </dd>
          </div>
        ))}
      </dl>
      <p>{t('how.chance')}</p>
      <p>{ballot.holdHours === null ? t('daySeats.pay') : t('how.pay', { count: ballot.holdHours })}</p>
      <Disclosure label={t('how.check')}>
        <p>{t('how.seed')}</p>
        <p className={styles.code}>{ballot.seedHash}</p>
        {ballot.seed && (
          <>
            <p>{t('how.seedShown', { count: ballot.entries ?? 0 })}</p>
            <p className={styles.code}>{ballot.seed}</p>
          </>
        )}
      </Disclosure>
    </section>
  )
}
