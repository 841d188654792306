import type { Money } from '@playhouse/domain/money'
import type { AccessTag, AvailabilityLabel } from '@playhouse/domain/season'
import { useFormats, useWords } from '#i18n'
import { classNames } from '#theme'
import { AccessTags } from './AccessTags.tsx'
import { AvailabilityBadge } from './AvailabilityBadge.tsx'
import { Link, type LinkProps } from '#ui/Link'
import styles from './PerformanceList.module.css'
import { PriceFrom } from './Price.tsx'

export type PerformanceLine = {
  readonly id: string
  readonly startsAt: string
  readonly timeZone: string
  readonly availability: AvailabilityLabel
  readonly accessTags: readonly AccessTag[]
  readonly priceFrom: Money | null
  /** Its page; sold out and past performances have one too, which shows why. */
  readonly to: string
}

const pastLabels: readonly AvailabilityLabel[] = ['passed', 'cancelled', 'sold-out']

/** A list of performances in order: day, time, availability, access services, price. */
export function PerformanceList({
  performances,
  current,
  linkProps,
}: {
  readonly performances: readonly PerformanceLine[]
  /** Id of the performance that is shown. */ readonly current?: string
  /** Further properties of the link of a performance, by its id. */
  readonly linkProps?: (id: string) => Pick<LinkProps, 'onPointerEnter' | 'onFocus'>
}) {
  const t = useWords('part')
  const formats = useFormats()
  return (
    <ul role="list" className={classNames(styles.list)}>
      {performances.map((line) => (
        <li key={line.id} className={classNames(styles.line, pastLabels.includes(line.availability) && styles.over)}>
          <Link
            to={line.to}
            className={classNames(styles.link, styles.day)}
            aria-current={line.id === current ? 'true' : undefined}
            {...linkProps?.(line.id)}
          >
            <time dateTime={line.startsAt}>{formats.day(line)}</time>
            <span className="visually-hidden">, {formats.time(line)}</span>
          </Link>
          <span className={styles.time}>{formats.time(line)}</span>
          <span className={styles.facts}>
            <AvailabilityBadge availability={line.availability} />
            <AccessTags tags={line.accessTags} />
            {line.id === current && <span>{t('thisPerformance')}</span>}
          </span>
          <span className={styles.price}>
            {line.priceFrom !== null && !pastLabels.includes(line.availability) && <PriceFrom amount={line.priceFrom} />}
          </span>
        </li>
      ))}
    </ul>
  )
}
