import type { PlannedRunPerformance } from '@playhouse/api-client/contract'
import { useWords } from '#i18n'
import { classNames } from '#theme'
import { Checkbox } from '#form/Checkbox'
import boxOffice from '../BoxOffice.module.css'
import styles from './RunCalendar.module.css'
import { useWallClock } from './wall-clock.ts'

type Props = {
  readonly performances: readonly PlannedRunPerformance[]
  readonly skipped: ReadonlySet<string>
  readonly onToggle: (startsAt: string, isWanted: boolean) => void
}

const dayMs = 86_400_000
/** Days since a Monday. */
const daysOf = (day: string): number => Math.floor(Date.parse(`${day}T00:00:00Z`) / dayMs) + 3

/** The performances of a run by month, as a calendar of weeks where there is room. Each can be left out; those with a fault are. */
export function RunCalendar({ performances, skipped, onToggle }: Props) {
  const t = useWords('planning')
  const { month, day, time } = useWallClock()
  const months = Map.groupBy(performances, ({ startsAt }) => startsAt.slice(0, 7))
  if (performances.length === 0) return <p>{t('run.none')}</p>
  return [...months].map(([name, ofMonth]) => {
    const days = Map.groupBy(ofMonth, ({ startsAt }) => startsAt.slice(0, 10))
    const firstWeek = Math.floor(daysOf([...days.keys()][0]!) / 7)
    return (
      <section key={name} aria-labelledby={`run-${name}`} className={boxOffice['stack']}>
        <h3 id={`run-${name}`}>{month(ofMonth[0]!.startsAt)}</h3>
        <ul role="list" className={classNames(styles['weeks'])}>
          {[...days].map(([date, ofDay]) => (
            <li
              key={date}
              className={classNames(styles['day'])}
              style={{ gridColumn: (daysOf(date) % 7) + 1, gridRow: Math.floor(daysOf(date) / 7) - firstWeek + 1 }}
            >
              <strong>{day(ofDay[0]!.startsAt)}</strong>
              {ofDay.map(({ startsAt, type, fault, clashesWith }) => (
                <Checkbox
                  key={startsAt}
                  name={`run-${startsAt}`}
                  value={fault === null && !skipped.has(startsAt)}
                  disabled={fault !== null}
                  onChange={(isWanted) => onToggle(startsAt, isWanted)}
                  hint={fault === null ? undefined : t(`run.fault.${fault}`, { other: clashesWith?.title ?? '' })}
                >
                  {time(startsAt)}
                  {type !== null && ` · ${type}`}
                </Checkbox>
              ))}
            </li>
          ))}
        </ul>
      </section>
    )
  })
}
