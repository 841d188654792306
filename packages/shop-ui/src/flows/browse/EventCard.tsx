import type { EventSummary } from '@playhouse/api-client/contract'
import { useFormats, useTexts, useWords } from '#i18n'
import { AvailabilityBadge } from '#ticketing/AvailabilityBadge'
import { Link } from '#ui/Link'
import { Poster } from '#ticketing/Poster'
import { PriceFrom } from '#ticketing/Price'
import { prefetchOnApproach } from '#browser'
import { eventQuery, queryClient } from '#server-state'
import { classNames } from '#theme'
import styles from './EventCard.module.css'

/** Card of a production: poster, dates and availability. The whole card is a link. */
export function EventCard(props: { readonly event: EventSummary }) {
  const event = useTexts()(props.event)
  const { run } = useFormats()
  const tagName = useWords('part')
  return (
    <article className={classNames(styles.card)}>
      <div className={styles.poster}>
        <Poster title={event.title} credit={event.credit} poster={event.poster} image={event.image} listed />
      </div>
      <h3 lang={event.langOf('title')}>
        <Link
          to={`/events/${event.id}`}
          className={styles.whole}
          {...prefetchOnApproach(() => queryClient.prefetchQuery(eventQuery(event.id)))}
        >
          {event.title}
        </Link>
      </h3>
      <p>{run(event.firstAt, event.lastAt, event.timeZone)}</p>
      <p className={styles.facts}>
        <AvailabilityBadge availability={event.availability} />
        {event.priceFrom !== null && <PriceFrom amount={event.priceFrom} />}
      </p>
      {event.accessTags.length > 0 && (
        <p className={styles.access}>{event.accessTags.map((tag) => tagName(`accessTag.${tag}`)).join(' · ')}</p>
      )}
    </article>
  )
}
