import type { ListedPerformance, Listings } from '@playhouse/api-client/contract'
import type { AvailabilityLabel } from '@playhouse/domain/season'
import { prefetchOnApproach } from '#browser'
import { useFormats, useTexts } from '#i18n'
import { instanceQuery, queryClient } from '#server-state'
import { classNames } from '#theme'
import { AccessTags } from '#ticketing/AccessTags'
import { AvailabilityBadge } from '#ticketing/AvailabilityBadge'
import { PriceFrom } from '#ticketing/Price'
import { Link } from '#ui/Link'
import styles from './ListingsPage.module.css'

const withoutPrice: readonly AvailabilityLabel[] = ['cancelled', 'sold-out']

type ListedDayProps = {
  readonly productions: Listings['productions']
  /** Performances of one day, in order of their start. */
  readonly performances: readonly ListedPerformance[]
}

/** The performances of a day: time, production, availability, access services, price. The whole line is a link. */
export function ListedDay({ productions, performances }: ListedDayProps) {
  const { date, time } = useFormats()
  const textsOf = useTexts()
  const [first] = performances
  if (!first) return null
  const titleId = `day-${first.startsAtLocal.slice(0, 10)}`
  return (
    <section aria-labelledby={titleId} className={classNames(styles.day)}>
      <h2 id={titleId}>{date(first)}</h2>
      <ul role="list" className={styles.list}>
        {performances.map((line) => {
          const found = productions.find(({ id }) => id === line.event)
          const production = found && textsOf(found)
          return (
            <li key={line.id} className={classNames(styles.line, withoutPrice.includes(line.availability) && styles.over)}>
              <time dateTime={line.startsAt} className={styles.time}>
                {time(line)}
              </time>
              <Link
                to={`/events/${line.event}/${line.id}`}
                className={classNames(styles.title)}
                {...prefetchOnApproach(() => queryClient.prefetchQuery(instanceQuery(line.id)))}
              >
                <span lang={production?.langOf('title')}>{production?.title}</span>
                <span className="visually-hidden">, {time(line)}</span>
              </Link>
              <span className={styles.facts}>
                <AvailabilityBadge availability={line.availability} />
                <AccessTags tags={line.accessTags} />
              </span>
              <span className={styles.price}>
                {line.priceFrom !== null && !withoutPrice.includes(line.availability) && <PriceFrom amount={line.priceFrom} />}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
