import type { InstanceSummary } from '@playhouse/api-client/contract'
import { useFormats, useWords } from '#i18n'
import { AvailabilityBadge } from '#ticketing/AvailabilityBadge'
import { MonthTable } from '#ticketing/MonthTable'
import { Link } from '#ui/Link'
import styles from './PerformanceCalendar.module.css'

type PerformanceCalendarProps = { readonly month: string; readonly caption: string; readonly instances: readonly InstanceSummary[] }

/** A month as a table of weeks; each performance is a link with time and availability. */
export function PerformanceCalendar({ month, caption, instances }: PerformanceCalendarProps) {
  const formats = useFormats()
  const tickets = useWords('part')
  return (
    <MonthTable month={month} caption={caption} performances={instances} keyOf={({ id }) => id}>
      {(instance) => (
        <Link
          to={`/events/${instance.event}/${instance.id}`}
          className={styles.performance}
          aria-label={[
            formats.dateAndTime(instance),
            tickets(`availability.${instance.availability}`),
            ...instance.accessTags.map((tag) => tickets(`accessTag.${tag}`)),
          ].join(', ')}
        >
          <span className={styles.time}>{formats.time(instance)}</span>
          <AvailabilityBadge availability={instance.availability} />
          {instance.accessTags.length > 0 && (
            <span className={styles.tags}>{instance.accessTags.map((tag) => tickets(`accessTag.${tag}`)).join(', ')}</span>
          )}
        </Link>
      )}
    </MonthTable>
  )
}
