import { type CSSProperties, useEffect, useRef } from 'react'
import { useWords } from '#i18n'
import { classNames } from '#theme'
import styles from './HoldTimer.module.css'

export type HoldTimerProps = {
  /** Remaining milliseconds by the server's clock: `useTimeLeft(basket.deadline)`. */
  readonly millisecondsLeft: number
  /** Length of a whole hold in seconds, for the bar. */
  readonly holdSeconds: number
  /** Called once when it reaches zero. */
  readonly onEnd?: () => void
}

/**
 * Remaining time of the hold as text and a bar. Never announced to screen readers: the basket gives the warnings at 10, 5, 2 and 1
 * minutes and offers more time.
 */
export function HoldTimer({ millisecondsLeft, holdSeconds, onEnd }: HoldTimerProps) {
  const t = useWords('part')
  const seconds = Math.ceil(millisecondsLeft / 1000)
  const before = useRef(seconds)
  useEffect(() => {
    if (before.current > 0 && seconds <= 0) onEnd?.()
    before.current = seconds
  }, [seconds, onEnd])
  const share = Math.min(1, Math.max(0, seconds / holdSeconds))
  return (
    <span className={classNames(styles.timer, seconds <= 120 && styles.late)} style={{ '--share': share } as CSSProperties}>
      <span className={styles.text} role="timer" aria-live="off" aria-label={t('holdLeft', partsOf(seconds))}>
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
export function clockOf(secondsLeft: number): string {
  const { minutes, seconds } = partsOf(secondsLeft)
  return `${minutes}:${String(seconds).padStart(2, '0')}`
}

const partsOf = (seconds: number): { minutes: number; seconds: number } => ({
  minutes: Math.floor(Math.max(0, seconds) / 60),
  seconds: Math.max(0, seconds) % 60,
})
