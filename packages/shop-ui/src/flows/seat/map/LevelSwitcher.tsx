import { ToggleButton } from 'react-aria-components/ToggleButton'
import { ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup'
import { areLevelsStacked, type Plan } from '@playhouse/domain/plan'
import { useWords } from '#i18n'
import { classNames } from '#theme'
import controls from '../SeatControls.module.css'
import styles from './LevelSwitcher.module.css'

type LevelSwitcherProps = { readonly plan: Plan; readonly view: string; readonly onChange: (view: string) => void }

/** Switches between the whole hall and its levels. Hidden if the hall has one level; without the whole if levels are stacked. */
export function LevelSwitcher({ plan, view, onChange }: LevelSwitcherProps) {
  const t = useWords('seat')
  if (plan.views.length < 2) return null
  const levels = [...(areLevelsStacked(plan) ? [] : [{ id: 'all', name: t('level.all') }]), ...plan.views]
  return (
    <ToggleButtonGroup
      aria-label={t('level.label')}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[view]}
      onSelectionChange={([key]) => key !== undefined && onChange(String(key))}
      className={styles['levels'] ?? ''}
    >
      {levels.map(({ id, name }) => (
        <ToggleButton key={id} id={id} className={classNames(controls['chip'], styles['level'])}>
          {name}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
