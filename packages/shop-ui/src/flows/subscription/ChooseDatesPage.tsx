import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { checkChoice } from '@playhouse/domain/package-choice'
import { bookable } from '@playhouse/domain/season'
import { choiceOfDates } from '@playhouse/domain/series'
import { seriesPathOf } from '@playhouse/domain/series-path'
import { useFormats, useWords } from '#i18n'
import { CheckboxGroup } from '#form/CheckboxGroup'
import { Button } from '#ui/Button'
import { DateOfSeries } from './DateOfSeries.tsx'
import { DiscountSteps } from './DiscountSteps.tsx'
import { useSeriesDraft } from './series-draft.ts'
import { type Series, SeriesFrame } from './SeriesFrame.tsx'
import styles from './SeriesPages.module.css'

/** Chooses the dates of a series. */
export const ChooseDatesPage = () => <SeriesFrame step="choose-dates">{(series) => <DatesForm {...series} />}</SeriesFrame>

function DatesForm({ id, view, dates }: Series) {
  const t = useWords('subscription')
  const part = useWords('part')
  const { dateAndTime, list } = useFormats()
  const navigate = useNavigate()
  const [draft, change] = useSeriesDraft(id)
  const [hasTried, setTried] = useState(false)
  const group = useRef<HTMLFormElement>(null)
  const open = dates.filter(({ availability }) => bookable(availability))
  const isFixed = view.least === dates.length
  const chosen = open.filter(({ instance }) => isFixed || draft.dates?.includes(instance)).map(({ instance }) => instance)
  const { missing, excess, clashes } = checkChoice(view, choiceOfDates(dates, chosen))
  const nameOf = (instance: string): string => dateAndTime(dates.find((date) => date.instance === instance)!)
  const fault =
    missing.length > 0
      ? t('fault.missing', { count: view.least, chosen: chosen.length })
      : excess.length > 0
        ? t('fault.excess', { count: view.most, chosen: chosen.length })
        : clashes.length > 0
          ? t('fault.clash', { dates: list(clashes[0]!.map(nameOf)) })
          : undefined
  const submit = (): void => {
    setTried(true)
    if (fault !== undefined) return group.current?.querySelector('input')?.focus()
    // Seats stay chosen where the dates are the same; the map removes those that are not free on all of them.
    change({ dates: chosen })
    void navigate(seriesPathOf(id, 'syos'), { viewTransition: true })
  }
  return (
    <form
      ref={group}
      noValidate
      className={styles.content}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <DiscountSteps pricing={view.pricing} />
      <CheckboxGroup
        name="dates"
        label={
          isFixed ? t('ruleAll', { count: view.least }) : t('ruleSome', { least: view.least, most: Math.min(view.most, dates.length) })
        }
        error={hasTried ? fault : undefined}
        value={chosen}
        onChange={(next) => change({ dates: next })}
        boxes={dates.map((date) => ({
          value: date.instance,
          disabled: isFixed || !bookable(date.availability),
          label: (
            <span className={styles.box}>
              <DateOfSeries date={date} />
              {!bookable(date.availability) && <span className={styles.soft}>{part(`availability.${date.availability}`)}</span>}
            </span>
          ),
        }))}
      />
      <p role="status">{t('chosenDates', { count: chosen.length })}</p>
      <div>
        <Button type="submit" look="primary" large>
          {t('toSeats')}
        </Button>
      </div>
    </form>
  )
}
