import { ChevronDown, LocateFixed } from 'lucide-react'
import { useRef } from 'react'
import { Button } from 'react-aria-components/Button'
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import type { Plan } from '@playhouse/domain/plan'
import { useWords } from '#i18n'
import { ImmediateFocus } from '#ui/immediateFocus'
import { classNames } from '#theme'
import controls from '../SeatControls.module.css'
import styles from './SectionPicker.module.css'

type SectionPickerProps = { readonly plan: Plan; readonly view: string; readonly onPick: (area: number) => void }

/** Menu that moves the map to a section. */
export function SectionPicker({ plan, view, onPick }: SectionPickerProps) {
  const t = useWords('seat')
  const menu = useRef<HTMLDivElement>(null)
  const areas = plan.areas.filter((area) => area.seatCount > 0 && (view === 'all' || area.view === view))
  if (areas.length < 2) return null
  return (
    <MenuTrigger>
      <Button className={classNames(controls['chip'], styles['trigger'])}>
        <LocateFixed aria-hidden="true" className={styles['sign'] ?? ''} />
        <span className={styles['word']}>{t('section.label')}</span>
        <ChevronDown aria-hidden="true" />
      </Button>
      <Popover className={classNames(controls['popover'], styles['popover'])} offset={4}>
        <Menu ref={menu} className={controls['options'] ?? ''} onAction={(area) => onPick(Number(area))}>
          {areas.map((area) => (
            <MenuItem key={area.index} id={area.index} className={styles['item'] ?? ''}>
              {area.name}
            </MenuItem>
          ))}
        </Menu>
        <ImmediateFocus within={menu} />
      </Popover>
    </MenuTrigger>
  )
}
