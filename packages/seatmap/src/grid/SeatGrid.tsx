import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import { isStandingArea, isStandingPlace, type Plan } from '@playhouse/domain/plan'
import type { VisitorHall } from '#hall'
import {
  aimOf,
  beginsName,
  boxOf,
  findSeatByName,
  firstSeatOf,
  nextSeat,
  type Point,
  seatPitch,
  seatsBetween,
  type SeatStep,
} from '#plan-index'
import type { SeatWords } from '#props'
import { type GridCommand, isShortcut, readKey } from './grid-key.ts'
import { placesAround, rowsAround } from './grid-window.ts'
import styles from './SeatGrid.module.css'
import { StandingCell } from './StandingCell.tsx'
import { codeOf, SeatGridRow } from './SeatGridRow.tsx'
import { useTypeAhead } from './useTypeAhead.ts'
import type { Say } from './useStatus.ts'

/** Diameter of a seat as a share of the distance to its neighbour, as drawn. */
const seatShare = 0.84

export type SeatGridHandle = {
  /** Moves focus to a seat of the current area, drawn in this render or the next. `isQuiet`: without the ring, after a click. */
  readonly focusSeat: (seat: number, isQuiet?: boolean) => void
  readonly hasFocus: () => boolean
}
/** Commands of the grid's keys that the map executes. */
export type GridWish = Exclude<GridCommand, { readonly do: 'walk' | 'type' | 'toggle' | 'details' | 'explore' }>

type Props = {
  readonly hall: VisitorHall
  readonly area: number
  readonly words: SeatWords
  /** Whether keys that write a character are shortcuts. */
  readonly characterKeys: boolean
  readonly onToggle: (seat: number) => void
  readonly onDetails: (seat: number) => void
  /** Called with the requested number of places of a standing area. */
  readonly onCount: (area: number, count: number) => void
  /** The seat with visible focus, -1 when focus left or is not from the keyboard. */
  readonly onFocus: (seat: number) => void
  readonly onWish: (wish: GridWish) => void
  readonly say: Say
  /** The element that is moved under the camera. */
  readonly layer: Ref<HTMLDivElement>
  readonly ref: Ref<SeatGridHandle>
}

/** The current area as a grid of checkboxes with one tab stop: the map for the keyboard and for screen readers. */
export function SeatGrid(props: Props): ReactNode {
  const { hall, area, words, characterKeys, onToggle, onDetails, onCount, onFocus, onWish, say, layer, ref } = props
  const { plan } = hall
  const grid = useRef<HTMLDivElement>(null)
  const summary = useId()
  const typing = useTypeAhead()
  const [takenToo, setTakenToo] = useState(false)
  const [roving, setRoving] = useState(-1)
  const wantedSeat = useRef(-1)
  const quiet = useRef(false)
  /** The point that consecutive steps up or down aim at. */
  const aim = useRef<Point>(undefined)
  /** The last typed name without a seat in this area. */
  const missedName = useRef<string>(undefined)

  const isShown = (seat: number): boolean => hall.statusOf(seat) !== undefined
  const stops = takenToo ? isShown : hall.isOpen
  const { firstSeat, rowCount } = plan.areas[area]!
  // The tab stop stays, even on a seat that was sold meanwhile: live changes never move the focus.
  const current =
    roving >= 0 && plan.areaOf[roving] === area ? roving : (firstSeatOf(plan, area, stops) ?? firstSeatOf(plan, area, isShown) ?? firstSeat)
  const currentRow = plan.rowOf[current]!
  const [from, to] = rowsAround(plan, area, current)
  const isFloor = isStandingArea(plan, area)
  const rows = isFloor ? [] : plan.rows
  const columns = useMemo(() => longestRow(plan, area) + 1, [plan, area])
  const pitch = useMemo(() => seatPitch(plan), [plan])
  const box = useMemo(() => boxOf(plan, plan.areas[area]!, pitch), [plan, area, pitch])

  const focus = (seat: number, isQuiet = false): void => {
    aim.current = undefined
    wantedSeat.current = seat
    quiet.current = isQuiet
    setRoving(seat)
  }
  useEffect(() => {
    if (wantedSeat.current < 0) return
    // One control represents all places of a standing area.
    const seat = isStandingPlace(plan, wantedSeat.current) ? plan.areas[plan.areaOf[wantedSeat.current]!]!.firstSeat : wantedSeat.current
    const button = grid.current?.querySelector<HTMLElement>(`[data-seat="${seat}"]`)
    if (!button) return
    wantedSeat.current = -1
    // The camera brings the seat into view; scrolling would shift the layer from the picture.
    button.focus({ preventScroll: true })
  })
  useImperativeHandle(ref, () => ({ focusSeat: focus, hasFocus: () => grid.current?.contains(document.activeElement) ?? false }))

  const walk = (seat: number, step: SeatStep): void => {
    // The key for the next available seat works also while arrow keys stop on taken ones.
    const isAlong = step === 'next' || step === 'previous'
    const next = nextSeat(plan, seat, step, isAlong ? hall.isOpen : stops, aim.current)
    if (next === seat) return
    const passedSeats =
      isAlong || step === 'left' || step === 'right'
        ? seatsBetween(plan, seat, next).filter((passedSeat) => hall.statusOf(passedSeat) === 'taken')
        : []
    if (passedSeats.length > 0) say(words.takenPassed(passedSeats.length), 'passed')
    const nextAim = aimOf(plan, seat, next, step, aim.current)
    focus(next)
    aim.current = nextAim
  }
  const toggle = (seat: number): void => (hall.canToggle(seat) ? onToggle(seat) : say(words.seatName(seat, hall.statusOf(seat) ?? 'taken')))
  const explore = (on: boolean): void => {
    setTakenToo(on)
    say(words.exploring(on), 'exploring')
  }
  const isNameGoingOn = (text: string): boolean => beginsName(plan, area, text, current)
  const type = (text: string, at: number): void => {
    const name = typing.add(text, at, isNameGoingOn)
    const foundSeat = findSeatByName(plan, area, name, current, stops)
    const seat = foundSeat !== undefined && isShown(foundSeat) ? foundSeat : undefined
    missedName.current = seat === undefined ? name : undefined
    if (seat === undefined) say(() => missedName.current && words.notFound(missedName.current.toLocaleUpperCase()), 'name')
    else focus(seat)
    // T was a command until a seat number or the rest of a row name followed.
    if (/^t./iu.test(name) && [...name].length === 2) explore(!takenToo)
  }
  const obey = (command: GridCommand, at: number): void => {
    switch (command.do) {
      case 'walk':
        return walk(current, command.step)
      case 'toggle':
        return toggle(current)
      case 'details':
        return onDetails(current)
      case 'type':
        return type(command.text, at)
      case 'explore':
        typing.add('t', at, isNameGoingOn)
        return explore(!takenToo)
      default:
        return onWish(command)
    }
  }
  const handleKey = (event: KeyboardEvent): void => {
    if (!characterKeys && isShortcut(event.key)) return
    const command = readKey(event, typing.soFar(event.timeStamp), isNameGoingOn)
    if (!command) return
    if (command.do !== 'type' && command.do !== 'explore') typing.clear()
    event.preventDefault()
    obey(command, event.timeStamp)
  }
  const handleFocus = (event: FocusEvent): void => {
    const seat = seatOf(event)
    if (seat < 0) return
    if (seat !== current) aim.current = undefined
    setRoving(seat)
    onFocus(!quiet.current && event.target.matches(':focus-visible') ? seat : -1)
    quiet.current = false
  }
  const handleBlur = (event: FocusEvent): void => {
    if (!grid.current?.contains(event.relatedTarget)) onFocus(-1)
  }
  // Clicks come only from assistive technology: pointer events pass through to the map.
  const handleClick = (event: MouseEvent): void => {
    const seat = seatOf(event)
    if (seat < 0) return
    setRoving(seat)
    toggle(seat)
  }

  return (
    <div ref={layer} className={styles['layer']}>
      <p id={summary} className={styles['hidden']}>
        {words.gridSummary(hall.tally(area))}
      </p>
      <div
        ref={grid}
        role="grid"
        className={styles['grid']}
        style={box && { left: box.x, top: box.y, width: box.width, height: box.height }}
        aria-label={words.gridName(area)}
        aria-describedby={summary}
        aria-multiselectable={isFloor ? undefined : 'true'}
        aria-rowcount={isFloor ? 1 : rowCount}
        aria-colcount={isFloor ? 1 : columns}
        onKeyDown={isFloor ? undefined : handleKey}
        onFocus={isFloor ? undefined : handleFocus}
        onBlur={handleBlur}
        onClick={isFloor ? undefined : handleClick}
      >
        {isFloor && (
          <StandingCell
            hall={hall}
            area={area}
            words={words}
            box={box}
            onCount={(count) => onCount(area, count)}
            onKey={handleKey}
            onFocus={handleFocus}
          />
        )}
        {rows.slice(from, to).map((row) => {
          const [first, end] = placesAround(plan, row, current)
          return (
            <SeatGridRow
              key={row.index}
              plan={plan}
              row={row.index}
              first={first}
              end={end}
              words={words}
              states={statesOf(hall, row.firstSeat, row.seatCount, current)}
              current={row.index === currentRow ? current : undefined}
              origin={box}
              seatSize={pitch * seatShare}
            />
          )
        })}
      </div>
    </div>
  )
}

/** A seat that was hidden while focus was on it stays, as a taken one. */
function statesOf(hall: VisitorHall, firstSeat: number, seatCount: number, current: number): string {
  let states = ''
  for (let seat = firstSeat; seat < firstSeat + seatCount; seat++)
    states += codeOf(hall.statusOf(seat) ?? (seat === current ? 'taken' : undefined), hall.passes(seat))
  return states
}

const longestRow = (plan: Plan, area: number): number =>
  plan.rows.reduce((most, row) => (row.area === area ? Math.max(most, row.seatCount) : most), 0)

const seatOf = (event: { readonly target: EventTarget }): number => Number((event.target as HTMLElement).dataset['seat'] ?? -1)
