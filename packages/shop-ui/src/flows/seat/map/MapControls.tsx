import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  Keyboard,
  Maximize,
  Minus,
  Move,
  Plus,
  Shapes,
  SquareDashedMousePointer,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ToggleButton } from 'react-aria-components/ToggleButton'
import type { SeatMapHandle } from '@playhouse/seatmap'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import { Tooltip } from '#ui/Tooltip'
import { useStore } from 'zustand'
import styles from './MapControls.module.css'
import type { MapReportStore } from './map-report.ts'

type MapControlsProps = {
  readonly map: () => SeatMapHandle | null
  readonly glance: MapReportStore
  /** State of the frame mode, where a drag selects seats; absent if not available. */
  readonly framing?: readonly [isOn: boolean, choose: (on: boolean) => void]
  /** Opens the map key; absent where the screen explains the colours. */
  readonly onKey?: () => void
  readonly onHelp: () => void
}

/** Distance of one press, as a share of the viewport. */
const step = 0.25

/** Buttons for all gestures of the map: zoom, fit the whole hall, and pan in four directions. */
export function MapControls({ map, glance, framing, onKey, onHelp }: MapControlsProps) {
  const t = useWords('seat')
  const [isMoving, setMoving] = useState(false)
  const canZoomIn = useStore(glance, ({ camera }) => camera?.canZoomIn ?? true)
  const canZoomOut = useStore(glance, ({ camera }) => camera?.canZoomOut ?? true)
  // Not `disabled` at the end of the range: the focus would be lost.
  const press = (name: string, sign: ReactNode, onPress: () => void, isAtEnd = false): ReactNode => (
    <Tooltip text={t(`camera.${name}`)}>
      <Button look="icon" aria-label={t(`camera.${name}`)} aria-disabled={isAtEnd || undefined} onPress={() => isAtEnd || onPress()}>
        {sign}
      </Button>
    </Tooltip>
  )
  return (
    <div role="group" aria-label={t('camera.label')} className={styles['controls']}>
      {isMoving && (
        <div className={styles['compass']}>
          {press('up', <ArrowUp aria-hidden="true" />, () => map()?.panBy(0, -step))}
          {press('left', <ArrowLeft aria-hidden="true" />, () => map()?.panBy(-step, 0))}
          {press('right', <ArrowRight aria-hidden="true" />, () => map()?.panBy(step, 0))}
          {press('down', <ArrowDown aria-hidden="true" />, () => map()?.panBy(0, step))}
        </div>
      )}
      <div className={styles['row']}>
        {press('out', <Minus aria-hidden="true" />, () => map()?.zoomOut(), !canZoomOut)}
        {press('in', <Plus aria-hidden="true" />, () => map()?.zoomIn(), !canZoomIn)}
        {press('fit', <Maximize aria-hidden="true" />, () => map()?.fit())}
        <ToggleButton aria-label={t('camera.pan')} isSelected={isMoving} onChange={setMoving} className={styles['toggle'] ?? ''}>
          <Move aria-hidden="true" />
        </ToggleButton>
        {framing && (
          <span className={styles['frame']}>
            <ToggleButton aria-label={t('camera.frame')} isSelected={framing[0]} onChange={framing[1]} className={styles['toggle'] ?? ''}>
              <SquareDashedMousePointer aria-hidden="true" />
            </ToggleButton>
          </span>
        )}
        <span className={styles['gap']} />
        {onKey && press('key', <Shapes aria-hidden="true" />, onKey)}
        <span className={styles['keyboard']}>{press('help', <Keyboard aria-hidden="true" />, onHelp)}</span>
      </div>
    </div>
  )
}
