import { X } from 'lucide-react'
import { useId } from 'react'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import { classNames } from '#theme'
import styles from './BoxOffice.module.css'
import type { SeatNeeds } from './useSeatNeeds.ts'

type NeedChipsProps = {
  readonly seatNeeds: SeatNeeds
  /** Called after a need was taken away, when its button is gone. */
  readonly onRemoved: () => void
}

/** The needs that are taken into account for the best seats; each can be taken away. */
export function NeedChips({ seatNeeds: { needs, change }, onRemoved }: NeedChipsProps) {
  const t = useWords('box-office')
  const id = useId()
  if (needs.length === 0) return null
  const remove = (removed: (typeof needs)[number]): void => {
    // Without a wheelchair space there is no companion seat.
    change(needs.filter((need) => need !== removed && (removed !== 'wheelchair' || need !== 'companion')))
    onRemoved()
  }
  return (
    <div className={classNames(styles['inline'], styles['line'])}>
      <span id={id} className={styles['soft']}>
        {t('find.accounted')}
      </span>
      <ul role="list" aria-labelledby={id} className={styles['inline']}>
        {needs.map((need) => (
          <li key={need}>
            <Button look="quiet" aria-label={t('find.leaveOut', { need: t(`seatNeed.${need}`) })} onPress={() => remove(need)}>
              {t(`seatNeed.${need}`)} <X aria-hidden="true" size={16} />
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
