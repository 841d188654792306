import type { ChosenPerformance, PackageView } from '@playhouse/domain/package'
import { useFormats, useWords } from '#i18n'
import styles from './PackageBuilder.module.css'
import { performanceOf } from './PartChoice.tsx'

/** The chosen dates in their order. */
export function ChosenDates({ view, choice }: { readonly view: PackageView; readonly choice: readonly ChosenPerformance[] }) {
  const t = useWords('package')
  const { dateAndTime } = useFormats()
  if (choice.length === 0) return null
  const dates = choice
    .map((chosen) => performanceOf(view, chosen))
    .toSorted((a, b) => Date.parse(a.performance.startsAt) - Date.parse(b.performance.startsAt))
  return (
    <section className={styles.group} aria-labelledby="your-dates">
      <h2 id="your-dates">{t('yourDates')}</h2>
      <ol role="list" className={styles.dates}>
        {dates.map(({ title, performance }) => (
          <li key={performance.instance}>
            <time dateTime={performance.startsAt}>{dateAndTime(performance)}</time>
            <span className={styles.soft}>{title}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
