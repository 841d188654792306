import { type ReactNode, useId } from 'react'
import { bands } from '@playhouse/domain/pricing'
import { chooseStandingPlaces, type VisitorHall } from '#hall'
import type { SeatListProps } from '#props'
import styles from './SeatList.module.css'
import { Done } from './SeatTable.tsx'

type Props = Pick<SeatListProps, 'words' | 'offers' | 'onStandingCountChange' | 'onDone'> & {
  readonly hall: VisitorHall
  readonly area: number
}

/** The number of places in a standing area: a number field with buttons for one fewer and one more. */
export function StandingField({ hall, area, words, offers, onStandingCountChange, onDone }: Props): ReactNode {
  const id = useId()
  const { chosenCount, most } = hall.standing(area)
  const { firstSeat } = hall.plan.areas[area]!
  const band = bands[offers.bandOf[firstSeat]!]
  const facts = words.facts(firstSeat)
  const ask = (count: number): void => chooseStandingPlaces(hall, area, count, onStandingCountChange)
  return (
    <div className={styles['standing']}>
      <p className={styles['standingFacts']}>
        {band && (
          <span className={styles['band']}>
            <span className={styles['swatch']} style={{ background: `var(--band-${band})` }} aria-hidden="true" />
            {words.band(firstSeat)}
          </span>
        )}
        <strong>{words.price(firstSeat)}</strong>
        <span>{words.left(most - chosenCount)}</span>
        {facts && <span>{facts}</span>}
      </p>
      <div className={styles['count']}>
        <label htmlFor={id}>{words.howMany}</label>
        <span className={styles['stepper']}>
          <button
            type="button"
            aria-label={words.fewer}
            aria-disabled={chosenCount === 0 || undefined}
            onClick={() => ask(chosenCount - 1)}
          >
            −
          </button>
          <input
            id={id}
            type="number"
            inputMode="numeric"
            min={0}
            max={most}
            value={chosenCount}
            data-area={area}
            aria-label={words.standingName(area)}
            onChange={(event) => ask(event.target.valueAsNumber)}
          />
          <button
            type="button"
            aria-label={words.more}
            aria-disabled={chosenCount >= most || undefined}
            onClick={() => ask(chosenCount + 1)}
          >
            +
          </button>
        </span>
        {chosenCount > 0 && onDone && <Done words={words} onDone={onDone} />}
      </div>
    </div>
  )
}
