import { type MouseEvent, type ReactNode, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import { type GridWish, SeatGrid, type SeatGridHandle, useStatus } from '#grid'
import { chooseStandingPlaces, useHall } from '#hall'
import { firstSeatOf, rowsWithin } from '#plan-index'
import type { Inset, SeatMapProps, SeatSpot } from '#props'
import { RowLetters, type RowLettersHandle } from '#row-letters'
import styles from './SeatMap.module.css'
import { useAnnouncements } from './useAnnouncements.ts'
import { useEngine } from './useEngine.ts'

const noInset: Inset = { top: 0, right: 0, bottom: 0, left: 0 }

/**
 * The hall as a picture with a keyboard interface. The picture is hidden from assistive technology; above it lies the
 * current area as a grid of checkboxes. It fills its parent, which needs a height. The host draws the buttons that call
 * `ref`, and the list.
 */
export function SeatMap(props: SeatMapProps): ReactNode {
  const { plan, words, onToggle, onDetails, onHover, onAreaChange, onCameraChange, onHelp } = props
  const hall = useHall(props)
  const host = useRef<HTMLElement>(null)
  const layer = useRef<HTMLDivElement>(null)
  const grid = useRef<SeatGridHandle>(null)
  const letters = useRef<RowLettersHandle>(null)
  const focusedIndex = useRef(-1)
  /** Whether the host shows the card of the focused seat; Esc closes it. */
  const pointedOut = useRef(false)
  const [overSeat, setOverSeat] = useState(false)
  const [status, say] = useStatus()
  const [chosenArea, setArea] = useState(-1)
  const area = hall.areas.includes(chosenArea) ? chosenArea : (hall.areas.find((one) => hall.tally(one).free > 0) ?? hall.areas[0] ?? -1)

  useAnnouncements(props, hall, () => focusedIndex.current, say)
  const showArea = (next: number): void => {
    if (next === area || !hall.areas.includes(next)) return
    setArea(next)
    onAreaChange?.(next)
  }
  const hover = (spot: SeatSpot | undefined): void => {
    setOverSeat(spot !== undefined && hall.canToggle(spot.seat))
    onHover?.(spot)
  }
  const focusSeat = (seat: number, isQuiet = false): void => {
    showArea(plan.areaOf[seat]!)
    grid.current?.focusSeat(seat, isQuiet)
  }
  const engine = useEngine(host, props, {
    onHover: hover,
    onArea: (next) => {
      // The area follows the camera, but never while focus is in the grid.
      if (!grid.current?.hasFocus()) showArea(next)
    },
    onStandingArea: (floor) => props.onStandingArea?.(floor),
    onHold: (seat) => onDetails?.(seat),
    onLasso: (seats) => props.onLasso?.(seats),
    onPick: (seat) => {
      onToggle(seat)
      focusSeat(seat, true)
    },
    onCamera: (camera, report) => {
      if (layer.current) {
        layer.current.style.transform = `matrix(${camera.k}, 0, 0, ${camera.k}, ${camera.x}, ${camera.y})`
        layer.current.style.setProperty('--camera-k', String(camera.k))
      }
      letters.current?.follow(report)
      // The card stays beside its seat while the camera follows the focus.
      if (pointedOut.current) onHover?.(engine?.spotOf(focusedIndex.current, 'focus'))
      onCameraChange?.(report)
    },
  })

  const zoom = (move: (() => void) | undefined): void => {
    if (!move) return
    move()
    say(() => engine && words.zoomChanged(engine.destination().percent, rowsWithin(plan, plan.areas[area]!, engine.sees())), 'zoom')
  }
  const flyToArea = (next: number): void => {
    showArea(next)
    engine?.flyToArea(next)
  }
  const focus = (seat: number): void => {
    focusedIndex.current = seat
    pointedOut.current = seat >= 0
    engine?.setFocus(seat)
    onHover?.(seat < 0 ? undefined : engine?.spotOf(seat, 'focus'))
  }
  const grant = (wish: GridWish): void => {
    switch (wish.do) {
      case 'area': {
        const next = hall.areas[hall.areas.indexOf(area) + wish.by]
        if (next === undefined) return
        flyToArea(next)
        say(words.areaShown(hall.tally(next)), 'area')
        const isShown = (seat: number): boolean => hall.statusOf(seat) !== undefined
        return grid.current?.focusSeat(
          firstSeatOf(plan, next, hall.isOpen) ?? firstSeatOf(plan, next, isShown) ?? plan.areas[next]!.firstSeat,
        )
      }
      case 'pan':
        return engine?.panBy(wish.right, wish.down)
      case 'zoomIn':
      case 'zoomOut':
      case 'fit':
        zoom(engine?.[wish.do])
        // Zooming from a focused seat keeps that seat visible.
        return engine?.setFocus(focusedIndex.current)
      case 'help':
        return onHelp?.()
      case 'dismiss':
        pointedOut.current = false
        return onHover?.(undefined)
    }
  }
  useImperativeHandle(props.ref, () => ({
    zoomIn: () => zoom(engine?.zoomIn),
    zoomOut: () => zoom(engine?.zoomOut),
    fit: () => zoom(engine?.fit),
    panBy: (right, down) => engine?.panBy(right, down),
    flyToArea,
    flyToSeat: (seat) => {
      showArea(plan.areaOf[seat]!)
      engine?.flyToSeat(seat)
    },
    focusSeat: (seat) => focusSeat(seat),
    framing: () => engine?.framing(),
    setFraming: (framing) => engine?.setFraming(framing),
  }))
  // Once, for the first area; later changes are reported where they are made.
  const tellFirstArea = useEffectEvent(() => void (area >= 0 && onAreaChange?.(area)))
  useEffect(() => tellFirstArea(), [plan])

  // A press on the canvas would take focus from the grid; a visitor who uses mouse and keyboard keeps it. In the capture
  // phase, because d3-zoom stops the event.
  const keepFocus = (event: MouseEvent): void => void (grid.current?.hasFocus() && event.preventDefault())

  return (
    <section
      ref={host}
      aria-label={words.mapName}
      onMouseDownCapture={keepFocus}
      className={overSeat ? `${styles['map']} ${styles['overSeat']}` : styles['map']}
    >
      {area >= 0 && (
        <SeatGrid
          ref={grid}
          layer={layer}
          hall={hall}
          area={area}
          words={words}
          characterKeys={props.characterKeys ?? true}
          onToggle={onToggle}
          onDetails={(seat) => onDetails?.(seat)}
          onCount={(floor, count) => chooseStandingPlaces(hall, floor, count, props.onStandingCountChange)}
          onFocus={focus}
          onWish={grant}
          say={say}
        />
      )}
      <RowLetters ref={letters} plan={plan} view={props.view ?? 'all'} inset={props.inset ?? noInset} />
      <p role="status" className={styles['status']}>
        {status}
      </p>
    </section>
  )
}
