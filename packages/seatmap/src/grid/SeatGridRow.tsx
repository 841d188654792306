import { memo, type ReactNode, useId } from 'react'
import type { Box, Plan } from '@playhouse/domain/plan'
import type { SeatStatus, SeatWords } from '#props'
import { readingOrder } from '#plan-index'
import styles from './SeatGrid.module.css'

/** The states of a row's seats, one character per seat, so that a row is rendered again only when its own seats changed. */
export type RowStates = string
const codes: Record<string, { status: SeatStatus; open: boolean } | undefined> = {
  f: { status: 'free', open: true },
  d: { status: 'free', open: false },
  s: { status: 'selected', open: true },
  m: { status: 'mine', open: false },
  t: { status: 'taken', open: false },
}
/** The code of a seat's state: a letter, or a space for a seat that is not offered. `d` is a free seat that the filter dims. */
export const codeOf = (status: SeatStatus | undefined, passes: boolean): string =>
  status === undefined ? ' ' : status === 'free' ? (passes ? 'f' : 'd') : status[0]!

type Props = {
  readonly plan: Plan
  readonly row: number
  /** The part of the row's reading order that is in the document. */
  readonly first: number
  readonly end: number
  readonly words: SeatWords
  readonly states: RowStates
  /** The seat that is the tab stop, if it is in this row. */
  readonly current: number | undefined
  /** The grid's bounding box, plan units; undefined for an area without seats. */
  readonly origin: Box | undefined
  /** Width of a seat in plan units. */
  readonly seatSize: number
}

/** One row: its label as row header, then a checkbox per seat, in reading order. */
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
              aria-checked={as.status === 'selected' || as.status === 'mine'}
              aria-disabled={!as.open || undefined}
              aria-label={words.seatName(seat, as.status)}
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
