import type { InstanceSummary } from '@playhouse/api-client/contract'
import { useFormats, useWords } from '#i18n'
import { AvailabilityBadge } from '#ticketing/AvailabilityBadge'
import { Link } from '#ui/Link'
import { classNames } from '#theme'
import { weeksOf } from './calendar-month.ts'
import styles from './PerformanceCalendar.module.css'

type PerformanceCalendarProps = { readonly month: string; readonly caption: string; readonly instances: readonly InstanceSummary[] }

/** A month as a table of weeks; each performance is a link with time and availability. */
export function PerformanceCalendar({ month, caption, instances }: PerformanceCalendarProps) {
  const t = useWords('browse')
  const formats = useFormats()
  const tickets = useWords('part')
  return (
    <table className={classNames(styles.calendar)}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {[1, 2, 3, 4, 5, 6, 7].map((weekday) => (
            <th key={weekday} scope="col">
              {t(`weekday.${weekday}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month, instances).map((week, index) => (
          <tr key={index}>
            {week.map((cell, place) => (
              <td key={place} className={classNames(!cell && styles.outside, cell?.instances.length === 0 && styles.free)}>
                {cell && <span className={styles.day}>{cell.day}</span>}
                {cell?.instances.map((instance) => (
                  <Link
                    key={instance.id}
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
                ))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
