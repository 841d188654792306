import { type CSSProperties, useEffect, useRef } from 'react'
import { holdWarnings } from '@playhouse/domain/basket'
import { useWords } from '#i18n'
import { classNames } from '#theme'
import { announce } from './announce.tsx'
import styles from './HoldTimer.module.css'

export type HoldTimerProps = {
  /** Milliseconds left by the server's clock: `useTimeLeft(basket.deadline)`. */
  readonly left: number
  /** Length of a whole hold in seconds, for the bar. */
  readonly holdSeconds: number
  /** Called once when it reaches zero. */
  readonly onEnd?: () => void
}

/**
 * How long the seats are kept, as text and a quiet bar. It never speaks by itself each second; it says so at 10, 5, 2 and
 * 1 minutes. Asking for more time is the flow's dialog.
 */
export function HoldTimer({ left, holdSeconds, onEnd }: HoldTimerProps) {
  const t = useWords('part')
  const seconds = Math.ceil(left / 1000)
  const before = useRef(seconds)
  useEffect(() => {
    const passed = holdWarnings.find((mark) => before.current > mark && seconds <= mark && seconds > mark - 5)
    if (passed !== undefined) announce(t('holdWarning', { count: passed / 60 }), passed <= 120 ? 'assertive' : 'polite')
    if (before.current > 0 && seconds <= 0) onEnd?.()
    before.current = seconds
  }, [seconds, t, onEnd])
  const share = Math.min(1, Math.max(0, seconds / holdSeconds))
  return (
    <span className={classNames(styles.timer, seconds <= 120 && styles.late)} style={{ '--share': share } as CSSProperties}>
      <span className={styles.text} role="timer" aria-live="off" aria-label={t('holdLeft', { time: clockOf(seconds) })}>
        <span aria-hidden="true">{t('heldFor')}</span>
        <span aria-hidden="true" className={styles.left}>
          {clockOf(seconds)}
        </span>
      </span>
      <span className={styles.bar} aria-hidden="true" />
    </span>
  )
}

/** `19:05` */
export const clockOf = (seconds: number): string => `${Math.floor(Math.max(0, seconds) / 60)}:${String(Math.max(0, seconds) % 60).padStart(2, '0')}`
