import { List, Map as MapSign } from 'lucide-react'
import { ToggleButton } from 'react-aria-components/ToggleButton'
import { ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup'
import { useWords } from '#i18n'
import styles from './SeatDisplaySwitch.module.css'
import type { SeatDisplay } from '#browser'

/** Switch between map and list. Always visible: no setting hides it. */
export function SeatDisplaySwitch({ as, onChange }: { readonly as: SeatDisplay; readonly onChange: (as: SeatDisplay) => void }) {
  const t = useWords('seat')
  return (
    <ToggleButtonGroup
      aria-label={t('as.label')}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[as]}
      onSelectionChange={([key]) => (key === 'map' || key === 'list') && onChange(key)}
      className={styles['switch'] ?? ''}
    >
      <ToggleButton id="map" aria-label={t('as.map')} className={styles['choice'] ?? ''}>
        <MapSign aria-hidden="true" />
        <span className={styles['word']}>{t('as.mapShort')}</span>
      </ToggleButton>
      <ToggleButton id="list" aria-label={t('as.list')} className={styles['choice'] ?? ''}>
        <List aria-hidden="true" />
        <span className={styles['word']}>{t('as.listShort')}</span>
      </ToggleButton>
    </ToggleButtonGroup>
  )
}
