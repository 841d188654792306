import { useQuery } from '@tanstack/react-query'
import type { BallotView, Instance } from '@playhouse/api-client/contract'
import { useFormats, useWords } from '#i18n'
import { ballotQuery } from '#server-state'
import { classNames } from '#theme'
import { LinkButton } from '#ui/LinkButton'
import styles from './InstancePage.module.css'

/** The ballot of a performance, if there is one: a link to its page, or a section about its day seats. */
export function BallotOfferDetails({ instance }: { readonly instance: Instance }) {
  const { data: ballot } = useQuery({ ...ballotQuery(instance.id), retry: false })
  if (!ballot) return null
  return ballot.kind === 'day-seats' ? <DaySeats {...{ ballot, instance }} /> : <BallotLink {...{ ballot, instance }} />
}

type Props = { readonly ballot: BallotView; readonly instance: Instance }

function BallotLink({ ballot, instance: { event, id } }: Props) {
  const t = useWords('browse')
  const isDress = ballot.kind === 'dress-rehearsal'
  return (
    <LinkButton look="primary" to={`/events/${event}/${id}/register/${isDress ? 'dress-rehearsal' : 'first-choice'}`}>
      {t(isDress ? 'closed.dress' : 'closed.ballot')}
    </LinkButton>
  )
}

/** The lottery of day seats: its price, its times in the zone of the theatre, and the way to its entry. */
function DaySeats({ ballot, instance: { event, id } }: Props) {
  const t = useWords('ballot')
  const { when, money } = useFormats()
  const shown = ballot.performances.find((performance) => performance.instance === id)
  if (!shown?.times) return null
  const { times, price, timeZone } = shown
  const format = (startsAt: string): string => when({ startsAt, timeZone })
  return (
    <section aria-labelledby="day-seats-title" className={classNames(styles.section)}>
      <h2 id="day-seats-title">{t('daySeats.title')}</h2>
      <p className={styles.measure}>
        {t(ballot.maxQuantity === 1 ? 'daySeats.notice.leadOne' : 'daySeats.notice.lead')}{' '}
        {price !== null && (price === 0 ? t('daySeats.notice.free') : t('daySeats.notice.price', { price: money(price) }))}
      </p>
      <p className={styles.measure}>
        {t('daySeats.times', {
          ...{ opens: format(times.opensAt), closes: format(times.closesAt) },
          ...{ draws: format(times.drawsAt), payUntil: format(times.payUntil) },
        })}
      </p>
      <p>
        <LinkButton to={`/events/${event}/${id}/register/first-choice`}>
          {t(ballot.state === 'open' ? 'daySeats.notice.enter' : 'daySeats.notice.see')}
        </LinkButton>
      </p>
    </section>
  )
}
