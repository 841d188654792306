import type { FocusEvent, KeyboardEvent, ReactNode } from 'react'
import type { Box } from '@playhouse/domain/plan'
import type { VisitorHall } from '#hall'
import type { SeatWords } from '#props'
import styles from './SeatGrid.module.css'

/** Number of places that a Page key adds. */
const page = 5

type Props = {
  readonly hall: VisitorHall
  readonly area: number
  readonly words: SeatWords
  readonly box: Box | undefined
  readonly onCount: (count: number) => void
  /** Called for keys that do not change the number. */
  readonly onKey: (event: KeyboardEvent) => void
  readonly onFocus: (event: FocusEvent) => void
}

/**
 * A standing area in the grid: one cell with one control for the number of places. Arrow keys add and remove a place, Home and
 * End choose none and all, a digit that many. Keyboard users need not walk through identical places.
 */
export function StandingCell({ hall, area, words, box, onCount, onKey, onFocus }: Props): ReactNode {
  const { chosenCount, most } = hall.standing(area)
  const handleKey = (event: KeyboardEvent): void => {
    const next = countAfter(event, chosenCount)
    if (next === undefined) return onKey(event)
    event.preventDefault()
    onCount(next)
  }
  return (
    <div role="row" aria-rowindex={1} className={styles['row']}>
      <span role="gridcell" aria-colindex={1} className={styles['cell']}>
        <span
          role="spinbutton"
          tabIndex={0}
          data-seat={hall.plan.areas[area]!.firstSeat}
          aria-label={words.standingName(area)}
          aria-valuemin={0}
          aria-valuemax={most}
          aria-valuenow={chosenCount}
          aria-valuetext={words.standingCount(chosenCount, most)}
          className={styles['floor']}
          style={{ inlineSize: box?.width ?? 0, blockSize: box?.height ?? 0 }}
          onKeyDown={handleKey}
          onFocus={onFocus}
          // Clicks come only from assistive technology, because pointer events pass through to the map. A click adds one place.
          onClick={() => onCount(chosenCount + 1)}
        />
      </span>
    </div>
  )
}

const steps: Readonly<Record<string, number>> = {
  ArrowUp: 1,
  ArrowRight: 1,
  ' ': 1,
  ArrowDown: -1,
  ArrowLeft: -1,
  PageUp: page,
  PageDown: -page,
  Home: -Infinity,
  End: Infinity,
}

/** The number of places after a key, not limited to those available; `undefined` for a key without a number. */
function countAfter({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent, count: number): number | undefined {
  if (ctrlKey || metaKey || altKey || shiftKey) return undefined
  const step = steps[key]
  return step === undefined ? (/^\d$/.test(key) ? Number(key) : undefined) : count + step
}
