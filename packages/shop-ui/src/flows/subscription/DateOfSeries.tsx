import type { SeriesDate } from '@playhouse/domain/series'
import { useFormats } from '#i18n'
import styles from './SeriesPages.module.css'

/** The date of a performance with its title. */
export function DateOfSeries({ date }: { readonly date: SeriesDate }) {
  const { dateAndTime } = useFormats()
  return (
    <span className={styles.date}>
      <span>{date.title}</span>
      <time dateTime={date.startsAt} className={styles.soft}>
        {dateAndTime(date)}
      </time>
    </span>
  )
}
