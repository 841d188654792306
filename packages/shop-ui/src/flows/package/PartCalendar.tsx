import { useId, useState } from 'react'
import type { PackagePerformance } from '@playhouse/domain/package'
import { useFormats, useWords } from '#i18n'
import { MonthStrip } from '#ticketing/MonthStrip'
import { MonthTable } from '#ticketing/MonthTable'
import styles from './PartCalendar.module.css'

export type DateOption = {
  readonly performance: PackagePerformance
  /** Why it can't be chosen, or what it overlaps with. */
  readonly note: string | undefined
  readonly isDisabled: boolean
}

export type PartCalendarProps = {
  /** The production. */
  readonly title: string
  /** In order of their start. */
  readonly options: readonly DateOption[]
  /** Id of the chosen performance. */
  readonly value: string | undefined
  readonly onChange: (instance: string) => void
}

/** The dates of a production in a calendar, one month at a time. Radio buttons: arrow keys choose among those of a month. */
export function PartCalendar({ title, options, value, onChange }: PartCalendarProps) {
  const t = useWords('package')
  const { month: monthName, dateAndTime, time } = useFormats()
  const name = useId()
  const months = [...Map.groupBy(options, ({ performance }) => performance.startsAtLocal.slice(0, '2026-02'.length))]
  const [picked, setPicked] = useState<string>()
  const chosenMonth = options
    .find(({ performance }) => performance.instance === value)
    ?.performance.startsAtLocal.slice(0, '2026-02'.length)
  const [month, ofMonth = []] = months.find(([id]) => id === (picked ?? chosenMonth)) ?? months[0] ?? []
  if (month === undefined) return null
  const nameOf = (of: readonly DateOption[]): string => monthName(of[0]!.performance)
  return (
    <div className={styles.calendar}>
      {months.length > 1 && (
        <MonthStrip months={months.map(([id, of]) => ({ id, name: nameOf(of), count: of.length }))} current={month} onPick={setPicked} />
      )}
      <div role="radiogroup" aria-label={t('calendar.of', { title, month: nameOf(ofMonth) })}>
        <MonthTable
          month={month}
          caption={nameOf(ofMonth)}
          performances={ofMonth.map((option) => ({ ...option, startsAtLocal: option.performance.startsAtLocal }))}
          keyOf={({ performance }) => performance.instance}
        >
          {({ performance, note, isDisabled }) => (
            <label className={styles.date} data-noted={note === undefined ? undefined : ''}>
              <input
                type="radio"
                name={name}
                className="visually-hidden"
                aria-label={[dateAndTime(performance), ...(note === undefined ? [] : [note])].join(', ')}
                checked={performance.instance === value}
                disabled={isDisabled}
                onChange={() => onChange(performance.instance)}
              />
              <span aria-hidden="true">{time(performance)}</span>
              {note !== undefined && (
                <span aria-hidden="true" className={styles.note}>
                  {note}
                </span>
              )}
            </label>
          )}
        </MonthTable>
      </div>
    </div>
  )
}
