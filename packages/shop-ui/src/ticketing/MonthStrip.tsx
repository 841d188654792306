import { useWords } from '#i18n'
import { classNames } from '#theme'
import styles from './MonthStrip.module.css'
import { PickOne } from '#ui/PickOne'

export type Month = {
  /** `2026-02` */
  readonly id: string
  /** `February 2026` */
  readonly name: string
  /** Performances in it. */
  readonly count: number
}

export type MonthStripProps = { readonly months: readonly Month[]; readonly current: string; readonly onPick: (month: string) => void }

/** The months of a run, side by side. */
export function MonthStrip({ months, current, onPick }: MonthStripProps) {
  const t = useWords('part')
  return (
    <PickOne
      label={t('months')}
      choices={months.map(({ id, name, count }) => ({
        value: id,
        face: (
          <>
            {name}
            <span className={styles.count}>{t('performances', { count })}</span>
          </>
        ),
      }))}
      value={current}
      onPick={onPick}
      className={classNames(styles.strip)}
      choiceClassName={classNames(styles.month)}
    />
  )
}
