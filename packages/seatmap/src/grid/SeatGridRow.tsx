import { memo, type ReactNode, useId } from 'react'
import type { Box, Plan } from '@playhouse/domain/plan'
import type { SeatStanding, SeatWords } from '#props'
import { readingOrder } from '#plan-index'
import styles from './SeatGrid.module.css'

/** How a row's seats stand, one character a seat, so that a row is drawn again only when its own seats changed. */
export type RowStates = string
const codes: Record<string, { standing: SeatStanding; open: boolean } | undefined> = {
  f: { standing: 'free', open: true },
  d: { standing: 'free', open: false },
  s: { standing: 'selected', open: true },
  m: { standing: 'mine', open: false },
  t: { standing: 'taken', open: false },
}
export const codeOf = (standing: SeatStanding | undefined, passes: boolean): string =>
  standing === undefined ? ' ' : standing === 'free' ? (passes ? 'f' : 'd') : standing[0]!

type Props = {
  readonly plan: Plan
  readonly row: number
  /** The part of the row's reading order that is in the document. */
  readonly first: number
  readonly end: number
  readonly words: SeatWords
  readonly states: RowStates
  /** The seat Tab comes to, if it is in this row. */
  readonly current: number | undefined
  /** The grid's own corner, plan units; an area without seats has none. */
  readonly origin: Box | undefined
  /** Width of a seat in plan units. */
  readonly seatSize: number
}

/** One row: its letter as row header, then a checkbox a seat, in the order they are seen. */
export const SeatGridRow = memo(function SeatGridRow(props: Props): ReactNode {
  const { plan, row: index, first, end, words, states, current, origin, seatSize } = props
  const header = useId()
  const row = plan.rows[index]!
  const order = readingOrder(plan, row)
  const corner = { x: (origin?.x ?? 0) + seatSize / 2, y: (origin?.y ?? 0) + seatSize / 2 }
  const placeOf = (seat: number) => ({ left: plan.x[seat]! - corner.x, top: plan.y[seat]! - corner.y })
  return (
    <div role="row" aria-rowindex={index - plan.areas[row.area]!.firstRow + 1} aria-labelledby={header} className={styles['row']}>
      <span role="rowheader" id={header} className={styles['header']} style={placeOf(row.firstSeat)}>
        {words.rowName(index)}
      </span>
      {order.slice(first, end).map((seat, place) => {
        const as = codes[states[seat - row.firstSeat]!]
        if (!as) return null
        return (
          <span role="gridcell" key={seat} aria-colindex={first + place + 2} className={styles['cell']}>
            <button
              type="button"
              role="checkbox"
              data-seat={seat}
              aria-checked={as.standing === 'selected' || as.standing === 'mine'}
              aria-disabled={!as.open || undefined}
              aria-label={words.seatName(seat, as.standing)}
              tabIndex={seat === current ? 0 : -1}
              className={styles['seat']}
              style={{ ...placeOf(seat), width: seatSize, height: seatSize }}
            />
          </span>
        )
      })}
    </div>
  )
})
