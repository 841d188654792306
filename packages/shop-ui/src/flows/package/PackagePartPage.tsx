import { partOfChoice } from '@playhouse/domain/package-choice'
import { packagePartPath, packagePathOf } from '@playhouse/domain/package-path'
import { bookable } from '@playhouse/domain/season'
import { useWords } from '#i18n'
import { AvailabilityBadge } from '#ticketing/AvailabilityBadge'
import { Button } from '#ui/Button'
import { LinkButton } from '#ui/LinkButton'
import styles from './PackageBuilder.module.css'
import { type PackagePart, PackagePartFrame } from './PackagePart.tsx'
import { PackagePeople } from './PackagePeople.tsx'
import { partyOf, partSeatsOf, sizeOf } from './part-seats.ts'
import { usePartSeatsText } from './usePartSeatsText.ts'

/** A performance of a package: how its seats are found. The route's guard requires that the brand sells packages. */
export function PackagePartPage() {
  const t = useWords('package')
  return <PackagePartFrame heading={t('part.title')}>{(part) => <SeatsOfPart {...part} />}</PackagePartFrame>
}

function SeatsOfPart({ view, performance, draft, change }: PackagePart) {
  const t = useWords('package')
  const textOf = usePartSeatsText()
  const { instance } = performance
  const hasPeople = sizeOf(partyOf(draft.people)) > 0
  const found = partSeatsOf(draft, instance)
  const without = <Value,>(record: Readonly<Record<string, Value>>): Record<string, Value> =>
    Object.fromEntries(Object.entries(record).filter(([id]) => id !== instance))
  const firstChoice = draft.choice.filter((chosen) => partOfChoice(view, chosen))
  if (!bookable(performance.availability))
    return (
      <>
        <p>
          <AvailabilityBadge availability={performance.availability} />
        </p>
        <p>
          <LinkButton to={packagePathOf(view)}>{t('part.back')}</LinkButton>
        </p>
      </>
    )
  return (
    <div className={styles.builder}>
      <p role="status">{textOf(found)}</p>
      <PackagePeople
        view={view}
        choice={firstChoice.length > 0 ? firstChoice : [{ package: null, part: '', instance }]}
        people={draft.people}
        onChange={(people) => change({ people })}
      />
      {!hasPeople && <p>{t('part.peopleFirst')}</p>}
      <ul role="list" className={styles.ways}>
        {hasPeople && (
          <li>
            <LinkButton look="primary" to={packagePartPath(view.package, instance, 'syos')}>
              {t('part.onMap')}
            </LinkButton>
          </li>
        )}
        <li>
          <LinkButton to={packagePartPath(view.package, instance, 'price-selection')}>{t('part.byPrice')}</LinkButton>
        </li>
        {found.kind !== 'best' && (
          <li>
            <Button onPress={() => change({ seats: without(draft.seats), bands: without(draft.bands) })}>{t('part.letUs')}</Button>
          </li>
        )}
        <li>
          <LinkButton to={packagePathOf(view)}>{t('part.back')}</LinkButton>
        </li>
      </ul>
    </div>
  )
}
