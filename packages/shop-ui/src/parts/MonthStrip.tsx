import { ToggleButton } from 'react-aria-components/ToggleButton'
import { ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup'
import { useWords } from '#i18n'
import { classNames } from '#theme'
import styles from './MonthStrip.module.css'

export type Month = {
  /** `2026-02` */
  readonly id: string
  /** `February 2026` */
  readonly name: string
  /** Performances in it. */
  readonly count: number
}

export type MonthStripProps = { readonly months: readonly Month[]; readonly current: string; readonly onPick: (month: string) => void }

/** The months of a run, side by side. One is always picked; arrow keys walk. */
export function MonthStrip({ months, current, onPick }: MonthStripProps) {
  const t = useWords('part')
  return (
    <ToggleButtonGroup
      aria-label={t('months')}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[current]}
      onSelectionChange={(picked) => {
        for (const month of picked) onPick(String(month))
      }}
      className={classNames(styles.strip)}
    >
      {months.map(({ id, name, count }) => (
        <ToggleButton key={id} id={id} className={classNames(styles.month)}>
          {name}
          <span className={styles.count}>{t('performances', { count })}</span>
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
