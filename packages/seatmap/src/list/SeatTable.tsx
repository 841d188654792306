import { type KeyboardEvent, memo, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { bands } from '@playhouse/domain/pricing'
import type { SeatListProps, SeatListWords } from '#props'
import type { ListedRow, ListedSeat } from './list-rows.ts'
import styles from './SeatList.module.css'

/** Number of seats shown before "show more": a table of a thousand rows is unusable. */
const firstPage = 240
/** Maximum number of characters of a seat's facts that fit beside its band and view on a phone. */
export const shortFacts = 18

type Props = Pick<SeatListProps, 'offers' | 'onToggle' | 'onDetails' | 'onDone'> & {
  readonly rows: readonly ListedRow[]
  readonly words: SeatListWords
  readonly label: string
  /** The seats of the focused line: it stays visible, however many lines are before it. */
  readonly keptSeats: readonly number[]
}

/** The seats of an area: a row group for each row of the hall, a checkbox for each seat. */
export function SeatTable({ rows, words, label, keptSeats, ...choosing }: Props): ReactNode {
  const [limit, setLimit] = useState(firstPage)
  const shownRows = withinLimit(rows, Math.max(limit, lastOf(rows, keptSeats)))
  const { columns } = words
  const { onDetails } = choosing
  const table = useRef<HTMLTableElement>(null)
  const turnedRow = useRef(0)
  const turn = (): void => {
    turnedRow.current = countSeats(shownRows)
    setLimit(limit + firstPage)
  }
  useEffect(() => {
    // Focus moves to the first new line, because the button may be gone, and would be after it.
    if (turnedRow.current > 0) table.current?.querySelectorAll<HTMLElement>('input[data-seat]')[turnedRow.current]?.focus()
    turnedRow.current = 0
  }, [limit])
  return (
    <>
      <table ref={table} className={styles['table']} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{columns.choose}</th>
            <th scope="col">{columns.seat}</th>
            <th scope="col">{columns.price}</th>
            <th scope="col">{columns.band}</th>
            <th scope="col">{columns.view}</th>
            <th scope="col">{columns.facts}</th>
            {onDetails && <th scope="col">{columns.details}</th>}
          </tr>
        </thead>
        {shownRows.map(({ row, seats, takenCount }) => (
          <tbody key={row}>
            <tr className={styles['rowHead']}>
              <th scope="rowgroup" colSpan={onDetails ? 7 : 6}>
                {words.rowName(row)}
                {takenCount > 0 && <span className={styles['taken']}> · {words.takenSummary(takenCount)}</span>}
              </th>
            </tr>
            {seats.map((listedSeat) => (
              <SeatLine key={listedSeat.seat} {...listedSeat} {...choosing} words={words} />
            ))}
          </tbody>
        ))}
      </table>
      {countSeats(shownRows) < countSeats(rows) && (
        <button type="button" className={styles['more']} onClick={turn}>
          {words.showMore}
        </button>
      )}
    </>
  )
}

type LineProps = ListedSeat & Pick<Props, 'words' | 'offers' | 'onToggle' | 'onDetails' | 'onDone'>

const SeatLine = memo(function SeatLine({ seat, status, words, offers, onToggle, onDetails, onDone }: LineProps): ReactNode {
  const id = useId()
  const isFixed = status === 'taken' || status === 'mine'
  const band = bands[offers.bandOf[seat]!]
  const facts = words.facts(seat)
  return (
    <tr data-held={seat} data-standing={status} data-long={facts.length > shortFacts || undefined}>
      <td className={styles['choose']}>
        <input
          type="checkbox"
          id={id}
          data-seat={seat}
          checked={status === 'selected' || status === 'mine'}
          // Not `disabled`, so that screen readers still find a taken seat.
          aria-disabled={isFixed || undefined}
          aria-label={words.seatName(seat, status)}
          onChange={() => !isFixed && onToggle(seat)}
          onKeyDown={clickOnEnter}
        />
      </td>
      <th scope="row">
        <label htmlFor={id}>{words.seatLabel(seat)}</label>
        {status === 'selected' && onDone && <Done words={words} onDone={onDone} />}
      </th>
      <td className={styles['price']}>{status === 'taken' ? '' : words.price(seat)}</td>
      <td>
        {band && (
          <span className={styles['band']}>
            <span className={styles['swatch']} style={{ background: `var(--band-${band})` }} aria-hidden="true" />
            {words.band(seat)}
          </span>
        )}
      </td>
      <td>{words.viewOfStage(seat)}</td>
      <td>{facts}</td>
      {onDetails && (
        <td>
          <button type="button" className={styles['details']} aria-label={words.detailsOf(seat)} onClick={() => onDetails(seat)}>
            {words.details}
          </button>
        </td>
      )}
    </tr>
  )
})

/** A checkbox reacts only to Space; some switch devices send only Enter. */
export function clickOnEnter(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter' || event.repeat) return
  event.preventDefault()
  event.currentTarget.click()
}

type DoneProps = Pick<SeatListProps, 'onDone'> & { readonly words: SeatListWords }

/** A skip link from a chosen seat past the rest of the hall, visible on focus. */
export function Done({ words, onDone }: DoneProps): ReactNode {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const { current } = button
    const seat = current?.closest('tr')?.querySelector('input')
    // If another visitor takes the seat, this button disappears: then the seat gets the focus.
    return () => void (document.activeElement === current && seat?.focus())
  }, [])
  return (
    <button ref={button} type="button" className={styles['done']} onClick={onDone}>
      {words.done}
    </button>
  )
}

/** Number of listed seats up to the last of `held`. */
function lastOf(rows: readonly ListedRow[], keptSeats: readonly number[]): number {
  let [count, last] = [0, 0]
  if (keptSeats.length > 0)
    for (const { seats } of rows)
      for (const { seat } of seats) {
        count += 1
        if (keptSeats.includes(seat)) last = count
      }
  return last
}

const countSeats = (rows: readonly ListedRow[]): number => rows.reduce((sum, { seats }) => sum + seats.length, 0)

/** The rows within the limit. Only a row longer than a page is cut. Each further page shows at least one more seat. */
function withinLimit(rows: readonly ListedRow[], limit: number): readonly ListedRow[] {
  const shownRows: ListedRow[] = []
  let remainingSeats = limit
  for (const row of rows) {
    const isWhole = row.seats.length <= remainingSeats
    if (!isWhole && (remainingSeats === 0 || row.seats.length <= firstPage)) break
    shownRows.push(isWhole ? row : { ...row, seats: row.seats.slice(0, remainingSeats) })
    remainingSeats -= Math.min(remainingSeats, row.seats.length)
  }
  return shownRows
}
