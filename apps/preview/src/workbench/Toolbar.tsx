import { Keyboard, Link2, Maximize, Minus, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWords } from '@playhouse/shop-ui/i18n'
import { Button } from '@playhouse/shop-ui/ui/Button'
import { Tooltip } from '@playhouse/shop-ui/ui/Tooltip'
import { type Setting, stages } from '#setting'
import { Segments } from './part/Segments.tsx'
import styles from './Toolbar.module.css'
import type { ChangeSetting } from './useSetting.ts'

type ToolbarProps = {
  readonly setting: Setting
  readonly change: ChangeSetting
  readonly onCamera: (move: 'in' | 'out' | 'fit') => void
  readonly onCopy: () => void
  readonly onHelp: () => void
}

/** The controls that are always visible: stage, camera, link and keyboard shortcuts. */
export function Toolbar({ setting, change, onCamera, onCopy, onHelp }: ToolbarProps) {
  const t = useWords('preview')
  const words = useWords('seat')
  const press = (name: string, sign: ReactNode, onPress: () => void, isDisabled = false) => (
    <Tooltip text={name}>
      <Button look="icon" aria-label={name} onPress={onPress} isDisabled={isDisabled}>
        {sign}
      </Button>
    </Tooltip>
  )
  const hasCamera = setting.stage !== 'shop' && setting.situation !== 'list'
  return (
    <header className={styles['bar']}>
      <h1>{t('title')}</h1>
      <Segments
        label={t('stage.label')}
        isLabelHidden
        value={setting.stage}
        onChange={(stage) => change({ stage })}
        segments={stages.map((value) => ({ value, label: t(`stage.${value}`) }))}
      />
      <div role="group" aria-label={words('camera.label')} className={styles['group']}>
        {press(words('camera.out'), <Minus aria-hidden="true" />, () => onCamera('out'), !hasCamera)}
        {press(words('camera.in'), <Plus aria-hidden="true" />, () => onCamera('in'), !hasCamera)}
        {press(words('camera.fit'), <Maximize aria-hidden="true" />, () => onCamera('fit'), !hasCamera)}
      </div>
      <div className={styles['group']}>
        {press(t('take.copy'), <Link2 aria-hidden="true" />, onCopy)}
        {press(t('keys.title'), <Keyboard aria-hidden="true" />, onHelp)}
      </div>
    </header>
  )
}
