import { type SeatNeed, seatNeeds } from '@playhouse/domain/plan/best'
import { Checkbox } from '#form/Checkbox'
import { useWords } from '#i18n'
import { Disclosure } from '#ui/Disclosure'
import styles from './PackageBuilder.module.css'

type PackageNeedsProps = {
  /** The needs of the visitor's access ID. */
  readonly accessNeeds: readonly SeatNeed[]
  readonly needs: readonly SeatNeed[]
  /** How many people come. */
  readonly size: number
  readonly onChange: (needs: readonly SeatNeed[]) => void
}

/** What the best available seats must have, with the needs of the visitor's access ID filled in. */
export function PackageNeeds({ accessNeeds, needs, size, onChange }: PackageNeedsProps) {
  const t = useWords('package')
  const offered = seatNeeds.filter((need) => need !== 'companion' || (needs.includes('wheelchair') && size > 1) || needs.includes(need))
  const choose = (need: SeatNeed, isWanted: boolean): void => {
    const next = seatNeeds.filter((each) => (each === need ? isWanted : needs.includes(each)))
    onChange(next.includes('wheelchair') ? next : next.filter((each) => each !== 'companion'))
  }
  return (
    // The needs of the access ID may arrive after the page.
    <Disclosure key={accessNeeds.join()} label={t('needs.title')} level={2} isInitiallyOpen={accessNeeds.length > 0}>
      <fieldset className={styles.needs}>
        <legend className="visually-hidden">{t('needs.title')}</legend>
        {accessNeeds.length > 0 && <p className={styles.soft}>{t('needs.fromAccess')}</p>}
        {offered.map((need) => (
          <Checkbox key={need} name={`need-${need}`} value={needs.includes(need)} onChange={(isWanted) => choose(need, isWanted)}>
            {t(`needs.${need}`)}
          </Checkbox>
        ))}
        <p className={styles.soft}>{t('needs.note')}</p>
      </fieldset>
    </Disclosure>
  )
}
