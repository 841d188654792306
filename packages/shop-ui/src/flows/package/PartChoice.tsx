import type { ChosenPerformance, PackagePart, PackagePerformance, PackageView } from '@playhouse/domain/package'
import { isClash, partOfChoice } from '@playhouse/domain/package-choice'
import { packagePartPath } from '@playhouse/domain/package-path'
import { bookable } from '@playhouse/domain/season'
import { Select } from '#form/Select'
import { useFormats, useWords } from '#i18n'
import { Disclosure } from '#ui/Disclosure'
import { Link } from '#ui/Link'
import styles from './PackageBuilder.module.css'
import { type DateOption, PartCalendar } from './PartCalendar.tsx'
import { partSeatsOf } from './part-seats.ts'
import type { PackageDraft } from './usePackageDraft.ts'
import { usePartSeatsText } from './usePartSeatsText.ts'

export type PartChoiceProps = {
  readonly view: PackageView
  /** The package within a super package that the part belongs to. */
  readonly inner: string | null
  readonly part: PackagePart
  readonly choice: readonly ChosenPerformance[]
  readonly draft: PackageDraft
  /** Ids of performances whose seats could not be held. */
  readonly lost: readonly string[]
  readonly onChoose: (inner: string | null, part: string, instance: string | null) => void
}

/** Value of no date. Not empty: the hidden list of a select has an empty option before its first choice. */
const noDate = 'none'

/** So many dates fit a list that is read at a glance. A part with more has a calendar as well. */
const fewDates = 6

/** The dates of a production. Dates that overlap with another chosen one, or without enough seats, are marked. */
export function PartChoice({ view, inner, part, choice, draft, lost, onChoose }: PartChoiceProps) {
  const t = useWords('package')
  const { dateAndTime, list } = useFormats()
  const seatsText = usePartSeatsText()
  const isOwn = (chosen: ChosenPerformance): boolean => chosen.package === inner && chosen.part === part.part
  const instance = choice.find(isOwn)?.instance ?? noDate
  const others = choice.filter((chosen) => !isOwn(chosen)).map((chosen) => performanceOf(view, chosen))
  const overlapsOf = (performance: PackagePerformance): string[] =>
    others.filter((other) => isClash(other.performance, performance)).map(({ title }) => title)
  const dates = part.performances.map((performance): DateOption => {
    const isDisabled = !bookable(performance.availability)
    const titles = overlapsOf(performance)
    const note = isDisabled ? t('unavailable') : titles.length > 0 ? t('overlaps', { titles: list(titles) }) : undefined
    return { performance, note, isDisabled }
  })
  const options = dates.map(({ performance, note, isDisabled }) => ({
    ...{ value: performance.instance, label: dateAndTime(performance), disabled: isDisabled },
    ...(note !== undefined && { detail: note }),
  }))
  const own = part.performances.find((performance) => performance.instance === instance)
  const titles = own ? overlapsOf(own) : []
  const error =
    titles.length > 0
      ? t('clash', { titles: list(titles) })
      : lost.includes(instance)
        ? t(partSeatsOf(draft, instance).kind === 'chosen' ? 'seats.lost' : 'lost')
        : undefined
  return (
    <div className={styles.part}>
      <Select
        name={`${inner ?? 'own'}-${part.part}`}
        label={part.title}
        options={[{ value: noDate, label: t('noDate') }, ...options]}
        value={instance}
        onChange={(value) => onChoose(inner, part.part, value === noDate ? null : value)}
        error={error}
      />
      {dates.length > fewDates && (
        <Disclosure label={t('calendar.show')} level={inner === null ? 3 : 4}>
          <PartCalendar
            title={part.title}
            options={dates}
            value={own?.instance}
            onChange={(instance) => onChoose(inner, part.part, instance)}
          />
        </Disclosure>
      )}
      {own && bookable(own.availability) && (
        <p>
          <span>{seatsText(partSeatsOf(draft, instance))}</span>
          <Link to={packagePartPath(view.package, instance)} aria-label={t('part.changeOf', { title: part.title })}>
            {t('part.change')}
          </Link>
        </p>
      )}
    </div>
  )
}

/** The title and the performance of a choice that the package offers. */
export function performanceOf(view: PackageView, chosen: ChosenPerformance): { title: string; performance: PackagePerformance } {
  const { title, performances } = partOfChoice(view, chosen)!
  return { title, performance: performances.find(({ instance }) => instance === chosen.instance)! }
}
